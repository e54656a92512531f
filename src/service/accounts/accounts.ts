// Accounts, and the reads and writes of admission on their API keys.

import { randomBytes } from 'node:crypto';
import { type DynamoDBDocumentClient, PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { PLAN_NAMES } from '../../contract/plans.ts';
import { getBatch } from '../aws/batches.ts';
import { getItem, updateIf } from '../aws/items.ts';
import { type ServiceKey, toAccountKey, toApiKeyKey } from '../tables/service-table.ts';
import { type ApiKey, apiKeyItem, listKeyItems } from './api-key-item.ts';

export const accountItem = v.object({
  account_id: v.string(),
  name: v.string(),
  plan: v.picklist(PLAN_NAMES),
  created_at: v.string(),
  /** Encrypts the cursors of lists; written when the first list is read. */
  cursor_secret: v.optional(v.string()),
  overrides: v.optional(
    v.object({
      requestsPerMinute: v.optional(v.number()),
      maxStoredRows: v.optional(v.number()),
      monthlyReports: v.optional(v.number()),
      concurrentReports: v.optional(v.number()),
      monthlyOrderExports: v.optional(v.number()),
      monthlyExportBytes: v.optional(v.number()),
      maxAudiences: v.optional(v.number()),
      maxDestinations: v.optional(v.number()),
      maxWebhookEndpoints: v.optional(v.number()),
      maxAudienceMembers: v.optional(v.number()),
    }),
    {},
  ),
});
export type Account = v.InferOutput<typeof accountItem>;

/**
 * A key's last use is recorded at most once an hour: its owner needs to see whether it is in use, not how
 * often.
 */
const LAST_USED_RESOLUTION_MS = 3_600_000;

export function createAccountStore(db: DynamoDBDocumentClient, tableName: string) {
  return {
    async createAccount(account: Account): Promise<void> {
      await db.send(
        new PutCommand({
          TableName: tableName,
          Item: { ...toAccountKey(account.account_id), ...account },
          ConditionExpression: 'attribute_not_exists(pk)',
        }),
      );
    },

    getAccount: (accountId: string): Promise<Account | undefined> =>
      getItem(db, tableName, toAccountKey(accountId), accountItem),

    /** If two requests create a secret at the same time, one wins. */
    async createCursorSecret(accountId: string): Promise<string> {
      const secret = randomBytes(32).toString('base64url');
      const { met } = await updateIf(db, tableName, toAccountKey(accountId), {
        set: { cursor_secret: secret },
        condition: 'attribute_exists(pk) AND attribute_not_exists(cursor_secret)',
      });
      if (met) return secret;
      const account = await getItem(db, tableName, toAccountKey(accountId), accountItem);
      if (account?.cursor_secret === undefined) throw new Error(`account ${accountId} has no cursor secret`);
      return account.cursor_secret;
    },

    /** Strongly consistent, so that a revoked key is refused on the very next request. */
    findKey: (hash: string): Promise<ApiKey | undefined> =>
      getItem(db, tableName, toApiKeyKey(hash), apiKeyItem),

    /** Reads a key of this account and the account in one request, strongly consistent. */
    async findAccountKey(
      accountId: string,
      hash: string,
    ): Promise<{ readonly key: ApiKey | undefined; readonly account: Account | undefined }> {
      const [ofKey, ofAccount] = [toApiKeyKey(hash), toAccountKey(accountId)];
      const items = await getBatch(db, tableName, [ofKey, ofAccount]);
      const findItem = ({ pk, sk }: ServiceKey) => items.find((item) => item.pk === pk && item.sk === sk);
      return {
        key: v.parse(v.optional(apiKeyItem), findItem(ofKey)),
        account: v.parse(v.optional(accountItem), findItem(ofAccount)),
      };
    },

    /** Records the use of a key, unless it was recorded within the last hour. `now`: epoch milliseconds. */
    async noteUse(key: ApiKey, now: number): Promise<void> {
      const noted = key.last_used_at === undefined ? 0 : Date.parse(key.last_used_at);
      if (now - noted < LAST_USED_RESOLUTION_MS) return;
      const at = new Date(now).toISOString();
      for (const itemKey of listKeyItems(key)) {
        await updateIf(db, tableName, itemKey, {
          set: { last_used_at: at },
          condition: 'attribute_exists(pk) AND (attribute_not_exists(last_used_at) OR last_used_at < :at)',
          values: { at },
        });
      }
    },
  };
}
export type AccountStore = ReturnType<typeof createAccountStore>;

// Lists all accounts of a stage, for its operator. No index has them: reads the table, page by page.

/** In the order of the table. `after`: the last account of the previous list. */
export async function* listAccounts(
  db: DynamoDBDocumentClient,
  TableName: string,
  after?: string,
): AsyncGenerator<Account> {
  const sk = toAccountKey('').sk;
  let from: Record<string, unknown> | undefined =
    after === undefined ? undefined : { ...toAccountKey(after) };
  do {
    const page = await db.send(
      new ScanCommand({
        TableName,
        FilterExpression: 'sk = :sk',
        ExpressionAttributeValues: { ':sk': sk },
        ConsistentRead: true,
        ...(from && { ExclusiveStartKey: from }),
      }),
    );
    yield* v.parse(v.array(accountItem), page.Items ?? []);
    from = page.LastEvaluatedKey;
  } while (from !== undefined);
}
