// Runs Lambda functions: their bundles in worker threads, with Lambda's limits on time and size. A request that fails
// or crashes its worker fails alone, and its error is logged in Lambda's format.

import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import * as v from 'valibot';
import { createPool, type FunctionWorker, PoolStoppedError } from './function-pool.ts';
import type { RecordedCall } from './recorded-call.ts';

// Lambda's limit on the time that a function takes to load, as processor time of its thread: on a busy machine a thread
// waits for its turn longer than it computes, and no request should fail for that.

const MAX_LOAD_SECONDS = 10;
/** Limit in seconds of wall time for a bundle that awaits something at the top of its module. */
const MAX_LOAD_WAIT_SECONDS = 120;
const LOOK_EVERY_MS = 500;

/** Calls `cutOff` at most once, with the limit that was exceeded. Returns a function that ends the watch. */
function watchLoad(thread: Pick<Worker, 'cpuUsage'>, cutOff: (seconds: number) => void): () => void {
  const began = Date.now();
  let isOver = false;
  const end = (): void => {
    isOver = true;
    clearInterval(look);
  };
  const onExceeded = (seconds: number): void => {
    // Loading finished during the measurement.
    if (isOver) return;
    end();
    cutOff(seconds);
  };
  const look = setInterval(async () => {
    if (Date.now() - began > MAX_LOAD_WAIT_SECONDS * 1_000) return onExceeded(MAX_LOAD_WAIT_SECONDS);
    try {
      const { user, system } = await thread.cpuUsage();
      if ((user + system) / 1_000_000 > MAX_LOAD_SECONDS) onExceeded(MAX_LOAD_SECONDS);
    } catch {
      // The thread has ended, or Node is older than 24.6 and lacks the measurement.
    }
  }, LOOK_EVERY_MS);
  return end;
}

export const functionProperties = v.object({
  Code: v.object({ S3Key: v.string() }),
  Environment: v.optional(v.object({ Variables: v.record(v.string(), v.string()) }), { Variables: {} }),
  Timeout: v.optional(v.number(), 3),
  MemorySize: v.optional(v.number(), 128),
  ReservedConcurrentExecutions: v.optional(v.number()),
});
export type FunctionProperties = v.InferOutput<typeof functionProperties>;

/** A function error as the Lambda service reports it. */
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

/** A function's response payload. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

export interface LocalFunction {
  readonly name: string;
  /** `event`: a JSON value. Rejects with FunctionError. Waits for a free worker if all are busy. */
  invoke(event: unknown): Promise<Json>;
  stop(): Promise<void>;
}

