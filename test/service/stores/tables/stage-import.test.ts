// Tests the import of tables that AWS exported into a new stage, with --take-over, which keeps every item unchanged,
// and without it, which leaves the stage idle.
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type AttributeValue, DeleteItemCommand, ScanCommand } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { importStage } from '../../../../apps/cli/stage-copy/stage-copy.ts';
import { TABLES, useTables } from './use-tables.ts';

type Item = Record<string, AttributeValue>;

const stage = useTables();
const folder = mkdtempSync(join(tmpdir(), 'order-analytics-import-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const createUnfinished = (kind: string) => ({
  unfinished_kind: { S: kind },
  unfinished_since: { S: '2026-03-02' },
});
const SCHEDULE = { pk: { S: 'acc' }, sk: { S: 'schedule#1' }, next_run: { S: '2026-03-02' } };
const AUDIENCE = { pk: { S: 'acc' }, sk: { S: 'audience#1' }, refresh: { S: 'after_import' } };
const REPORT = { pk: { S: 'acc' }, sk: { S: 'report#1' } };
const createRequest = (more: object) => ({ request: { S: JSON.stringify({ report_type: 'MBA', ...more }) } });
const IMPORT = { pk: { S: 'acc' }, sk: { S: 'import#1' }, done: { NS: ['0', '1'] } };
const SERVICE: Item[] = [
  { ...SCHEDULE, ...createUnfinished('schedule') },
  { ...AUDIENCE, ...createUnfinished('audience') },
  {
    ...REPORT,
    ...createRequest({ webhook_url: 'https://shop.example/hook' }),
    ...createUnfinished('report'),
  },
  { ...IMPORT, ...createUnfinished('import#3') },
];
/** Leases of work that runs on the other stage. */
const LEASES: Item[] = [
  { pk: { S: 'held-reads' }, sk: { S: 'leases' } },
  { pk: { S: 'report-line' }, sk: { S: 'line' } },
];
const ORDERS: Item[] = Array.from({ length: 60 }, (_, at) => ({
  pk: { S: `acc#shop#${at % 16}` },
  sk: { S: `o${at}#0` },
  version: { N: '1' },
}));

function exportTable(table: string, items: readonly Item[]): void {
  const path = join(folder, table, 'AWSDynamoDB', '01693685827463-2d8752fd');
  mkdirSync(join(path, 'data'), { recursive: true });
  const bytes = gzipSync(items.map((item) => `${JSON.stringify({ Item: item })}\n`).join(''));
  writeFileSync(join(path, 'data', 'a.json.gz'), bytes);
  const md5Checksum = createHash('md5').update(bytes).digest('base64');
  const file = { itemCount: items.length, md5Checksum, dataFileS3Key: 'AWSDynamoDB/1/data/a.json.gz' };
  writeFileSync(join(path, 'manifest-files.json'), `${JSON.stringify(file)}\n`);
  const summary = { itemCount: items.length, outputFormat: 'DYNAMODB_JSON', exportType: 'FULL_EXPORT' };
  writeFileSync(join(path, 'manifest-summary.json'), JSON.stringify(summary));
}
beforeAll(() => {
  exportTable('orders', ORDERS);
  exportTable('service', [...SERVICE, ...LEASES]);
});

/** Returns the contents of the stage's tables after an import, and empties them. */
async function importTables(takesOver: boolean): Promise<Record<keyof typeof TABLES, Item[]>> {
  const s3 = new S3Client({ region: 'us-east-1' });
  mockClient(s3).rejects('there are no objects to copy');
  const clients = { dynamoDb: stage.client, s3 };
  const counts = await importStage(clients, { tables: TABLES, bucket: 'b' }, folder, { takesOver });
  expect(counts).toEqual({ orders: ORDERS.length, service: SERVICE.length, objects: 0 });
  await expect(importStage(clients, { tables: TABLES, bucket: 'b' }, folder, { takesOver })).rejects.toThrow(
    'import into a stage that is new',
  );
  const found: Record<keyof typeof TABLES, Item[]> = { orders: [], service: [] };
  for (const table of ['orders', 'service'] as const) {
    const TableName = TABLES[table];
    const { Items = [] } = await stage.client.send(new ScanCommand({ TableName }));
    found[table] = Items;
    for (const { pk, sk } of Items)
      await stage.client.send(
        new DeleteItemCommand({ TableName, Key: { ...(pk && { pk }), ...(sk && { sk }) } }),
      );
  }
  return found;
}

const sortItems = (items: readonly Item[]): Item[] =>
  items.toSorted((a, b) => String(a.sk?.S).localeCompare(String(b.sk?.S)));

it('imports every item unchanged with --take-over, except leases of work that runs elsewhere', async () => {
  const { orders, service } = await importTables(true);
  expect(sortItems(orders)).toEqual(sortItems(ORDERS));
  expect(sortItems(service)).toEqual(sortItems(SERVICE));
});

it('imports nothing that is due or sends a notification without --take-over', async () => {
  const { orders, service } = await importTables(false);
  expect(sortItems(orders)).toEqual(sortItems(ORDERS));
  const { next_run: _due, ...schedule } = SCHEDULE;
  expect(sortItems(service)).toEqual(
    sortItems([
      ...SERVICE.filter(({ sk }) => sk?.S === 'import#1'),
      { ...schedule, paused: { S: 'requested' } },
      { ...AUDIENCE, refresh: { S: 'manual' } },
      { ...REPORT, ...createRequest({}), ...createUnfinished('report') },
    ]),
  );
});
