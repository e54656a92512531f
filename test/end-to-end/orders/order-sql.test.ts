// docs/orders-out.md: its SQL on exported orders gives the figures of the service's reports on the same orders.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OrderAnalytics } from '../../../packages/client/src/index.ts';
import { createClient } from '../../../tools/harness/client.ts';
import { createRandom, drawBelow } from '../../../tools/harness/random/random.ts';
import { DEPLOYED, useTarget } from '../use-target.ts';

const target = useTarget();
const folder = mkdtempSync(join(tmpdir(), 'orders-sql-'));
afterAll(() => rmSync(folder, { recursive: true }));

const PAGE = readFileSync(join(import.meta.dirname, '../../../docs/orders-out.md'), 'utf8');
const [CREATE_VIEW = '', BY_MONTH = '', RFM = '', COHORTS = '', PAIRS = ''] = [
  ...PAGE.matchAll(/```sql\n(.*?)```/gs),
].map(([, sql]) => sql);

const PRODUCTS = ['tea', 'milk', 'cake', 'jam', 'honey', 'toast'];
/** Orders over four months, without returns. */
function createShop() {
  const random = createRandom(7);
  return Array.from({ length: 150 }, (_, at) => ({
    order_id: `o${at}`,
    customer_id: `c${drawBelow(random, 40)}`,
    order_date: new Date(Date.UTC(2026, drawBelow(random, 4), 1 + drawBelow(random, 28), 12)).toISOString(),
    line_items: PRODUCTS.filter((_, rank) => random() < 0.7 / (1 + rank / 3) || rank === at % 6).map(
      (product_name, rank) => ({
        product_name,
        unit_price: (100 + drawBelow(random, 900)) / 100,
        quantity: 1 + (rank % 3),
      }),
    ),
  }));
}

const SCORED = ['customer_id', 'recency', 'frequency', 'monetary', 'r_score', 'f_score', 'm_score'];

describe.skipIf(DEPLOYED)('SQL on exported orders', () => {
  let client: OrderAnalytics;
  let query: (sql: string) => Promise<Record<string, unknown>[]>;
  beforeAll(async () => {
    const { apiKey } = await target.local.newAccount('max');
    client = new OrderAnalytics({ baseUrl: target.baseUrl, apiKey });
    await createClient(target.baseUrl, apiKey).push(createShop());
    const { exports } = client.datasets;
    const { export_id } = await exports.create('default', { format: 'parquet', partition_by: 'month' });
    const { files } = await exports.wait('default', export_id);
    expect(files.map(({ month }) => month)).toEqual(['2026-01', '2026-02', '2026-03', '2026-04']);
    for (const [at, { month }] of files.entries()) {
      const partition = join(folder, 'orders', `month=${month}`);
      mkdirSync(partition, { recursive: true });
      const bytes = await new Response(await exports.download('default', export_id, at)).arrayBuffer();
      writeFileSync(join(partition, `${at}.parquet`), new Uint8Array(bytes));
    }
    const duckdb = await (await DuckDBInstance.create(':memory:')).connect();
    await duckdb.run("SET TimeZone = 'UTC'");
    await duckdb.run(CREATE_VIEW.replace('orders/', `${folder}/orders/`));
    query = async (sql) =>
      (await duckdb.runAndReadAll(sql))
        .getRowObjectsJson()
        .map((row) =>
          Object.fromEntries(
            Object.entries(row).map(([name, value]) => [
              name,
              Number.isNaN(Number(value)) ? value : Number(value),
            ]),
          ),
        );
  });

  it('has the scores of an RFM report', async () => {
    const report = await client.reports.createAndWait({ report_type: 'RFM' });
    const customers = [];
    for await (const one of client.reports.customers(report.report_id)) customers.push(one);
    const expected = customers
      .map((one) => Object.fromEntries(Object.entries(one).filter(([name]) => SCORED.includes(name))))
      .sort((a, b) => (String(a.customer_id) < String(b.customer_id) ? -1 : 1));
    expect(expected.length).toBeGreaterThan(30);
    expect(await query(RFM)).toEqual(expected);
  });

  it('has the customers of a cohort report, and its revenue by month', async () => {
    const report = await client.reports.createAndWait({ report_type: 'COHORT' });
    const active = report.cohorts.flatMap(({ cohort, periods }) =>
      periods.flatMap(({ active_customers: customers }, at) =>
        customers === 0 ? [] : [{ cohort, month: `2026-0${Number(cohort.slice(-1)) + at}`, customers }],
      ),
    );
    expect(await query(COHORTS)).toEqual(active);
    const months = (report.activity ?? []).map(({ name, orders, revenue }) => ({
      month: name,
      orders,
      revenue,
    }));
    expect(await query(BY_MONTH)).toEqual(months);
  });

  it('has the occurrences of a market basket report', async () => {
    const report = await client.reports.createAndWait({
      report_type: 'MBA',
      params: { min_support: 0.001, min_confidence: 0.001 },
    });
    const found = await query(PAIRS);
    const expected = report.association_rules
      .filter(({ antecedents: [a = ''], antecedents, consequents: [b = ''], consequents }) =>
        antecedents.length + consequents.length === 2 ? a < b : false,
      )
      .map(({ antecedents: [product = ''], consequents: [other = ''], impact_analysis }) => ({
        ...{ product, other, orders: impact_analysis.occurrences },
      }))
      .sort((a, b) => (`${a.product} ${a.other}` < `${b.product} ${b.other}` ? -1 : 1));
    expect(expected.length).toBe(15);
    expect(found).toEqual(expected);
  });
});
