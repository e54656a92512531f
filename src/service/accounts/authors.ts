// Records who created and who last changed an item of an account, and checks that the key was not revoked
// since its request was admitted. A list of a key's items that is read after its revocation is therefore
// complete.
import * as v from 'valibot';
import type { Author, Caller } from '../../analysis/accounts/caller.ts';
import { UnauthorizedError } from '../../contract/errors/errors.ts';
import type { TransactItem } from '../aws/transact.ts';
import { toApiKeyKey } from '../tables/service-table.ts';

export const storedAuthor = v.object({ key_id: v.string(), name: v.optional(v.string()) });

/** The first is missing on items of the service itself, the second before the first change. */
export const authoredFields = { created_by: v.optional(storedAuthor), updated_by: v.optional(storedAuthor) };
export interface Authored {
  readonly created_by?: Author | undefined;
  readonly updated_by?: Author | undefined;
}

/** The key that requests a write. */
export type Writer = Pick<Caller, 'keyHash' | 'author'>;

/** The part of a transaction that requires a live key; empty for writes of the service itself. */
export function buildLiveKeyCheck(tableName: string, by: Writer | undefined): readonly TransactItem[] {
  if (by === undefined) return [];
  const ConditionCheck = {
    TableName: tableName,
    Key: { ...toApiKeyKey(by.keyHash) },
    ConditionExpression: 'attribute_not_exists(revoked_at)',
  };
  return [{ ConditionCheck }];
}

/** Throws UnauthorizedError if the part `key` of the transaction was refused. */
export function requireLive(refused: ReadonlySet<string>): void {
  if (refused.has('key')) throw new UnauthorizedError('The API key was revoked.');
}
