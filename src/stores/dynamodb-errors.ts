// What a failed write means, read from the SDK's exceptions in one place.
import { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';

export function conditionFailed(error: unknown): error is ConditionalCheckFailedException {
  return error instanceof ConditionalCheckFailedException;
}

/** Why each item of a cancelled transaction was refused, by the item's index; undefined for another error. */
export function cancellationCodes(error: unknown): readonly string[] | undefined {
  if (!(error instanceof TransactionCanceledException)) return undefined;
  return (error.CancellationReasons ?? []).map((reason) => reason.Code ?? 'None');
}

/** Codes that a later attempt may get past, with the same items. */
export function isTransient(code: string): boolean {
  return (
    code === 'TransactionConflict' || code === 'ThrottlingError' || code === 'ProvisionedThroughputExceeded'
  );
}

/** Full jitter: a random wait up to a bound that doubles, so that rivals part. Milliseconds. */
export function backoff(attempt: number, random: () => number = Math.random): Promise<void> {
  const bound = Math.min(2_000, 20 * 2 ** attempt);
  return new Promise((resolve) => setTimeout(resolve, random() * bound));
}
