// Accounts and their API keys. A key is stored only as its hash, twice: one item to look it up and one in its account's
// partition to list it.
import {
  type DynamoDBDocumentClient,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
} from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { PLAN_NAMES } from '../../core/accounts/plans.ts';
import { batchGet } from '../aws/batches.ts';
import { getItem, updateIf, updateOf } from '../aws/items.ts';
import { startingWith } from '../aws/query-all.ts';
import {
  ACCOUNT_API_KEY_PREFIX,
  accountApiKeyKey,
  accountKey,
  apiKeyKey,
  type ServiceKey,
} from '../tables/service-table.ts';

const accountItem = v.object({
  account_id: v.string(),
  name: v.string(),
  plan: v.picklist(PLAN_NAMES),
  created_at: v.string(),
  overrides: v.optional(
    v.object({
      requestsPerMinute: v.optional(v.number()),
      maxStoredRows: v.optional(v.number()),
      monthlyReports: v.optional(v.number()),
      concurrentReports: v.optional(v.number()),
      maxAudiences: v.optional(v.number()),
      maxDestinations: v.optional(v.number()),
      maxWebhookEndpoints: v.optional(v.number()),
      maxAudienceMembers: v.optional(v.number()),
    }),
    {},
  ),
});
export type Account = v.InferOutput<typeof accountItem>;

const apiKeyItem = v.object({
  key_hash: v.string(),
  account_id: v.string(),
  hint: v.string(),
  created_at: v.string(),
  revoked_at: v.optional(v.string()),
  last_used_at: v.optional(v.string()),
  /** Only on a read-only key. */
  read_only: v.optional(v.literal(true)),
  /** Only on a publishable key. */
  publishable: v.optional(v.object({ origins: v.array(v.string()), dataset: v.optional(v.string()) })),
});
export type ApiKey = v.InferOutput<typeof apiKeyItem>;

/** A key's last use is recorded at most once a minute: its owner needs to know whether it is in use, not how often. */
const LAST_USED_RESOLUTION_MS = 60_000;

export function createAccountStore(db: DynamoDBDocumentClient, tableName: string) {
  return {
    async createAccount(account: Account): Promise<void> {
      await db.send(
        new PutCommand({
          TableName: tableName,
          Item: { ...accountKey(account.account_id), ...account },
          ConditionExpression: 'attribute_not_exists(pk)',
        }),
      );
    },

    getAccount: (accountId: string): Promise<Account | undefined> =>
      getItem(db, tableName, accountKey(accountId), accountItem),

    async addKey(key: ApiKey): Promise<void> {
      await db.send(
        new TransactWriteCommand({
          TransactItems: [apiKeyKey(key.key_hash), accountApiKeyKey(key.account_id, key.key_hash)].map(
            (itemKey) => ({
              Put: {
                TableName: tableName,
                Item: { ...itemKey, ...key },
                ConditionExpression: 'attribute_not_exists(pk)',
              },
            }),
          ),
        }),
      );
    },

    /** Strongly consistent, so that a revoked key is refused on the very next request. */
    findKey: (hash: string): Promise<ApiKey | undefined> =>
      getItem(db, tableName, apiKeyKey(hash), apiKeyItem),

    /** A key of this account, and the account: as strongly consistent, in one request. */
    async findKeyOf(
      accountId: string,
      hash: string,
    ): Promise<{ readonly key: ApiKey | undefined; readonly account: Account | undefined }> {
      const [ofKey, ofAccount] = [apiKeyKey(hash), accountKey(accountId)];
      const items = await batchGet(db, tableName, [ofKey, ofAccount]);
      const at = ({ pk, sk }: ServiceKey) => items.find((item) => item.pk === pk && item.sk === sk);
      return {
        key: v.parse(v.optional(apiKeyItem), at(ofKey)),
        account: v.parse(v.optional(accountItem), at(ofAccount)),
      };
    },

    async listKeys(accountId: string): Promise<ApiKey[]> {
      const { Items } = await db.send(
        new QueryCommand(startingWith(tableName, accountId, ACCOUNT_API_KEY_PREFIX)),
      );
      return v.parse(v.array(apiKeyItem), Items ?? []).sort((a, b) => (a.created_at < b.created_at ? -1 : 1));
    },

    async revokeKey(key: ApiKey, revokedAt: string): Promise<void> {
      await db.send(
        new TransactWriteCommand({
          TransactItems: [apiKeyKey(key.key_hash), accountApiKeyKey(key.account_id, key.key_hash)].map(
            (itemKey) => ({
              Update: updateOf(tableName, itemKey, {
                setOnce: { revoked_at: revokedAt },
                condition: 'attribute_exists(pk)',
              }),
            }),
          ),
        }),
      );
    },

    /** Records the use of a key, unless it was recorded within the last minute. `now`: epoch milliseconds. */
    async noteUse(key: ApiKey, now: number): Promise<void> {
      const noted = key.last_used_at === undefined ? 0 : Date.parse(key.last_used_at);
      if (now - noted < LAST_USED_RESOLUTION_MS) return;
      const at = new Date(now).toISOString();
      for (const itemKey of [apiKeyKey(key.key_hash), accountApiKeyKey(key.account_id, key.key_hash)]) {
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
