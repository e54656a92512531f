// Distinguishes transient faults of AWS services and connections from permanent ones.
import { isBusy } from './dynamodb-errors.ts';

/** Codes of Node's sockets and resolver. */
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

/**
 * Whether a repetition may succeed: a service throttles, answers 5xx, or cannot be reached. Other errors
 * would recur.
 */
export function isPassing(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  if ('code' in error && NO_CONNECTION.has(error.code)) return true;
  if (error.name === 'TimeoutError' || error.name === 'SlowDown' || isBusy(error)) return true;
  return '$metadata' in error && readStatus(error.$metadata) >= 500;
}

/** HTTP status of a service's answer, from the SDK's metadata; 0 without an answer. */
function readStatus(metadata: unknown): number {
  if (typeof metadata !== 'object' || metadata === null || !('httpStatusCode' in metadata)) return 0;
  return Number(metadata.httpStatusCode ?? 0);
}
