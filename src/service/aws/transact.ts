// Transactions of named parts that are retried on contention.
import { type DynamoDBDocumentClient, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { isTransient, readCancellationCodes, waitWithJitter } from './dynamodb-errors.ts';

export type TransactItem = NonNullable<
  ConstructorParameters<typeof TransactWriteCommand>[0]['TransactItems']
>[number];

/** The writes of each part; an omitted part has none. */
export type Parts<Name extends string, Write = TransactItem> = Readonly<Record<Name, readonly Write[]>>;

const MAX_ATTEMPTS = 10;

/**
 * Sends the transaction, and repeats it on contention. Returns the parts whose conditions do not hold; none
 * if it succeeded.
 */
export async function transact<Name extends string>(
  db: DynamoDBDocumentClient,
  parts: Parts<Name>,
  maxAttempts = MAX_ATTEMPTS,
): Promise<ReadonlySet<Name>> {
  const TransactItems = Object.values<readonly TransactItem[]>(parts).flat();
  for (let attempt = 0; ; attempt++) {
    try {
      await db.send(new TransactWriteCommand({ TransactItems }));
      return new Set();
    } catch (error) {
      const codes = readCancellationCodes(error);
      if (codes === undefined) throw error;
      const refused = findRefusedParts(parts, codes);
      if (refused.size > 0) return refused;
      if (!codes.some(isTransient) || attempt >= maxAttempts) throw error;
      await waitWithJitter(attempt);
    }
  }
}

/** `codes`: one per write, in order. */
export function findRefusedParts<Name extends string>(
  parts: Parts<Name, unknown>,
  codes: readonly string[],
): ReadonlySet<Name> {
  const refused = new Set<Name>();
  let from = 0;
  for (const name in parts) {
    const to = from + parts[name].length;
    if (codes.slice(from, to).includes('ConditionalCheckFailed')) refused.add(name);
    from = to;
  }
  return refused;
}
