// Copies a stage's data into files: one folder per table, in the format of DynamoDB's own exports to S3 (one JSON
// object a line, compressed), so that exports by AWS can be imported as well; and the bucket's objects under their
// keys.

import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { finished } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { createGunzip, createGzip } from 'node:zlib';
import {
  type AttributeValue,
  BatchWriteItemCommand,
  type DynamoDBClient,
  paginateScan,
  ScanCommand,
  type WriteRequest,
} from '@aws-sdk/client-dynamodb';
import { GetObjectCommand, PutObjectCommand, paginateListObjectsV2, type S3Client } from '@aws-sdk/client-s3';
import * as v from 'valibot';
import { OperationError } from '../../../src/service/operations/operation-error.ts';
import { UNFINISHED_INDEX } from '../../../src/service/tables/service-table.ts';

export type StageItem = Record<string, AttributeValue>;
const TABLES = ['orders', 'service'] as const;
export type TableName = (typeof TABLES)[number];

/** The tables and bucket of a stage that the copy includes. */
export interface CopiedStage {
  readonly tables: Readonly<Record<TableName, string>>;
  readonly bucket: string;
}

const joinTableFolder = (folder: string, table: TableName): string => join(folder, table);
const joinObjectsFolder = (folder: string): string => join(folder, 'objects');

/** Throws OperationError: files in the folder might be mistaken for part of the copy. */
function requireEmpty(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const [found] = readdirSync(folder);
  if (found !== undefined) throw new OperationError(`${folder}: expected an empty folder, found ${found}`);
}

/** Refuses keys with dots or empty parts, which would leave the folder. */
const toObjectFile = (folder: string, key: string): string =>
  join(joinObjectsFolder(folder), encodeURIComponent(key));
const toObjectKey = (file: string): string => decodeURIComponent(file);

const line = v.object({ Item: v.custom<StageItem>((input) => typeof input === 'object' && input !== null) });

/** A file of items, as the manifest of an export describes it. */
interface ItemFile {
  readonly path: string;
  readonly expected?: { readonly items: number; readonly md5: string };
}

const AWS_FOLDER = 'AWSDynamoDB';
const MANIFEST = 'manifest-files.json';
const manifestLine = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ itemCount: v.number(), md5Checksum: v.string(), dataFileS3Key: v.string() }),
);
/** Exports from before `exportType` existed are full exports. */
const manifestSummary = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    outputFormat: v.string(),
    exportType: v.optional(v.string(), 'FULL_EXPORT'),
    itemCount: v.number(),
  }),
);

/**
 * Yields the items of all files of a table, also those of an export by AWS. Throws OperationError with file and line.
 */
export async function* readItems(folder: string, table: TableName): AsyncGenerator<StageItem> {
  for (const { path, expected } of listItemFiles(folder, table)) {
    let number = 0;
    const lines = createInterface({ input: createReadStream(path).pipe(createGunzip()) });
    for await (const text of lines) {
      number++;
      const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), line), text);
      if (!parsed.success) throw new OperationError(`${path}, line ${number}: expected {"Item": …}`);
      yield parsed.output.Item;
    }
    if (expected !== undefined && expected.items !== number)
      throw new OperationError(`${path}: expected ${expected.items} items by its manifest, got ${number}`);
  }
}

function listItemFiles(folder: string, table: TableName): ItemFile[] {
  const path = joinTableFolder(folder, table);
  let names: string[];
  try {
    names = readdirSync(path);
  } catch {
    throw new OperationError(`${path}: expected a folder with the items of the table ${table}`);
  }
  if (names.includes(MANIFEST)) return listExportedFiles(path);
  if (names.includes(AWS_FOLDER)) {
    const exports = readdirSync(join(path, AWS_FOLDER));
    const [only = ''] = exports;
    if (exports.length !== 1)
      throw new OperationError(`${join(path, AWS_FOLDER)}: expected one export, got ${exports.length}`);
    return listExportedFiles(join(path, AWS_FOLDER, only));
  }
  return names
    .filter((name) => name.endsWith('.json.gz'))
    .sort()
    .map((name) => ({ path: join(path, name) }));
}

/**
 * Lists the files of an export as AWS writes it:
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/S3DataExport.Output.html
 */
function listExportedFiles(path: string): ItemFile[] {
  const summaryFile = join(path, 'manifest-summary.json');
  const summary = v.safeParse(
    manifestSummary,
    existsSync(summaryFile) ? readFileSync(summaryFile, 'utf8') : '',
  );
  if (!summary.success)
    throw new OperationError(`${summaryFile}: expected the summary of an export that has ended`);
  const { outputFormat, exportType, itemCount } = summary.output;
  if (outputFormat !== 'DYNAMODB_JSON' || exportType !== 'FULL_EXPORT')
    throw new OperationError(
      `${summaryFile}: expected a full export as DYNAMODB_JSON, got ${exportType} as ${outputFormat}`,
    );
  const files = readFileSync(join(path, MANIFEST), 'utf8')
    .split('\n')
    .filter((text) => text.trim() !== '')
    .map((text, at) => {
      const parsed = v.safeParse(manifestLine, text);
      if (!parsed.success)
        throw new OperationError(`${join(path, MANIFEST)}, line ${at + 1}: expected a file and its items`);
      const { dataFileS3Key, itemCount: items, md5Checksum: md5 } = parsed.output;
      return { path: join(path, 'data', basename(dataFileS3Key)), expected: { items, md5 } };
    });
  const listed = files.reduce((sum, { expected }) => sum + expected.items, 0);
  if (listed !== itemCount)
    throw new OperationError(`${join(path, MANIFEST)}: expected ${itemCount} items in all, got ${listed}`);
  for (const { path: file, expected } of files) {
    if (!existsSync(file)) throw new OperationError(`${file}: expected by its manifest, not found`);
    const md5 = createHash('md5').update(readFileSync(file)).digest('base64');
    if (md5 !== expected.md5)
      throw new OperationError(`${file}: expected checksum ${expected.md5} by its manifest, got ${md5}`);
  }
  return files;
}

