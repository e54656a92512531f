// Copies a folder that `stage export` wrote, or tables that AWS exported, into a stage that is new. The copy rests unless it takes over: its schedules
// and audiences run on request only, and reports in progress notify nobody, so that two stages never do the same to a shop.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  BatchWriteItemCommand,
  type DynamoDBClient,
  ScanCommand,
  type WriteRequest,
} from '@aws-sdk/client-dynamodb';
import { PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import * as v from 'valibot';
import { OperationError } from '../../src/operations/operation-error.ts';
import { UNFINISHED_INDEX } from '../../src/stores/tables/service-table.ts';
import { type CopiedStage, type Item, itemsIn, keyOf, objectsFolder, TABLES } from './copied-files.ts';
import type { StageCounts } from './export-stage.ts';

const requestText = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.unknown()));
/** What DynamoDB takes at once. */
const BATCH = 25;
const MAX_TRIES = 20;
/** Of work that runs on the other stage: leases and places in line, which nobody here would return. */
const OF_RUNNING_WORK: readonly string[] = ['held-reads', 'webhook-sends', 'report-line'];

export interface ImportOptions {
  /** The stage takes over: schedules, audiences and notifications continue here, and must be stopped there. */
  readonly takesOver: boolean;
}

/** Throws OperationError for a stage that has items, and for a folder that cannot be read. */
export async function importStage(
  { dynamoDb, s3 }: { readonly dynamoDb: DynamoDBClient; readonly s3: S3Client },
  { tables, bucket }: CopiedStage,
  folder: string,
  { takesOver }: ImportOptions,
): Promise<StageCounts> {
  // Read in full before anything is written.
  for await (const { pk } of itemsIn(folder, 'service'))
    if (pk === undefined) throw new OperationError(`${folder}: expected items of the Service table`);
  for (const table of TABLES) await requireNew(dynamoDb, tables[table]);
  let objects = 0;
  // Objects first: nobody can ask for them before there are keys.
  for (const file of objectFiles(folder)) {
    const Body = readFileSync(join(objectsFolder(folder), file));
    await s3.send(new PutObjectCommand({ Bucket: bucket, Key: keyOf(file), Body }));
    objects++;
  }
  const orders = await write(dynamoDb, tables.orders, itemsIn(folder, 'orders'));
  const kept = carried(itemsIn(folder, 'service'), takesOver);
  return { orders, service: await write(dynamoDb, tables.service, kept), objects };
}

/** None, if only tables were exported. */
function objectFiles(folder: string): string[] {
  try {
    return readdirSync(objectsFolder(folder)).sort();
  } catch {
    return [];
  }
}

async function* carried(items: AsyncGenerator<Item>, takesOver: boolean): AsyncGenerator<Item> {
  for await (const item of items) {
    if (OF_RUNNING_WORK.includes(item.pk?.S ?? '')) continue;
    yield takesOver ? item : rested(item);
  }
}

/** As it must be where another stage does the work. */
function rested(item: Item): Item {
  const kind = item[UNFINISHED_INDEX.partition]?.S;
  const {
    [UNFINISHED_INDEX.partition]: _kind,
    [UNFINISHED_INDEX.sort]: _since,
    next_run: _due,
    ...rest
  } = item;
  if (kind === 'schedule') return { ...rest, paused: { S: 'requested' } };
  if (kind === 'audience') return { ...rest, refresh: { S: 'manual' } };
  if (kind !== 'report') return item;
  // Also of a report whose receiver is still to be notified.
  const { webhook_url: _receiver, ...request } = v.parse(requestText, item.request?.S);
  return { ...item, request: { S: JSON.stringify(request) } };
}

async function requireNew(client: DynamoDBClient, table: string): Promise<void> {
  const { Items = [] } = await client.send(new ScanCommand({ TableName: table, Limit: 1 }));
  const [found] = Items;
  if (found !== undefined)
    throw new OperationError(`${table} has items already (${found.pk?.S}): import into a stage that is new`);
}

async function write(client: DynamoDBClient, table: string, items: AsyncGenerator<Item>): Promise<number> {
  let written = 0;
  let batch: WriteRequest[] = [];
  const flush = async (): Promise<void> => {
    let left: WriteRequest[] = batch;
    for (let tries = 0; left.length > 0; tries++) {
      if (tries > 0) await pause(Math.min(5_000, 50 * 2 ** tries));
      if (tries === MAX_TRIES)
        throw new OperationError(`${table} takes no more items for now: empty the stage and start again`);
      const { UnprocessedItems } = await client.send(
        new BatchWriteItemCommand({ RequestItems: { [table]: left } }),
      );
      left = UnprocessedItems?.[table] ?? [];
    }
    written += batch.length;
    batch = [];
  };
  for await (const Item of items) {
    batch.push({ PutRequest: { Item } });
    if (batch.length === BATCH) await flush();
  }
  await flush();
  return written;
}
