// Tests reports through the API, with figures that a reader can check by hand, and the schedules that request them.
import * as v from 'valibot';
import { beforeAll, describe, expect, it } from 'vitest';
import { mbaReport } from '../../../src/contract/report-types/market-basket/schema.ts';
import { schedule } from '../../../src/contract/resources/reports/schedules.ts';
import { MAX_SCHEDULES } from '../../../src/contract/schema/limits.ts';
import type { ApiReply } from '../../../tools/harness/client.ts';
import { DEPLOYED, RUN, useTarget } from '../use-target.ts';

const target = useTarget();

describe('reports', () => {
  // Ten baskets: A and B together in four, A alone in two, C in four.
  const baskets = [...Array(4).fill(['A', 'B']), ...Array(2).fill(['A']), ...Array(4).fill(['C'])];
  const dataset = `reports-${RUN}`;
  beforeAll(async () => {
    await target.client.push(
      baskets.map((products: string[], i) => ({
        order_id: String(i),
        customer_id: `c${i % 5}`,
        order_date: `2026-0${1 + (i % 3)}-15`,
        line_items: products.map((product_name) => ({
          product_name,
          product_sku: `sku-${product_name}`,
          unit_price: 10,
          quantity: 1,
        })),
      })),
      dataset,
    );
  });

  it('have association rules that a reader can check by hand, with and without lists', async () => {
    const report = v.parse(
      mbaReport,
      await target.client.report({ report_type: 'MBA', dataset_id: dataset, name: 'by hand' }),
    );
    expect(report).toMatchObject({ status: 'Completed', name: 'by hand', dataset_id: dataset });
    expect(report.summary).toEqual({
      orders_processed: 10,
      total_revenue_processed: 140,
      gross_revenue: 140,
      returns: 0,
      net_revenue: 140,
      average_order_value: 14,
      average_basket_size: 1.4,
      association_rules_found: 2,
      association_rules_considered: 2,
      // Two frequent products allow three tests: both rules, and the pair itself.
      rules_tested: [{ products: 2, share: 0.5, tests: 3 }],
      sets_searched: { min_baskets: 1, max_products: 2, complete: true },
    });
    const rule = report.association_rules.find(({ antecedents }) => antecedents[0] === 'B');
    expect(rule).toMatchObject({
      consequents: ['A'],
      support: 0.4,
      confidence: 1,
      // Ten baskets are too few to prove a rule.
      impact_rating: 'Low',
      proven: false,
      impact_analysis: {
        revenue: 80,
        conversion_rate: 1,
        occurrences: 4,
      },
    });
    const { measures, impact_analysis } = rule ?? {};
    const expected = measures?.expected_occurrences ?? Number.NaN;
    // Four baskets have two products. By chance, these are A and B 1.6 times, A and C as often, and B and C 0.8 times.
    // The model of sizes is fitted by iteration, to four digits; the body has nine digits of its result.
    expect(expected).toBeCloseTo(1.6, 3);
    expect(impact_analysis?.incremental_value).toBeCloseTo(40 * (1 - expected / 4), 7);
    expect(rule?.lift).toBeCloseTo(10 / 6, 12);
    expect(report.ai_insights).toMatchObject({ generated_by: 'rules' });
    const { body } = await target.client.get(`/reports/${report.report_id}?lists=false`);
    expect(body).toEqual({ ...report, association_rules: [] });
    const whole = await target.client.get(`/reports/${report.report_id}?lists=true`);
    expect(whole.body).toEqual(report);
    expect(await target.client.get(`/reports/${report.report_id}?lists=no`)).toMatchObject({
      status: 400,
      body: { param: 'lists' },
    });
  });
});

const REPORT = { template: 'standard_rfm' };
const send = (id: string, method: string, body?: unknown): Promise<ApiReply> =>
  target.client.send(`/schedules/${id}`, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

async function create(request: object): Promise<v.InferOutput<typeof schedule>> {
  const { status, body } = await target.client.post('/schedules', request);
  expect(status).toBe(201);
  return v.parse(schedule, body);
}

it('creates, lists, changes, pauses, resumes and deletes a schedule', async () => {
  const created = await create({
    expression: 'cron(0 7 * * MON)',
    report: { ...REPORT, params: { time_zone: 'America/New_York' } },
    date_range: 'last_90_days',
  });
  expect(created).toMatchObject({
    name: 'Standard RFM segmentation',
    status: 'active',
    time_zone: 'America/New_York',
    report: { ...REPORT, dataset_id: 'default' },
    only_if_changed: false,
    runs: { started: 0, skipped: 0, failed: 0 },
  });
  expect(new Date(created.next_run_at ?? '').getUTCDay()).toBe(1);
  const id = created.schedule_id;
  expect((await send(id, 'GET')).body).toEqual(created);
  expect((await target.client.get('/schedules')).body.schedules).toContainEqual(created);

  const { body: renamed } = await send(id, 'PATCH', { name: 'Weekly' });
  expect(renamed).toEqual({ ...created, name: 'Weekly', updated_by: created.created_by });
  const changed = await send(id, 'PATCH', { expression: 'rate(1 day)', time_zone: 'UTC' });
  const daily = v.parse(schedule, changed.body);
  expect(Date.parse(daily.next_run_at ?? '') - Date.now()).toBeLessThanOrEqual(86_400_000);
  const { body: other } = await send(id, 'PATCH', { report: { report_type: 'MBA' } });
  expect(other).toMatchObject({ report: { report_type: 'MBA' } });
  expect(other.date_range).toBeNull();

  const { body: paused } = await send(id, 'PATCH', { status: 'paused' });
  expect(paused).toMatchObject({ status: 'paused', paused_because: 'requested' });
  expect(paused.next_run_at).toBeNull();
  const resumed = v.parse(schedule, (await send(id, 'PATCH', { status: 'active' })).body);
  expect(resumed.status).toBe('active');
  expect(Date.parse(resumed.next_run_at ?? '')).toBeGreaterThan(Date.now());

  expect((await send(id, 'DELETE')).body).toEqual(resumed);
  expect((await send(id, 'GET')).status).toBe(404);
  expect((await send(id, 'PATCH', { status: 'paused' })).status).toBe(404);
});

it.skipIf(DEPLOYED)(
  `refuses more than ${MAX_SCHEDULES} schedules, and creates one for requests with one Idempotency-Key (needs an account of its own)`,
  async () => {
    const { apiKey } = await target.local.newAccount('max');
    const post = async (key: string): Promise<{ status: number; id: unknown; code: unknown }> => {
      const response = await fetch(`${target.baseUrl}/schedules`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${apiKey}`, 'Idempotency-Key': key },
        body: JSON.stringify({ expression: 'rate(300 days)', report: REPORT }),
      });
      const { schedule_id, code } = v.parse(v.looseObject({}), await response.json());
      return { status: response.status, id: schedule_id, code };
    };
    const [first, again] = [await post('0'), await post('0')];
    expect([first.status, again.id]).toEqual([201, first.id]);
    for (let n = 1; n < MAX_SCHEDULES; n++) expect((await post(String(n))).status).toBe(201);
    expect(await post('one too many')).toMatchObject({ status: 409, code: 'schedule_limit_exceeded' });
  },
);
