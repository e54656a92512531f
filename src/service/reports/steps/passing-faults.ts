// Transient faults, under one name that the workflow waits out: a service that throttles, answers 5xx, or
// can't be reached. Whatever else goes wrong would go wrong again.

import { OwnError } from '../../../contract/errors/errors.ts';
import { isBusy } from '../../aws/dynamodb-errors.ts';

/** Matched by the Retry of the report workflow's states. */
export class PassingFaultError extends OwnError {
  override readonly name = 'PassingFaultError';
}

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

/** A state's handler whose passing faults are named as such. */
export function namingPassingFaults<I, O>(handle: (input: I) => Promise<O>): (input: I) => Promise<O> {
  return async (input) => {
    try {
      return await handle(input);
    } catch (error) {
      if (!isPassing(error)) throw error;
      throw new PassingFaultError(`${error.name}: transient`, { cause: error });
    }
  };
}

function isPassing(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  if ('code' in error && NO_CONNECTION.has(error.code)) return true;
  if (error.name === 'TimeoutError' || error.name === 'SlowDown' || isBusy(error)) return true;
  return '$metadata' in error && statusOf(error.$metadata) >= 500;
}

/** HTTP status of a service's answer, from what the SDK tells about it; 0 where there was none. */
function statusOf(metadata: unknown): number {
  if (typeof metadata !== 'object' || metadata === null || !('httpStatusCode' in metadata)) return 0;
  return Number(metadata.httpStatusCode ?? 0);
}