// Copies a stage's tables and bucket into a folder. The tables are read while the service runs: an import or report in
// progress may be copied half. For a consistent copy, stop the stage first, or export from a point in time
// (docs/runbook.md).

export interface StageCounts {
  readonly orders: number;
  readonly service: number;
  readonly objects: number;
}

/** Throws OperationError if the folder is not empty. */
export async function exportStage(
  { dynamoDb, s3 }: { readonly dynamoDb: DynamoDBClient; readonly s3: S3Client },
  { tables, bucket }: CopiedStage,
  folder: string,
): Promise<StageCounts> {
  requireEmpty(folder);
  const counts: Record<TableName, number> = { orders: 0, service: 0 };
  for (const table of TABLES)
    counts[table] = await exportTable(dynamoDb, tables[table], joinTableFolder(folder, table));
  let objects = 0;
  mkdirSync(joinObjectsFolder(folder), { recursive: true });
  for await (const { Contents = [] } of paginateListObjectsV2({ client: s3 }, { Bucket: bucket })) {
    for (const { Key } of Contents) {
      if (Key === undefined) continue;
      const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key }));
      if (Body === undefined) continue;
      writeFileSync(toObjectFile(folder, Key), await Body.transformToByteArray());
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

// Copies a folder that `stage export` wrote, or tables that AWS exported, into a new stage. The copy is paused unless
// it takes over: its schedules and audiences run on request only, and reports in progress send no notifications, so
// that two stages never act on the same shop.

const requestText = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.unknown()));
/** DynamoDB's limit on the items of one request. */
const BATCH = 25;
const MAX_TRIES = 20;
/** Leases and places in line of work that runs on the other stage: nothing here would release them. */
const RUNNING_WORK_ITEMS: readonly string[] = ['held-reads', 'webhook-sends', 'report-line'];

interface ImportOptions {
  /** Whether the stage takes over: schedules, audiences and notifications continue here, and must be stopped there. */
  readonly takesOver: boolean;
}

/** Throws OperationError if the stage has items, or the folder cannot be read. */
export async function importStage(
  { dynamoDb, s3 }: { readonly dynamoDb: DynamoDBClient; readonly s3: S3Client },
  { tables, bucket }: CopiedStage,
  folder: string,
  { takesOver }: ImportOptions,
): Promise<StageCounts> {
  // Read in full before anything is written.
  for await (const { pk } of readItems(folder, 'service'))
    if (pk === undefined) throw new OperationError(`${folder}: expected items of the Service table`);
  for (const table of TABLES) await requireNew(dynamoDb, tables[table]);
  let objects = 0;
  // Objects come first: nobody can request them before there are keys.
  for (const file of listObjectFiles(folder)) {
    const Body = readFileSync(join(joinObjectsFolder(folder), file));
    await s3.send(new PutObjectCommand({ Bucket: bucket, Key: toObjectKey(file), Body }));
    objects++;
  }
  const orders = await write(dynamoDb, tables.orders, readItems(folder, 'orders'));
  const kept = prepareItems(readItems(folder, 'service'), takesOver);
  return { orders, service: await write(dynamoDb, tables.service, kept), objects };
}

/** Returns none if only tables were exported. */
function listObjectFiles(folder: string): string[] {
  try {
    return readdirSync(joinObjectsFolder(folder)).sort();
  } catch {
    return [];
  }
}

async function* prepareItems(
  items: AsyncGenerator<StageItem>,
  takesOver: boolean,
): AsyncGenerator<StageItem> {
  for await (const item of items) {
    if (RUNNING_WORK_ITEMS.includes(item.pk?.S ?? '')) continue;
    yield takesOver ? item : pauseItem(item);
  }
}

/** Pauses an item while another stage does the work. */
function pauseItem(item: StageItem): StageItem {
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
  // Reports that still have to send a notification lose their receiver as well.
  const { webhook_url: _receiver, ...request } = v.parse(requestText, item.request?.S);
  return { ...item, request: { S: JSON.stringify(request) } };
}

async function requireNew(client: DynamoDBClient, table: string): Promise<void> {
  const { Items = [] } = await client.send(new ScanCommand({ TableName: table, Limit: 1 }));
  const [found] = Items;
  if (found !== undefined)
    throw new OperationError(`${table} has items already (${found.pk?.S}): import into a stage that is new`);
}

async function write(
  client: DynamoDBClient,
  table: string,
  items: AsyncGenerator<StageItem>,
): Promise<number> {
  let written = 0;
  let batch: WriteRequest[] = [];
  const flush = async (): Promise<void> => {
    let left: WriteRequest[] = batch;
    for (let tries = 0; left.length > 0; tries++) {
      if (tries > 0) await pause(Math.min(5_000, 50 * 2 ** tries));
      if (tries === MAX_TRIES)
        throw new OperationError(`${table} accepts no more items for now: empty the stage and start again`);
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
