// Interprets the SDK's exceptions for failed writes in one place.
import {
  ConditionalCheckFailedException,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';

export function isConditionFailed(error: unknown): error is ConditionalCheckFailedException {
  return error instanceof ConditionalCheckFailedException;
}

/** The reason why each item of a cancelled transaction was refused, by item index; undefined for any other error. */
export function readCancellationCodes(error: unknown): readonly string[] | undefined {
  if (!(error instanceof TransactionCanceledException)) return undefined;
  return (error.CancellationReasons ?? []).map((reason) => reason.Code ?? 'None');
}

/** Whether a single write conflicted with a transaction on the same item. */
export function isConflict(error: unknown): boolean {
  return error instanceof TransactionConflictException;
}

/** Reasons for which the same items may succeed on a later attempt. */
export function isTransient(code: string): boolean {
  return (
    code === 'TransactionConflict' || code === 'ThrottlingError' || code === 'ProvisionedThroughputExceeded'
  );
}

const BUSY = /Throttl|ProvisionedThroughputExceeded|RequestLimitExceeded|TransactionInProgress/;

/**
 * Whether DynamoDB refused a request that it may accept in some seconds: throttled, or in conflict with a
 * transaction.
 */
export function isBusy(error: unknown): boolean {
  const codes = readCancellationCodes(error);
  if (codes !== undefined) return codes.some(isTransient) && !codes.includes('ConditionalCheckFailed');
  return isConflict(error) || (error instanceof Error && BUSY.test(error.name));
}

/** Full jitter: a random wait up to a bound that doubles, so that competing writers spread out. Milliseconds. */
export function waitWithJitter(attempt: number, random: () => number = Math.random): Promise<void> {
  const bound = Math.min(2_000, 20 * 2 ** attempt);
  return new Promise((resolve) => setTimeout(resolve, random() * bound));
}
