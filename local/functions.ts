// Lambda functions: their bundles in worker threads, started on demand and used again, one request each at a time.
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import * as v from 'valibot';

export const functionProperties = v.object({
  Code: v.object({ S3Key: v.string() }),
  Environment: v.optional(v.object({ Variables: v.record(v.string(), v.string()) }), { Variables: {} }),
  Timeout: v.optional(v.number(), 3),
  MemorySize: v.optional(v.number(), 128),
  ReservedConcurrentExecutions: v.optional(v.number()),
});
export type FunctionProperties = v.InferOutput<typeof functionProperties>;

/** A function's failure as the Lambda service reports it. */
export class FunctionError extends Error {
  override readonly name = 'FunctionError';
  readonly errorType: string;
  readonly trace: readonly string[];

  constructor(errorType: string, message: string, trace: readonly string[] = []) {
    super(message);
    this.errorType = errorType;
    this.trace = trace;
  }
}

export type LogSink = (line: {
  readonly source: string;
  readonly level: 'info' | 'error';
  readonly message: string;
}) => void;

/** What a function answers, off the wire. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

export interface LocalFunction {
  readonly name: string;
  /** Rejects with FunctionError. Waits for a free worker when all are busy. */
  invoke(event: unknown): Promise<Json>;
  stop(): Promise<void>;
}

const MAX_PAYLOAD_BYTES = 6 * 1024 * 1024;
const MAX_WORKERS = 4;

const answer = v.variant('ok', [
  v.object({ id: v.string(), ok: v.literal(true), result: v.string() }),
  v.object({
    id: v.string(),
    ok: v.literal(false),
    error: v.object({ errorType: v.string(), errorMessage: v.string(), trace: v.array(v.string()) }),
  }),
]);

export function createFunction(options: {
  readonly name: string;
  readonly arn: string;
  readonly properties: FunctionProperties;
  readonly assemblyDir: string;
  /** On top of the template's variables: region, credentials and endpoints, as Lambda's own. */
  readonly environment: Readonly<Record<string, string>>;
  readonly log: LogSink;
}): LocalFunction {
  const { name, properties, log } = options;
  const bundle = join(
    options.assemblyDir,
    `asset.${properties.Code.S3Key.replace(/\.zip$/, '')}`,
    'index.mjs',
  );
  if (!existsSync(bundle)) throw new Error(`the bundle of ${name} is missing: ${bundle}`);
  const limit = Math.min(properties.ReservedConcurrentExecutions ?? MAX_WORKERS, MAX_WORKERS);
  const idle: Worker[] = [];
  const all = new Set<Worker>();
  const waiting: (() => void)[] = [];
  let stopped = false;

  function startWorker(): Worker {
    const worker = new Worker(new URL('./function-worker.mjs', import.meta.url), {
      workerData: {
        bundle: pathToFileURL(bundle).href,
        name,
        arn: options.arn,
        memory: properties.MemorySize,
      },
      env: { ...options.environment, ...properties.Environment.Variables, AWS_LAMBDA_FUNCTION_NAME: name },
      resourceLimits: { maxOldGenerationSizeMb: properties.MemorySize },
      stdout: true,
      stderr: true,
    });
    const forward = (level: 'info' | 'error') => (part: Buffer) => {
      for (const message of part.toString().split('\n'))
        if (message !== '') log({ source: name, level, message });
    };
    worker.stdout.on('data', forward('info'));
    worker.stderr.on('data', forward('error'));
    all.add(worker);
    worker.once('exit', () => {
      all.delete(worker);
      const at = idle.indexOf(worker);
      if (at >= 0) idle.splice(at, 1);
    });
    return worker;
  }

  async function take(): Promise<Worker> {
    for (;;) {
      if (stopped) throw new FunctionError('Runtime.Stopped', 'the local cloud is stopping');
      const worker = idle.pop();
      if (worker !== undefined) return worker;
      if (all.size < limit) return startWorker();
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
  }

  function run(worker: Worker, event: unknown): Promise<Json> {
    const id = randomUUID();
    const timeoutMs = properties.Timeout * 1_000;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        finish();
        void worker.terminate();
        reject(new FunctionError('Sandbox.Timedout', `Task timed out after ${properties.Timeout} seconds`));
      }, timeoutMs);
      const onMessage = (message: unknown): void => {
        const parsed = v.safeParse(answer, message);
        if (!parsed.success || parsed.output.id !== id) return;
        finish();
        idle.push(worker);
        if (!parsed.output.ok) {
          const { errorType, errorMessage, trace } = parsed.output.error;
          reject(new FunctionError(errorType, errorMessage, trace));
          return;
        }
        if (Buffer.byteLength(parsed.output.result) > MAX_PAYLOAD_BYTES) {
          reject(new FunctionError('Function.ResponseSizeTooLarge', 'Response payload size exceeded 6 MB'));
          return;
        }
        resolve(JSON.parse(parsed.output.result));
      };
      const onError = (error: unknown): void => {
        finish();
        const type = error instanceof Error && 'code' in error ? String(error.code) : 'Runtime.ExitError';
        reject(new FunctionError(type, error instanceof Error ? error.message : String(error)));
      };
      const onExit = (): void => onError(new Error('the function ended while it was working'));
      const finish = (): void => {
        clearTimeout(timer);
        worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      };
      worker.on('message', onMessage).on('error', onError).on('exit', onExit);
      worker.postMessage({ id, event, deadline: Date.now() + timeoutMs });
    });
  }

  return {
    name,
    async invoke(event) {
      const worker = await take();
      try {
        return await run(worker, event);
      } finally {
        waiting.shift()?.();
      }
    },
    async stop() {
      stopped = true;
      for (const wake of waiting.splice(0)) wake();
      await Promise.all([...all].map((worker) => worker.terminate()));
    },
  };
}
