// Tests exported Parquet with the reader that data teams use: exact decimals, maps and times, and months as partitions.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEmptyPart, type OrderPart } from '../../../../src/analysis/ingest/stored-order.ts';
import { formatDecimal, parseUnits } from '../../../../src/analysis/money/decimal-text.ts';
import { createStage, listExpected, NOW, storedOrders } from './orders-stage.ts';

const folder = mkdtempSync(join(tmpdir(), 'orders-duckdb-'));
let duckdb: Awaited<ReturnType<DuckDBInstance['connect']>>;
beforeAll(async () => {
  duckdb = await (await DuckDBInstance.create(':memory:')).connect();
  await duckdb.run("SET TimeZone = 'UTC'");
});
afterAll(() => rmSync(folder, { recursive: true }));

let tables = 0;
/** Exports the orders, a file a month, in folders as the command line writes them. */
async function exportByMonth(orders: readonly OrderPart[]) {
  const { run, files, result } = createStage(orders, {
    item: { format: 'parquet', partition_by: 'month' },
    ordersPerSlice: 20,
  });
  await run();
  const table = join(folder, String(tables++));
  const months: (string | undefined)[] = [];
  for (const [at, { name, month }] of (result()?.files ?? []).entries()) {
    months.push(month);
    const partition = join(table, `month=${month ?? '__HIVE_DEFAULT_PARTITION__'}`);
    mkdirSync(partition, { recursive: true });
    writeFileSync(join(partition, `${at}.parquet`), files.get(name) ?? '');
  }
  return { months, from: `read_parquet('${table}/**/*.parquet', hive_partitioning = true)` };
}
const query = async (sql: string) => (await duckdb.runAndReadAll(sql)).getRowObjectsJson();

const createOrder = (orderId: string, date: string | undefined): OrderPart => ({
  ...createEmptyPart(orderId),
  orderDate: date === undefined ? undefined : { value: Date.parse(date), importId: 'i' },
  lines: new Map([
    ['p', { name: 'p', sku: 'p', unitPrice: 1, quantity: 2, customFields: undefined, importId: 'i' }],
  ]),
});

describe('DuckDB', () => {
  it('reads every exported row with its exact price', async () => {
    await fc.assert(
      fc.asyncProperty(
        storedOrders.filter(({ length }) => length > 0),
        async (orders) => {
          const { from } = await exportByMonth(orders);
          const rows = await query(
            `SELECT order_id, customer_id, epoch_ms(order_date) AS date, product_name, product_sku,
              unit_price::VARCHAR AS price, quantity, map_entries(custom_fields) AS fields, import_id, contact
            FROM ${from}`,
          );
          const found = rows.map(({ price, fields, ...row }) =>
            JSON.stringify({ ...row, price: String(parseUnits(String(price), 18)), fields: fields ?? [] }),
          );
          const expected = listExpected(orders).map((row) =>
            JSON.stringify({
              order_id: row.order_id,
              customer_id: row.customer_id,
              date: row.order_date === null ? null : String(Date.parse(row.order_date)),
              product_name: row.product_name,
              product_sku: row.product_sku,
              quantity: String(row.quantity),
              import_id: row.import_id,
              contact: row.contact,
              price: String(parseUnits(formatDecimal(row.unit_price), 18)),
              fields: Object.entries(row.custom_fields ?? {}).map(([key, value]) => ({ key, value })),
            }),
          );
          expect(found.sort()).toEqual(expected.sort());
        },
      ),
      { numRuns: 15 },
    );
  });

  it('reads only the files of the months that a query names', async () => {
    const dates = [
      '2026-01-31T23:59:59.999Z',
      '2026-02-01T00:00:00.000Z',
      '2026-02-28',
      '2026-04-01',
      undefined,
    ];
    const { from, months } = await exportByMonth(dates.map((date, at) => createOrder(`o${at}`, date)));
    expect(months).toEqual(['2026-01', '2026-02', '2026-04', undefined]);
    expect(await query(`SELECT month, count(*) AS orders FROM ${from} GROUP BY 1 ORDER BY 1`)).toEqual([
      { month: '2026-01', orders: '1' },
      { month: '2026-02', orders: '2' },
      { month: '2026-04', orders: '1' },
      { month: null, orders: '1' },
    ]);
    const plan = await query(`EXPLAIN SELECT sum(amount) FROM ${from} WHERE month = '2026-02'`);
    expect(JSON.stringify(plan)).toMatch(/Scanning Files: 1\/4/);
  });

  it('skips row groups by their dates', async () => {
    const { from } = await exportByMonth([createOrder('o', new Date(NOW).toISOString())]);
    const [range] = await query(
      `SELECT stats_min_value AS low, stats_max_value AS high FROM parquet_metadata('${/'(.*)'/.exec(from)?.[1]}')
      WHERE path_in_schema = 'order_date'`,
    );
    expect([range?.low, range?.high].map((text) => new Date(`${text}Z`).getTime())).toEqual([NOW, NOW]);
  });
});
