// Manages a function's worker threads: started on demand, reused, one request each at a time. A worker that exits is
// always replaced, and a request that waits for one is always served. Requests that only wait for the network, such as
// for a webhook's receiver, do not block others: Lambda would run those in environments of their own.
import type { EventLoopUtilization } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import * as v from 'valibot';
import { ACCOUNT, REGION } from '../template.ts';
import { type RecordedCall, recordedCall } from './recorded-call.ts';

export interface FunctionPool {
  /** Waits for a free worker if the maximum number of workers is busy. */
  take(): Promise<FunctionWorker>;
  /** Workers that exit after the stop were ended on purpose: their requests have not failed. */
  isStopped(): boolean;
  stop(): Promise<void>;
}

export interface FunctionWorker {
  readonly thread: Worker;
  /** Settles when the bundle is loaded: start-up does not count against a request's timeout. */
  readonly loaded: Promise<void>;
  /** Returns the worker to the pool for the next request. A worker that exited is not returned. */
  giveBack(): void;
}

/** Workers started at once: requests run concurrently here as they do on AWS. */
const AT_ONCE = 2;
/**
 * How long a request waits before the pool checks whether it needs a further worker: loading a bundle and answering its
 * first request takes 0.15 s of processor time, a request to a warm worker takes a few milliseconds.
 */
const PATIENCE_MS = 100;
/**
 * Further workers load one at a time. A bundle that awaits something at the top of its module delays the next one by
 * this time.
 */
const LOADING_PATIENCE_MS = 2_000;
/**
 * A thread of a function holds 15 to 40 MB. As on Lambda, idle ones end: otherwise a client that calls every operation
 * would keep all of them.
 */
const IDLE_MS = 60_000;
/**
 * Workers whose request takes longer than this, and that are busy for less than this share of the time, count as
 * waiting for the network.
 */
const [WAITING_AFTER_MS, WAITING_BELOW] = [250, 0.5];

const callMessage = v.object({ call: recordedCall });
const receivedMessage = v.object({ received: v.string() });

/** Rejects requests that wait or run when the local cloud stops. */
export class PoolStoppedError extends Error {
  constructor() {
    super('the local cloud is stopping');
  }
}

