// Transactions that are retried on contention.
import { type DynamoDBDocumentClient, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { backoff, cancellationCodes, isTransient } from './dynamodb-errors.ts';

export type TransactItem = NonNullable<
  ConstructorParameters<typeof TransactWriteCommand>[0]['TransactItems']
>[number];

const MAX_ATTEMPTS = 10;

/**
 * Sends the transaction until it meets no contention. Returns the reasons of a permanent refusal, by item, or undefined
 * if it succeeded.
 */
export async function transact(
  db: DynamoDBDocumentClient,
  items: TransactItem[],
  maxAttempts = MAX_ATTEMPTS,
): Promise<readonly string[] | undefined> {
  for (let attempt = 0; ; attempt++) {
    try {
      await db.send(new TransactWriteCommand({ TransactItems: items }));
      return undefined;
    } catch (error) {
      const codes = cancellationCodes(error);
      if (codes === undefined) throw error;
      if (codes.includes('ConditionalCheckFailed')) return codes;
      if (!codes.some(isTransient) || attempt >= maxAttempts) throw error;
      await backoff(attempt);
    }
  }
}
