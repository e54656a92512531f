// Copies a stage's tables and bucket into a folder. The tables are read while the service runs: an import or report in progress may be
// copied half, so for a copy of one moment, stop the stage first, or export from a point in time (docs/runbook.md).

import { once } from 'node:events';
import { createWriteStream, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type DynamoDBClient, paginateScan } from '@aws-sdk/client-dynamodb';
import { GetObjectCommand, paginateListObjectsV2, type S3Client } from '@aws-sdk/client-s3';
import {
  type CopiedStage,
  fileOf,
  objectsFolder,
  requireEmpty,
  TABLES,
  type TableName,
  tableFolder,
} from './copied-files.ts';

export interface StageCounts {
  readonly orders: number;
  readonly service: number;
  readonly objects: number;
}

/** Throws OperationError for a folder that is not empty. */
export async function exportStage(
  { dynamoDb, s3 }: { readonly dynamoDb: DynamoDBClient; readonly s3: S3Client },
  { tables, bucket }: CopiedStage,
  folder: string,
): Promise<StageCounts> {
  requireEmpty(folder);
  const counts: Record<TableName, number> = { orders: 0, service: 0 };
  for (const table of TABLES)
    counts[table] = await exportTable(dynamoDb, tables[table], tableFolder(folder, table));
  let objects = 0;
  mkdirSync(objectsFolder(folder), { recursive: true });
  for await (const { Contents = [] } of paginateListObjectsV2({ client: s3 }, { Bucket: bucket })) {
    for (const { Key } of Contents) {
      if (Key === undefined) continue;
      const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key }));
      if (Body === undefined) continue;
      writeFileSync(fileOf(folder, Key), await Body.transformToByteArray());
      objects++;
    }
  }
  return { ...counts, objects };
}

async function exportTable(client: DynamoDBClient, table: string, folder: string): Promise<number> {
  mkdirSync(folder, { recursive: true });
  const packed = createGzip();
  const file = packed.pipe(createWriteStream(join(folder, 'items.json.gz')));
  let count = 0;
  for await (const { Items = [] } of paginateScan({ client }, { TableName: table, ConsistentRead: true })) {
    for (const Item of Items) {
      count++;
      if (!packed.write(`${JSON.stringify({ Item })}\n`)) await once(packed, 'drain');
    }
  }
  packed.end();
  await finished(file);
  return count;
}
