// What a report left for recommendations: every item of its version.
import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { SHARDS, type VersionRef, versionKey } from '../../../src/stores/recommendations/served-evidence.ts';
import { recommendationShard } from '../../../src/stores/tables/service-table.ts';
import { TABLES } from '../ingest/engines.ts';
import { outOfTurn } from '../ingest/faults.ts';
import type { ReportRun } from './run.ts';

/** Without what names the report. Undefined while it is not complete. */
export function servedBy({ stores: { db } }: ReportRun, ref: VersionRef): Promise<object | undefined> {
  return outOfTurn(async () => {
    const get = new GetCommand({ TableName: TABLES.service, Key: versionKey(ref), ConsistentRead: true });
    const { Item: version } = await db.send(get);
    if (version?.summary === undefined) return undefined;
    const items: object[] = [];
    for (let shard = 0; shard < SHARDS; shard++) {
      const query = new QueryCommand({
        TableName: TABLES.service,
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: {
          ':pk': recommendationShard(ref.accountId, ref.datasetId, ref.reportId, shard),
        },
        ConsistentRead: true,
      });
      const { Items = [] } = await db.send(query);
      items.push(...Items.map(({ pk, ...item }) => item));
    }
    const { pk, sk, ...summary } = version;
    return { summary, items };
  });
}
