// The state of a dataset's stored orders, as a token: equal tokens mean that no order has changed in between.
// Every commit of a chunk sets a new revision in one of the account's row counters, in its own transaction;
// every erasure sets one before it deletes and releases its lead after that. The items are read one after the
// other, which is enough: an item that is equal before and after was not written in between. The time of the
// last accepted import covers a release without revisions, which runs for a while when a deployment is rolled
// back.
import { createHash } from 'node:crypto';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { toRevisionAttribute } from '../accounts/row-counters.ts';
import { queryAll } from '../aws/items.ts';
import { createErasureMarks } from '../erasures/erasure-marks.ts';
import type { DatasetRef } from '../orders/orders.ts';
import { toRowCounterPartition } from '../tables/service-table.ts';
import { createDatasetStore } from './datasets.ts';

export interface DatasetState {
  readonly token: string;
  /** Orders may be deleted at any moment, so the token is invalid. */
  readonly isBeingErased: boolean;
}

const counter = v.object({ sk: v.string(), revision: v.optional(v.string()) });

export function createDatasetStates(db: DynamoDBDocumentClient, tableName: string) {
  const marks = createErasureMarks(db, tableName);
  const datasets = createDatasetStore(db, tableName);
  return {
    /** Costs 3 to 6 read units. */
    async read({ accountId, datasetId }: DatasetRef): Promise<DatasetState> {
      const attribute = toRevisionAttribute(datasetId);
      const [counters, mark, stored] = await Promise.all([
        queryAll(db, {
          TableName: tableName,
          KeyConditionExpression: 'pk = :pk',
          ProjectionExpression: 'sk, #revision',
          ExpressionAttributeNames: { '#revision': attribute },
          ExpressionAttributeValues: { ':pk': toRowCounterPartition(accountId) },
          ConsistentRead: true,
        }),
        marks.mark(accountId, datasetId),
        datasets.get(accountId, datasetId),
      ]);
      const revisions = counters
        .map((item) => v.parse(counter, { sk: item.sk, revision: item[attribute] }))
        .flatMap(({ sk, revision }) => (revision === undefined ? [] : [`${sk} ${revision}`]));
      const parts = [stored?.last_accepted ?? '', mark?.latest ?? '', mark?.led ?? '', ...revisions];
      return {
        token: createHash('sha256').update(parts.join('\n')).digest('base64url'),
        isBeingErased: mark?.leader !== undefined,
      };
    },
  };
}
export type DatasetStates = ReturnType<typeof createDatasetStates>;
