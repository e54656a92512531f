// Runs one function's bundle in a worker thread, one request at a time, as Lambda does.
import { enableCompileCache, flushCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';

// Imported, it would load all of undici into every worker: lib/bundles/node-http.mjs.
const { Agent } = process.getBuiltinModule('node:http');
const IDLE_SOCKET_MS = 2_000;

// The environment belongs to the function, so Node doesn't find the cache in it.
if (workerData.compileCache !== undefined) enableCompileCache(workerData.compileCache);
if (workerData.owner !== undefined) {
  const { recordCalls } = await import('./record-calls.ts');
  recordCalls(workerData.owner, (call) => parentPort.postMessage({ call }));
}
closeIdleSockets();
const bundle = await import(workerData.bundle);

parentPort.on('message', async ({ id, event, deadline }) => {
  parentPort.postMessage({ received: id });
  const context = {
    awsRequestId: id,
    functionName: workerData.name,
    functionVersion: '$LATEST',
    invokedFunctionArn: workerData.arn,
    memoryLimitInMB: workerData.memory,
    logGroupName: `/aws/lambda/${workerData.name}`,
    logStreamName: 'local',
    callbackWaitsForEmptyEventLoop: false,
    getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
    done() {},
    fail() {},
    succeed() {},
  };
  const began = performance.now();
  try {
    const result = await bundle.handler(event, context);
    const text = result === undefined ? 'null' : JSON.stringify(result);
    parentPort.postMessage({ id, ok: true, result: text, ...used(began) });
  } catch (error) {
    parentPort.postMessage({
      id,
      ok: false,
      ...used(began),
      error: {
        errorType: error?.name ?? 'Error',
        errorMessage: String(error?.message ?? error),
        trace: String(error?.stack ?? '').split('\n'),
      },
    });
  }
});
parentPort.postMessage({ ready: true });
// Without this, the cache is written only when the thread ends: until then, every further thread would compile the code
// again.
flushCompileCache();

/**
 * The engine closes no idle connection, as AWS does, and the SDK keeps each one that a burst of requests has opened. An
 * agent destroys a free socket that times out.
 */
function closeIdleSockets() {
  const { keepSocketAlive } = Agent.prototype;
  Agent.prototype.keepSocketAlive = function (socket) {
    const isKept = keepSocketAlive.call(this, socket);
    if (isKept) socket.setTimeout(IDLE_SOCKET_MS);
    return isKept;
  };
}

/** Measures the memory of this thread: its heap and its buffers, without memory that the process shares. */
function used(began) {
  const { heapTotal, external } = process.memoryUsage();
  return { durationMs: performance.now() - began, memoryBytes: heapTotal + external };
}