export function createPool(options: {
  readonly name: string;
  readonly arn: string;
  readonly bundle: string;
  readonly memoryMb: number;
  /** Maximum number of workers while all of them compute. */
  readonly maxWorkers: number;
  /** Maximum number of workers while some of them only wait for the network. */
  readonly maxWaitingWorkers: number;
  /** How long an idle worker is kept; default one minute. */
  readonly idleMs?: number | undefined;
  readonly environment: Readonly<Record<string, string>>;
  /** Records AWS calls if given. */
  readonly onCall?: ((call: RecordedCall) => void) | undefined;
  readonly log: (level: 'info' | 'error', message: string) => void;
}): FunctionPool {
  const idle: FunctionWorker[] = [];
  const all = new Set<Worker>();
  const loading = new Set<Worker>();
  const waiting: (() => void)[] = [];
  /** Holds workers that have received their request: one that has not woken yet would look idle. */
  const busySince = new WeakMap<Worker, EventLoopUtilization>();
  const endings = new WeakMap<Worker, NodeJS.Timeout>();
  let stopped = false;
  const wakeOne = (): void => waiting.shift()?.();

  function start(): FunctionWorker {
    const thread = new Worker(new URL('./function-worker.mjs', import.meta.url), {
      // The thread's name in system tools; Linux cuts it off after 15 characters.
      name: options.name,
      workerData: {
        bundle: pathToFileURL(options.bundle).href,
        name: options.name,
        arn: options.arn,
        memory: options.memoryMb,
        owner: options.onCall && `${REGION}:${ACCOUNT}`,
        compileCache: process.env.NODE_COMPILE_CACHE,
      },
      env: { ...options.environment },
      resourceLimits: { maxOldGenerationSizeMb: options.memoryMb },
      stdout: true,
      stderr: true,
    });
    forwardLines(thread.stdout, (line) => options.log('info', line));
    forwardLines(thread.stderr, (line) => options.log('error', line));
    const { onCall } = options;
    if (onCall !== undefined)
      thread.on('message', (message: unknown) => {
        const sent = v.safeParse(callMessage, message);
        if (sent.success) onCall(sent.output.call);
      });
    thread.on('message', (message: unknown) => {
      if (v.is(receivedMessage, message)) busySince.set(thread, thread.performance.eventLoopUtilization());
    });
    const { promise: loaded, resolve } = Promise.withResolvers<void>();
    const worker: FunctionWorker = {
      thread,
      loaded,
      giveBack() {
        if (!all.has(thread)) return;
        if (all.size > options.maxWorkers && waiting.length === 0) return end();
        idle.push(worker);
        endings.set(thread, setTimeout(end, options.idleMs ?? IDLE_MS).unref());
        wakeOne();
      },
    };
    const removeThread = (): void => {
      loading.delete(thread);
      if (!all.delete(thread)) return;
      clearTimeout(endings.get(thread));
      const at = idle.indexOf(worker);
      if (at >= 0) idle.splice(at, 1);
      wakeOne();
    };
    const end = (): void => {
      removeThread();
      void thread.terminate();
    };
    thread.once('message', () => {
      loading.delete(thread);
      resolve();
    });
    // Between requests nothing else listens, and an unhandled 'error' event would end the whole process. The thread is
    // about to exit: it must not receive another request.
    thread.on('error', (error) => {
      removeThread();
      options.log('error', describe(error));
    });
    thread.once('exit', removeThread);
    all.add(thread);
    loading.add(thread);
    return worker;
  }

  /**
   * Waits in line for a worker to be released. Returns a further one if none is released soon, or if all existing ones
   * only wait for the network.
   */
  function awaitFree(): Promise<FunctionWorker | undefined> {
    const { promise, resolve } = Promise.withResolvers<FunctionWorker | undefined>();
    const wake = (): void => {
      clearInterval(look);
      resolve(undefined);
    };
    const began = performance.now();
    const look = setInterval(() => {
      if (!mayStart(performance.now() - began)) return;
      clearInterval(look);
      waiting.splice(waiting.indexOf(wake), 1);
      resolve(start());
    }, PATIENCE_MS);
    waiting.push(wake);
    return promise;
  }

  /** Whether a request that has waited this long gets a further worker. */
  function mayStart(waitedMs: number): boolean {
    if (all.size < options.maxWorkers) return loading.size === 0 || waitedMs >= LOADING_PATIENCE_MS;
    return all.size < options.maxWaitingWorkers && countComputing() < options.maxWorkers;
  }

  /**
   * Counts workers whose event loop was busy for most of their request, or whose request is new or not received yet.
   */
  function countComputing(): number {
    return [...all].filter((thread) => {
      const since = busySince.get(thread);
      if (since === undefined) return true;
      const { idle, active, utilization } = thread.performance.eventLoopUtilization(since);
      return idle + active < WAITING_AFTER_MS || utilization >= WAITING_BELOW;
    }).length;
  }

  return {
    async take() {
      for (;;) {
        if (stopped) throw new PoolStoppedError();
        const worker = idle.pop();
        if (worker !== undefined) {
          clearTimeout(endings.get(worker.thread));
          busySince.delete(worker.thread);
          return worker;
        }
        if (all.size < Math.min(AT_ONCE, options.maxWorkers)) return start();
        const further = await awaitFree();
        if (further !== undefined) return further;
      }
    },
    isStopped: () => stopped,
    async stop() {
      stopped = true;
      for (const wake of waiting.splice(0)) wake();
      await Promise.all([...all].map((thread) => thread.terminate()));
    },
  };
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Emits whole lines: a chunk of the stream may end in the middle of a line or a character. */
function forwardLines(stream: NodeJS.ReadableStream, forward: (line: string) => void): void {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (part: string) => {
    const lines = (rest + part).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line !== '') forward(line);
  });
  stream.on('end', () => {
    if (rest !== '') forward(rest);
  });
}
