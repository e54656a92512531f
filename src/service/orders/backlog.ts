// Counts the chunks of an account that wait to be applied.
import { type DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { encodeTime } from 'ulid';
import * as v from 'valibot';
import { buildPrefixQuery } from '../aws/items.ts';
import { IMPORT_PREFIX, toImportKey } from '../tables/service-table.ts';
import { importItem } from './import-item.ts';

/** Time after which an import is usually applied. */
const USUALLY_APPLIED_MS = 60_000;
/** Number of newest imports counted: one read of at most 1 MB. */
const COUNTED_IMPORTS = 200;

const progress = v.array(v.pick(importItem, ['chunk_rows', 'done', 'completed_at']));

export function createBacklog(db: DynamoDBDocumentClient, tableName: string) {
  const queryNewest = async (accountId: string, Limit: number, before?: string) => {
    const { Items } = await db.send(
      new QueryCommand({
        ...buildPrefixQuery(tableName, accountId, IMPORT_PREFIX),
        ConsistentRead: false,
        ScanIndexForward: false,
        Limit,
        ...(before !== undefined && { ExclusiveStartKey: { ...toImportKey(accountId, before) } }),
      }),
    );
    return v.parse(progress, Items ?? []);
  };

  return {
    /**
     * Chunks of the account's newest imports that are not done, eventually consistent. Returns 0 without
     * counting if an import of a minute ago is complete, so that an account without a backlog costs one small
     * read.
     */
    async queuedChunks(accountId: string, now: number): Promise<number> {
      const [earlier] = await queryNewest(accountId, 1, encodeTime(now - USUALLY_APPLIED_MS, 10));
      if (earlier === undefined || earlier.completed_at !== undefined) return 0;
      const imports = await queryNewest(accountId, COUNTED_IMPORTS);
      return imports
        .filter(({ completed_at }) => completed_at === undefined)
        .reduce((sum, { chunk_rows, done }) => sum + chunk_rows.length - (done?.size ?? 0), 0);
    },
  };
}
export type Backlog = ReturnType<typeof createBacklog>;
