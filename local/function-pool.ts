// A function's worker threads: started on demand, reused, one request each at a time. A worker that exits is always
// replaced, and a request that waits for one is always served.
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';

export interface FunctionPool {
  /** Waits for a free worker if the maximum number of workers is busy. */
  take(): Promise<FunctionWorker>;
  stop(): Promise<void>;
}

export interface FunctionWorker {
  readonly thread: Worker;
  /** Settles when the bundle is loaded: start-up does not count against a request's timeout. */
  readonly loaded: Promise<void>;
  /** Returns the worker to the pool for the next request. A worker that exited is not returned. */
  giveBack(): void;
}

export class PoolStoppedError extends Error {}

export function createPool(options: {
  readonly name: string;
  readonly arn: string;
  readonly bundle: string;
  readonly memoryMb: number;
  readonly maxWorkers: number;
  readonly environment: Readonly<Record<string, string>>;
  readonly log: (level: 'info' | 'error', message: string) => void;
}): FunctionPool {
  const idle: FunctionWorker[] = [];
  const all = new Set<Worker>();
  const waiting: (() => void)[] = [];
  let stopped = false;
  const wakeOne = (): void => waiting.shift()?.();

  function start(): FunctionWorker {
    const thread = new Worker(new URL('./function-worker.mjs', import.meta.url), {
      workerData: {
        bundle: pathToFileURL(options.bundle).href,
        name: options.name,
        arn: options.arn,
        memory: options.memoryMb,
      },
      env: { ...options.environment },
      resourceLimits: { maxOldGenerationSizeMb: options.memoryMb },
      stdout: true,
      stderr: true,
    });
    forwardLines(thread.stdout, (line) => options.log('info', line));
    forwardLines(thread.stderr, (line) => options.log('error', line));
    const { promise: loaded, resolve } = Promise.withResolvers<void>();
    const worker: FunctionWorker = {
      thread,
      loaded,
      giveBack() {
        if (!all.has(thread)) return;
        idle.push(worker);
        wakeOne();
      },
    };
    const retire = (): void => {
      if (!all.delete(thread)) return;
      const at = idle.indexOf(worker);
      if (at >= 0) idle.splice(at, 1);
      wakeOne();
    };
    thread.once('message', () => resolve());
    // Between requests nothing else listens, and an unhandled 'error' event would end the whole process. The thread is
    // about to exit: no request may get it any more.
    thread.on('error', (error) => {
      retire();
      options.log('error', describe(error));
    });
    thread.once('exit', retire);
    all.add(thread);
    return worker;
  }

  return {
    async take() {
      for (;;) {
        if (stopped) throw new PoolStoppedError('the local cloud is stopping');
        const worker = idle.pop();
        if (worker !== undefined) return worker;
        if (all.size < options.maxWorkers) return start();
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
    },
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
