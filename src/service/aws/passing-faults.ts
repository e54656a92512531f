// Distinguishes transient faults of AWS services and connections from those that a repetition meets again.
import { isBusy } from './dynamodb-errors.ts';

/** As Node's sockets and resolver name them. */
const NO_CONNECTION: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** Whether a repetition may succeed: a service throttles, answers 5xx, or cannot be reached. Other errors would recur. */
export function isPassing(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  if ('code' in error && NO_CONNECTION.has(error.code)) return true;
  if (error.name === 'TimeoutError' || error.name === 'SlowDown' || isBusy(error)) return true;
  return '$metadata' in error && readStatus(error.$metadata) >= 500;
}

/** HTTP status of a service's answer, from what the SDK tells about it; 0 where there was none. */
function readStatus(metadata: unknown): number {
  if (typeof metadata !== 'object' || metadata === null || !('httpStatusCode' in metadata)) return 0;
  return Number(metadata.httpStatusCode ?? 0);
}
