// Simulates Lambda's limits that the local cloud itself does not need: concurrent executions of all functions together,
// and memory.
//
// Concurrency: https://docs.aws.amazon.com/lambda/latest/dg/lambda-concurrency.html
// A new account's ten: https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
// Memory: https://docs.aws.amazon.com/lambda/latest/dg/configuration-memory.html
import type { Worker } from 'node:worker_threads';
import { FunctionError, type LocalFunction } from '../functions/functions.ts';

export const NEW_ACCOUNT_CONCURRENCY = 10;
/** Step Functions uses this name; API Gateway and SQS do not show it. */
export const THROTTLED = 'Lambda.TooManyRequestsException';
const SAMPLE_MS = 100;

/** Counts the executions of all functions that it wraps, from the invocation to its end. */
export function createConcurrency(limit: number) {
  let running = 0;
  const refusals = { executions: 0 };
  return {
    refusals,
    wrap(target: LocalFunction): LocalFunction {
      return {
        ...target,
        async invoke(event) {
          if (running >= limit) {
            refusals.executions++;
            throw new FunctionError(THROTTLED, 'Rate Exceeded.');
          }
          running++;
          try {
            return await target.invoke(event);
          } finally {
            running--;
          }
        },
      };
    },
  };
}

/**
 * Checks a function's heap and buffers while it runs, and calls `onExceeded` once they exceed its memory. Memory of
 * Node itself, about 60 MB on Lambda, is not counted. Returns a function that ends the watch.
 */
export function watchMemory(thread: Worker, memoryMb: number, onExceeded: () => void): () => void {
  const timer = setInterval(async () => {
    // The thread may have ended.
    const heap = await thread.getHeapStatistics().catch(() => undefined);
    if (heap === undefined || heap.total_heap_size + heap.external_memory <= memoryMb * 1_048_576) return;
    clearInterval(timer);
    onExceeded();
  }, SAMPLE_MS);
  return () => clearInterval(timer);
}
