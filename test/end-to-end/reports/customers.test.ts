// Tests the customers of a report: their number, their changes since the previous report, and no erased ones.
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { cohortCustomerRows } from '../../../src/contract/report-types/cohort/customer-rows.ts';
import { rfmCustomerRows } from '../../../src/contract/report-types/rfm/customer-rows.ts';
import { type Client, createClient, until } from '../../../tools/harness/client.ts';
import { DEPLOYED, PARTITIONED, useTarget } from '../use-target.ts';

const target = useTarget();

const rfmPage = v.object({
  compared_with: v.nullable(v.string()),
  customers_matched: v.number(),
  customers: v.array(v.strictObject(rfmCustomerRows.component[0].entries)),
  next_cursor: v.optional(v.string()),
});
const cohortPage = v.object({
  customers: v.array(v.strictObject(cohortCustomerRows.component[0].entries)),
});
const rfmReport = v.object({
  report_id: v.string(),
  segments: v.array(v.object({ name: v.string(), count: v.number(), revenue: v.number() })),
  score_grid: v.array(
    v.object({ recency: v.number(), frequency_monetary: v.number(), customers: v.number() }),
  ),
  changes: v.object({ moved: v.optional(v.number()) }),
});

const createOrder = (id: string, customer: string, day: number, price: number) => ({
  order_id: id,
  customer_id: customer,
  order_date: new Date(Date.UTC(2026, 0, day)).toISOString(),
  line_items: [{ product_name: 'tea', unit_price: price }],
});

async function list(client: Client, reportId: string, query = '') {
  const { status, body } = await client.get(`/reports/${reportId}/customers?${query}`);
  expect([status, body.error]).toEqual([200, undefined]);
  return v.parse(rfmPage, body);
}
const listIds = ({ customers }: { customers: readonly { customer_id: string }[] }) =>
  customers.map(({ customer_id }) => customer_id);

describe.skipIf(DEPLOYED)('the customers of a report (needs accounts of its own)', () => {
  it('match the counts of its segments, are returned in pages, and have their previous segment', async () => {
    const client = createClient(target.baseUrl, (await target.local.newAccount('max')).apiKey);
    const people = Array.from({ length: 12 }, (_, i) => `c${i}`);
    await client.push(people.map((who, i) => createOrder(`1-${who}`, who, 1 + i, 10 + i)));
    const first = v.parse(rfmReport, await client.report({ report_type: 'RFM' }));
    const everybody = await list(client, first.report_id, 'order_by=monetary&order=desc');
    expect(everybody).toMatchObject({ compared_with: null, customers_matched: 12 });
    expect(listIds(everybody)).toEqual(people.toReversed());
    for (const { name, count, revenue } of first.segments) {
      const found = await list(client, first.report_id, `segment=${encodeURIComponent(name)}`);
      expect([name, found.customers_matched]).toEqual([name, count]);
      expect(found.customers.reduce((sum, { monetary }) => sum + monetary, 0)).toBe(revenue);
    }
    for (const { recency, frequency_monetary, customers } of first.score_grid) {
      const scores = `r_score=${recency}&fm_score=${frequency_monetary}`;
      expect(await list(client, first.report_id, scores)).toMatchObject({ customers_matched: customers });
    }
    const paged: string[] = [];
    for (let cursor = ''; ; ) {
      const page = await list(client, first.report_id, `limit=5&order_by=recency&order=asc${cursor}`);
      paged.push(...listIds(page));
      if (page.next_cursor === undefined) break;
      cursor = `&cursor=${page.next_cursor}`;
    }
    expect(paged).toEqual(people.toReversed());

    // c0 becomes the best customer, and eve is new.
    await client.push([
      ...[1, 2, 3].map((n) => createOrder(`2-${n}`, 'c0', 14 + n, 100)),
      createOrder('2-eve', 'eve', 13, 5),
    ]);
    const second = v.parse(rfmReport, await client.report({ report_type: 'RFM' }));
    const moved = await list(client, second.report_id, 'moved=true');
    expect(moved).toMatchObject({ compared_with: first.report_id, customers_matched: second.changes.moved });
    const before = everybody.customers.find(({ customer_id }) => customer_id === 'c0')?.segment;
    expect(moved.customers.find(({ customer_id }) => customer_id === 'c0')).toMatchObject({
      segment: 'Champions',
      previous_segment: before,
      monetary: 310,
      first_purchase: '2026-01-01',
      last_purchase: '2026-01-17',
    });
    const joined = await list(client, second.report_id, 'joined=true');
    expect(listIds(joined)).toEqual(['eve']);
    expect(
      listIds(await list(client, second.report_id, 'min_monetary=20&max_monetary=21&order=asc')),
    ).toEqual(['c10', 'c11']);

    const cohorts = await client.report({ report_type: 'COHORT' });
    const found = await client.get(
      `/reports/${cohorts.report_id}/customers?cohort=2026-01&order_by=first_purchase`,
    );
    const { customers } = v.parse(cohortPage, found.body);
    expect(customers).toHaveLength(13);
    expect(customers.find(({ customer_id }) => customer_id === 'c0')).toMatchObject({
      days_to_second_order: 14,
    });
    expect(await client.get(`/reports/${cohorts.report_id}/customers?segment=Lost`)).toMatchObject({
      status: 400,
      body: { param: 'segment' },
    });
  });

  it.skipIf(PARTITIONED)(
    'exclude an erased customer as soon as the erasure is accepted, and afterwards',
    async () => {
      const client = createClient(target.baseUrl, (await target.local.newAccount('max')).apiKey);
      await client.push(['ann', 'bob', 'cid'].map((who, i) => createOrder(who, who, 1 + i, 10)));
      const report = v.parse(rfmReport, await client.report({ report_type: 'RFM' }));
      expect(listIds(await list(client, report.report_id)).sort()).toEqual(['ann', 'bob', 'cid']);
      const accepted = await client.send('/customers/bob', { method: 'DELETE' });
      expect(accepted.status).toBe(202);
      const listShown = async () => listIds(await list(client, report.report_id)).sort();
      expect(await listShown()).toEqual(['ann', 'cid']);
      await until(async () => {
        expect(await listShown()).toEqual(['ann', 'cid']);
        const { body } = await client.get(`/erasures/${accepted.body.erasure_id}`);
        return body.status === 'completed' ? body : undefined;
      });
      expect(await listShown()).toEqual(['ann', 'cid']);
      // Later orders are not erased: bob is a customer again in a new report, and not in the old one.
      await client.push([createOrder('again', 'bob', 9, 10)]);
      const later = v.parse(rfmReport, await client.report({ report_type: 'RFM' }));
      expect(listIds(await list(client, later.report_id)).sort()).toEqual(['ann', 'bob', 'cid']);
      expect(listIds(await list(client, later.report_id, 'joined=true'))).toEqual(['bob']);
      expect(await listShown()).toEqual(['ann', 'cid']);
    },
  );
});
