// The table that a stage keeps of each dataset, on a local cloud with the setting: in step after pushes, read by DuckDB.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, describe, expect, it } from 'vitest';
import { LOCAL_CREDENTIALS } from '../../../apps/local-cloud/engines/dynamodb.ts';
import { createOpenTables } from '../../../src/service/exports/table/open-tables.ts';
import { createClient, until } from '../../../tools/harness/client.ts';
import { DEPLOYED, useOwnTarget } from '../use-target.ts';

const target = useOwnTarget({ settings: { openTable: true } });
const folder = mkdtempSync(join(tmpdir(), 'open-table-'));
afterAll(() => rmSync(folder, { recursive: true }));

const createOrder = (order_id: string, month: string, quantity = 1) => ({
  order_id,
  customer_id: `c-${order_id}`,
  order_date: `2026-${month}-15T12:00:00Z`,
  line_items: [{ product_name: 'tea', unit_price: 2.5, quantity }],
});

describe.skipIf(DEPLOYED)('the table of a dataset', () => {
  async function setUp() {
    const { cloud, db, newAccount } = target.local;
    const { accountId, apiKey } = await newAccount('max');
    const dataset = { accountId, datasetId: 'default' };
    const openTables = createOpenTables(db, cloud.outputs.ServiceTable ?? '');
    const s3 = new S3Client({
      ...{ endpoint: cloud.endpoints.s3, region: 'us-east-1', forcePathStyle: true },
      credentials: LOCAL_CREDENTIALS,
    });
    const Bucket = cloud.outputs.BodiesBucket ?? '';
    /** As the five-minute schedule does, when the table is due. */
    async function refresh(): Promise<void> {
      const before = (await openTables.get(dataset))?.as_of ?? '';
      await openTables.callNow(dataset, new Date(Date.now() - 1).toISOString());
      await target.invoke('Reconcile', {});
      await until(async () => ((await openTables.get(dataset))?.as_of ?? '') > before || undefined);
    }
    /** Copies the files of the account, with their paths. */
    async function copyFiles(): Promise<string[]> {
      rmSync(join(folder, accountId), { recursive: true, force: true });
      const Prefix = `tables/account=${accountId}/`;
      const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket, Prefix }));
      for (const { Key = '' } of Contents) {
        const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key }));
        const path = join(folder, accountId, Key);
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, (await Body?.transformToByteArray()) ?? '');
      }
      return Contents.map(({ Key = '' }) => Key.slice(Prefix.length));
    }
    const duckdb = await (await DuckDBInstance.create(':memory:')).connect();
    const from = `read_parquet('${folder}/${accountId}/tables/**/lines.parquet', hive_partitioning = true)`;
    return {
      push: createClient(target.baseUrl, apiKey).push,
      refresh,
      copyFiles,
      from,
      query: async (sql: string) => (await duckdb.runAndReadAll(sql)).getRowObjectsJson(),
    };
  }

  it('has the orders of each month, and those of later pushes after the next refresh', async () => {
    const { push, refresh, copyFiles, query, from } = await setUp();
    await push([createOrder('a', '01'), createOrder('b', '02'), createOrder('c', '03')]);
    await refresh();
    const paths = ['01', '02', '03'].map((month) => `dataset=default/month=2026-${month}/lines.parquet`);
    expect(await copyFiles()).toEqual(['dataset=default/_manifest.json', ...paths]);
    const byMonth = `SELECT month, sum(amount)::DOUBLE AS revenue FROM ${from} GROUP BY month ORDER BY month`;
    expect(await query(byMonth)).toEqual(
      ['01', '02', '03'].map((month) => ({ month: `2026-${month}`, revenue: 2.5 })),
    );
    const plan = await query(`EXPLAIN SELECT sum(amount) FROM ${from} WHERE month = '2026-02'`);
    expect(JSON.stringify(plan)).toMatch(/Scanning Files: 1\/3/);

    // An order that moves from one month to another.
    await push([createOrder('b', '04', 3)]);
    await refresh();
    expect((await copyFiles()).slice(1)).toEqual(
      ['01', '03', '04'].map((month) => `dataset=default/month=2026-${month}/lines.parquet`),
    );
    expect(await query(byMonth)).toEqual([
      { month: '2026-01', revenue: 2.5 },
      { month: '2026-03', revenue: 2.5 },
      { month: '2026-04', revenue: 7.5 },
    ]);
  });
});