/** Applies to requests and responses. https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
const MAX_PAYLOAD_BYTES = 6 * 1024 * 1024;
const MAX_WORKERS = 4;
const MAX_WAITING_WORKERS = 32;
export const REQUEST_TOO_LARGE = 'RequestEntityTooLargeException';
const used = { durationMs: v.number(), memoryBytes: v.number() };
const answer = v.variant('ok', [
  v.object({ id: v.string(), ...used, ok: v.literal(true), result: v.string() }),
  v.object({
    id: v.string(),
    ...used,
    ok: v.literal(false),
    error: v.object({ errorType: v.string(), errorMessage: v.string(), trace: v.array(v.string()) }),
  }),
]);
type Answer = v.InferOutput<typeof answer>;

const EXITED_UNEXPECTEDLY = 'the function exited unexpectedly';

export function createLocalFunction(options: {
  readonly name: string;
  readonly arn: string;
  readonly properties: FunctionProperties;
  readonly assemblyDir: string;
  /** Adds to or replaces the template's variables: region, credentials and endpoints, like those that Lambda sets. */
  readonly environment: Readonly<Record<string, string>>;
  readonly log: LogSink;
  /** Watches the memory of a running request; returns a function that ends the watch. */
  readonly watchMemory?:
    | ((thread: Worker, memoryMb: number, onExceeded: () => void) => () => void)
    | undefined;
  /** See FunctionPool. */
  readonly idleMs?: number | undefined;
  readonly onCall?: ((call: RecordedCall) => void) | undefined;
}): LocalFunction {
  const { name, properties } = options;
  const bundle = join(
    options.assemblyDir,
    `asset.${properties.Code.S3Key.replace(/\.zip$/, '')}`,
    'index.mjs',
  );
  if (!existsSync(bundle)) throw new Error(`the bundle of ${name} is missing: ${bundle}`);
  const log = (level: 'info' | 'error', message: string): void =>
    options.log({ source: name, level, message });
  const pool = createPool({
    name,
    arn: options.arn,
    bundle,
    memoryMb: properties.MemorySize,
    maxWorkers: Math.min(properties.ReservedConcurrentExecutions ?? MAX_WORKERS, MAX_WORKERS),
    maxWaitingWorkers: properties.ReservedConcurrentExecutions ?? MAX_WAITING_WORKERS,
    environment: {
      ...properties.Environment.Variables,
      ...options.environment,
      AWS_LAMBDA_FUNCTION_NAME: name,
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(properties.MemorySize),
      AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    },
    idleMs: options.idleMs,
    onCall: options.onCall,
    log,
  });

  async function run({ thread, loaded, giveBack }: FunctionWorker, event: unknown): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const id = randomUUID();
    const cutOff = (seconds: number): void => {
      reject(
        new FunctionError('Sandbox.Timedout', `${id} Task timed out after ${seconds.toFixed(2)} seconds`),
      );
      void thread.terminate();
    };
    const onMessage = (message: unknown): void => {
      const parsed = v.safeParse(answer, message);
      if (parsed.success && parsed.output.id === id) resolve(parsed.output);
    };
    const onError = (error: unknown): void => reject(toExitError(error));
    const onExit = (): void =>
      reject(
        pool.isStopped()
          ? new PoolStoppedError()
          : new FunctionError('Runtime.ExitError', EXITED_UNEXPECTEDLY),
      );
    thread.on('message', onMessage).on('error', onError).on('exit', onExit);
    const endLoadWatch = watchLoad(thread, cutOff);
    let timer: NodeJS.Timeout | undefined;
    const endWatch = options.watchMemory?.(thread, properties.MemorySize, () => {
      reject(new FunctionError('Runtime.OutOfMemory', `${id} used more than ${properties.MemorySize} MB`));
      void thread.terminate();
    });
    try {
      await Promise.race([loaded, promise]);
      endLoadWatch();
      timer = setTimeout(() => cutOff(properties.Timeout), properties.Timeout * 1_000);
      thread.postMessage({ id, event, deadline: Date.now() + properties.Timeout * 1_000 });
      const answered = await promise;
      giveBack();
      log('info', formatReportLine(id, answered, properties.MemorySize));
      return answered;
    } finally {
      endLoadWatch();
      clearTimeout(timer);
      endWatch?.();
      thread.off('message', onMessage).off('error', onError).off('exit', onExit);
    }
  }

  async function invoke(event: unknown): Promise<Json> {
    if (estimateMostJsonBytes(event) > MAX_PAYLOAD_BYTES && isOver(JSON.stringify(event), MAX_PAYLOAD_BYTES))
      throw new FunctionError(REQUEST_TOO_LARGE, 'Request payload size exceeded 6 MB');
    const answered = await run(await pool.take(), event);
    if (!answered.ok) {
      const { errorType, errorMessage, trace } = answered.error;
      throw new FunctionError(errorType, errorMessage, trace);
    }
    if (isOver(answered.result, MAX_PAYLOAD_BYTES))
      throw new FunctionError('Function.ResponseSizeTooLarge', 'Response payload size exceeded 6 MB');
    return JSON.parse(answered.result);
  }

  return {
    name,
    async invoke(event) {
      try {
        return await invoke(event);
      } catch (error) {
        if (error instanceof PoolStoppedError) throw new FunctionError('Runtime.Stopped', error.message);
        if (error instanceof FunctionError)
          log('error', [`${error.errorType}: ${error.message}`, ...error.trace].join('\n'));
        throw error;
      }
    },
    stop: pool.stop,
  };
}

/** Compares bytes in UTF-8. A UTF-16 unit takes at most three, so short texts need no measurement. */
function isOver(text: string, bytes: number): boolean {
  return text.length * 3 > bytes && Buffer.byteLength(text) > bytes;
}

/**
 * Returns an upper bound of the bytes that a value takes as JSON, without writing it: a UTF-16 unit takes at most six.
 */
function estimateMostJsonBytes(value: unknown): number {
  if (typeof value === 'string') return 6 * value.length + 2;
  if (typeof value !== 'object' || value === null) return 24;
  return Object.entries(value).reduce(
    (sum, [name, member]) => sum + 6 * name.length + 4 + estimateMostJsonBytes(member),
    2,
  );
}

/** Formats the line that Lambda logs at the end of each request. */
function formatReportLine(id: string, { durationMs, memoryBytes }: Answer, memoryMb: number): string {
  return [
    `REPORT RequestId: ${id}`,
    `Duration: ${durationMs.toFixed(2)} ms`,
    `Billed Duration: ${Math.ceil(durationMs)} ms`,
    `Memory Size: ${memoryMb} MB`,
    `Max Memory Used: ${Math.ceil(memoryBytes / 1_048_576)} MB`,
  ].join('\t');
}

function toExitError(error: unknown): FunctionError {
  const message = error instanceof Error ? error.message : String(error);
  const isOutOfMemory =
    error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  return new FunctionError(isOutOfMemory ? 'Runtime.OutOfMemory' : 'Runtime.ExitError', message);
}
