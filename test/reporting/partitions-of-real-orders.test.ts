// Reports on real orders, from the items of the Orders table to everything that a finished report stores: in partitions they
// are byte for byte those of one function, and what others computed from the same files.

import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { choice } from '../../quality/harness/depth.ts';
import { decodeList } from '../../src/core/customer-lists/list-file.ts';
import type { SubmittedOrder } from '../../src/core/ingest/submitted-order.ts';
import { DEFAULT_BUDGET } from '../../src/core/mining/search/search-budget.ts';
import { partitionedMarketBasket } from '../../src/report-types/market-basket/partitions/partitioned.ts';
import { rfmDefinition } from '../../src/report-types/rfm/definition.ts';
import { orderItems } from './order-items.ts';
import { createWorkflow, DATASET, type InPartitions, type Written } from './workflow-in-memory.ts';

const REPORT = 'report-1';
const BODY = `reports/acc/${REPORT}.json.gz`;
const workflow = createWorkflow();

const budget = { ...DEFAULT_BUDGET, maxCandidates: 2 * DEFAULT_BUDGET.maxItemsets };
/** However few line items there are, itemsets are searched in passes. */
const inPasses = partitionedMarketBasket({ gathered: 0, budget });

beforeAll(() => {
  // The log lines of thousands of runs.
  const quiet = vi.spyOn(console, 'info').mockImplementation(() => undefined);
  return () => quiet.mockRestore();
});

function rowsOf(file: string): string[][] {
  return parse(gunzipSync(readFileSync(new URL(file, import.meta.url))), { relax_column_count: true });
}

/** Some orders are stored in parts, as those are that are too large for one item. */
function itemsOf(orders: readonly SubmittedOrder[]) {
  return orderItems(DATASET, orders, ({ line_items }) => line_items.length % 10 === 3);
}

/** The report of one function, after those in partitions were found to be the same. */
async function expectTheSame(request: object, ways: readonly InPartitions[]): Promise<Written> {
  workflow.forget(REPORT);
  const single = await workflow.finish(REPORT, request);
  for (const way of ways) {
    workflow.forget(REPORT);
    const found = await workflow.finish(REPORT, request, way);
    const names = [...new Set([...found.keys(), ...single.keys()])];
    const different = names.filter((name) => !equal(found.get(name), single.get(name)));
    // How the bodies differ is shown; their bytes are too many.
    if (different.includes(BODY)) expect(bodyOf(found), `${way.parts} partitions`).toEqual(bodyOf(single));
    expect(different, `${way.parts} partitions`).toEqual([]);
  }
  return single;
}

function equal(some: Uint8Array | undefined, others: Uint8Array | undefined): boolean {
  return some !== undefined && others !== undefined && Buffer.compare(some, others) === 0;
}

function stored(written: Written, name: string): Uint8Array {
  const bytes = written.get(name);
  if (bytes === undefined) throw new Error(`${name} is not among ${[...written.keys()]}`);
  return bytes;
}

function bodyOf(written: Written) {
  return JSON.parse(gunzipSync(stored(written, BODY)).toString('utf8'));
}

function customersOf(written: Written) {
  const list = decodeList(stored(written, `customers/acc/${REPORT}.bin`));
  return Array.from({ length: list.head.members }, (_, at) => rfmDefinition.customers.row(list, at));
}

it('has the recency, frequency, value, scores and segment of each of the 995 customers of the oracle', async () => {
  const [, ...rows] = rowsOf('../core/rfm/data/rfm-orders.csv.gz');
  const orders = rows.map(([customer_id = '', order_date = '', value = ''], row) => ({
    order_id: `row-${row}`,
    customer_id,
    order_date,
    line_items: [{ product_name: 'order', unit_price: Number(value) }],
  }));
  workflow.setOrders(itemsOf(orders));
  const request = { report_type: 'RFM', filters: { dateRange: { end: '2006-12-31' } } };
  const ways = choice([7], [1, 2, 16]).map((parts) => ({ parts, linesPerFile: 700 }));
  const report = await expectTheSame(request, ways);
  const [, ...answers] = rowsOf('../core/rfm/data/rfm-orders.customers.csv.gz');
  const found = customersOf(report).map((customer) =>
    [
      customer.customer_id,
      customer.recency,
      customer.frequency,
      customer.monetary,
      customer.r_score,
      customer.f_score,
      customer.m_score,
      customer.segment,
    ].join(),
  );
  expect(found.sort()).toEqual(answers.map((answer) => answer.join()).sort());
});

describe('the groceries', () => {
  beforeAll(() => {
    const text = gunzipSync(readFileSync(new URL('../core/mining/data/groceries.csv.gz', import.meta.url)));
    const baskets = text.toString('utf8').split(/\r?\n/).filter(Boolean);
    const orders = baskets.map((basket, at) => ({
      order_id: `basket-${at}`,
      line_items: basket.split(',').map((product_name) => ({ product_name })),
    }));
    workflow.setOrders(itemsOf(orders));
  });

  it('have as many rules as others found', async () => {
    const rules = { max_consequents: 30 };
    const request = { report_type: 'MBA', params: { min_support: 0.01, min_confidence: 0.1, rules } };
    const ways = [
      { parts: 2, linesPerFile: 9_000 },
      { parts: 7, linesPerFile: 9_000, analysisOf: () => inPasses },
    ];
    const report = await expectTheSame(request, ways);
    expect(bodyOf(report).summary).toMatchObject({ orders_processed: 9_835, association_rules_found: 460 });
  });
});
