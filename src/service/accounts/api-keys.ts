// Lists and changes the API keys of an account. The account counts the changes of its keys, so that a change
// is written only if its premises (the number of keys, the last key of a kind) still hold.

import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { KEY_KEPT_DAYS } from '../../contract/schema/limits.ts';
import { buildPrefixQuery, buildUpdate, type Change, getItem, queryAll } from '../aws/items.ts';
import { type Parts, transact } from '../aws/transact.ts';
import { ACCOUNT_API_KEY_PREFIX, SERVICE_KEYS, toAccountKey } from '../tables/service-table.ts';
import { type ApiKey, apiKeyItem, listKeyItems } from './api-key-item.ts';

const keyChanges = v.object({ key_changes: v.optional(v.number(), 0) });

/** An account's keys, and the change count that a change of them must pass back. */
export interface KeysOfAccount {
  /** Oldest first, including ended ones. */
  readonly keys: readonly ApiKey[];
  /** Number of changes of the keys so far. */
  readonly seen: number;
}

/** When DynamoDB deletes a key: long after its end, while its owner may still look up who created it. */
const KEPT_AFTER_END_S = KEY_KEPT_DAYS * 86_400;
const computeDeletion = (end: string): number => Math.ceil(Date.parse(end) / 1_000) + KEPT_AFTER_END_S;

type Cleared<T> = { readonly [K in keyof T]?: T[K] | null };
export type KeyChanges = Cleared<Pick<ApiKey, 'name' | 'expires_at'>> &
  Partial<Pick<ApiKey, 'revoked_at' | 'revoked_by'>>;

export function createKeyStore(db: DynamoDBDocumentClient, tableName: string) {
  /** Writes the parts and increments the count of changes of the account's keys. */
  async function changeKeys(accountId: string, seen: number, parts: Parts<'key'>): Promise<boolean> {
    const count: Change = {
      add: { key_changes: 1 },
      condition: `attribute_exists(pk) AND ${seen === 0 ? 'attribute_not_exists(key_changes)' : 'key_changes = :seen'}`,
      values: { seen },
    };
    const refused = await transact(db, {
      account: [{ Update: buildUpdate(tableName, toAccountKey(accountId), count) }],
      ...parts,
    });
    if (refused.has('account')) return false;
    if (refused.has('key')) throw new Error('the key is stored already, or was deleted meanwhile');
    return true;
  }

  return {
    /** Returns false if the keys of the account have changed since `seen`, or there is no such account. */
    addKey(key: ApiKey, seen: number): Promise<boolean> {
      const Item = { ...key, [SERVICE_KEYS.ttl]: key.expires_at && computeDeletion(key.expires_at) };
      return changeKeys(key.account_id, seen, {
        key: listKeyItems(key).map((itemKey) => ({
          Put: {
            TableName: tableName,
            Item: { ...itemKey, ...Item },
            ConditionExpression: 'attribute_not_exists(pk)',
          },
        })),
      });
    },

    /** Strongly consistent. Undefined if there is no such account. */
    async listKeys(accountId: string): Promise<KeysOfAccount | undefined> {
      // Read first, so that keys that change meanwhile count as changed.
      const account = await getItem(db, tableName, toAccountKey(accountId), keyChanges);
      if (account === undefined) return undefined;
      const items = await queryAll(db, buildPrefixQuery(tableName, accountId, ACCOUNT_API_KEY_PREFIX));
      const keys = v.parse(v.array(apiKeyItem), items);
      return {
        keys: keys.toSorted((a, b) => (a.created_at < b.created_at ? -1 : 1)),
        seen: account.key_changes,
      };
    },

    /** Null removes a setting. Returns false if the keys of the account have changed since `seen`. */
    changeKey(
      key: ApiKey,
      { revoked_at, revoked_by, ...settings }: KeyChanges,
      seen: number,
    ): Promise<boolean> {
      const end = revoked_at ?? settings.expires_at;
      const given = Object.entries({ ...settings, [SERVICE_KEYS.ttl]: end && computeDeletion(end) });
      const change: Change = {
        set: Object.fromEntries(given.filter(([, value]) => value !== null)),
        setOnce: { revoked_at, revoked_by },
        remove: given.flatMap(([attribute, value]) => (value === null ? [attribute] : [])),
        condition: 'attribute_exists(pk)',
      };
      return changeKeys(key.account_id, seen, {
        key: listKeyItems(key).map((itemKey) => ({ Update: buildUpdate(tableName, itemKey, change) })),
      });
    },
  };
}
export type KeyStore = ReturnType<typeof createKeyStore>;
