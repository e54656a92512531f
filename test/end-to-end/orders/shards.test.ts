// A dataset of 256 shards answers as one of 16, whatever is asked of it.
import { describe, expect, it } from 'vitest';
import { type Order, OrderAnalytics } from '../../../client/src/index.ts';
import { until } from '../../../quality/harness/client.ts';
import { DEPLOYED, useTarget } from '../use-target.ts';

const target = useTarget();
const datasetId = 'shop';

const ordersFrom = (from: number, to: number, price: number): Order[] =>
  Array.from({ length: to - from }, (_, n) => ({
    order_id: `o${from + n}`,
    customer_id: `c${(from + n) % 7}`,
    contact: `c${(from + n) % 7}@example.com`,
    order_date: new Date(Date.UTC(2026, 0, 1 + (from + n))).toISOString(),
    line_items: ['tea', 'milk', ...((from + n) % 2 === 0 ? ['cup'] : [])].map((product_name) => ({
      ...{ product_name, unit_price: price, quantity: 1 },
    })),
  }));

async function all<T>(list: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const one of list) found.push(one);
  return found;
}

/** All that answers depend on, as a client sees it. */
async function answersOf(shards: 16 | 256) {
  const { apiKey } = await target.local.newAccount('max');
  const client = new OrderAnalytics({ baseUrl: target.baseUrl, apiKey });
  expect(await client.datasets.update(datasetId, { shards })).toMatchObject({ shards });
  const push = async (orders: readonly Order[]) =>
    (await client.push(orders, { datasetId, wait: true })).rows;
  const listed = async (query: { customer_id?: string } = {}) =>
    (await all(client.orders.list({ dataset_id: datasetId, limit: 9, ...query }))).map(
      ({ order_id, line_count, revenue }) => `${order_id}: ${line_count} lines, ${revenue}`,
    );

  const rows = [await push(ordersFrom(0, 30, 2))];
  rows.push(await push(ordersFrom(20, 50, 3)));
  const { association_rules, summary } = await client.reports.createAndWait({
    report_type: 'MBA',
    dataset_id: datasetId,
  });
  const { report_id, segments, metrics } = await client.reports.createAndWait({
    report_type: 'RFM',
    dataset_id: datasetId,
  });
  const exported = await all(client.reports.export(report_id, 'customers'));
  const { audience_id } = await client.audiences.create({
    name: 'All',
    dataset_id: datasetId,
    conditions: [{ report: { report_type: 'RFM' } }],
  });
  await client.audiences.refresh(audience_id);
  await until(async () => ((await client.audiences.get(audience_id)).members === null ? undefined : true));
  const members = await all(client.audiences.members(audience_id));
  await expect(client.datasets.update(datasetId, { shards: 64 })).rejects.toThrow(
    `shards: expected ${shards}, which cannot change, got 64`,
  );
  expect((await all(client.datasets.list())).map((one) => [one.slug, one.shards])).toEqual([
    ['default', 16],
    [datasetId, shards],
  ]);
  const one = await client.orders.get('o25', { datasetId });
  const before = [await listed(), await listed({ customer_id: 'c3' })];

  const { erasure_id } = await client.customers.delete('c3', { datasetId });
  const { erased } = await client.erasures.wait(erasure_id);
  const after = [await listed(), await listed({ customer_id: 'c3' })];
  return {
    ...{ rows, association_rules, summary, segments, metrics, exported, before, erased, after },
    members: members.map(({ customer_id, contact }) => `${customer_id} ${contact}`).sort(),
    line_items: one.line_items.map(({ product_name, unit_price }) => `${product_name} ${unit_price}`),
  };
}

describe.skipIf(DEPLOYED)('a dataset of 256 shards (needs accounts of its own)', () => {
  it('gives the same imports, reports, lists, exports, audiences and erasures as one of 16', async () => {
    const [plain, wide] = await Promise.all([answersOf(16), answersOf(256)]);
    expect(wide).toEqual(plain);
    expect(plain.rows).toMatchObject([{ inserted: 75 }, { inserted: 50, updated: 25 }]);
    expect([plain.before[0]?.length, plain.before[1]?.length]).toEqual([50, 7]);
    expect([plain.after[0]?.length, plain.after[1]?.length]).toEqual([43, 0]);
    expect([plain.exported.length, plain.members.length]).toEqual([7, 7]);
  });
});
