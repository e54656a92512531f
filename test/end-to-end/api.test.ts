// Every endpoint and every status of the contract's error table, through plain fetch. The same suite runs against a
// deployed stage: npm run smoke -- --url URL --key KEY.
import { gzipSync } from 'node:zlib';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listDatasetsResponse } from '../../src/contract/datasets.ts';
import { importJob, listImportsResponse, submitOrdersResponse } from '../../src/contract/orders.ts';
import {
  failedReport,
  listReportsResponse,
  mbaReport,
  rfmReport,
} from '../../src/contract/report-responses.ts';
import { type Client, createClient } from './client.ts';
import { startTarget, type Target } from './target.ts';

let target: Target;
let client: Client;
const run = Date.now().toString(36);

beforeAll(async () => {
  target = await startTarget();
  client = createClient(target.baseUrl, target.apiKey);
});
afterAll(() => target.stop());

const onlyLocal = process.env.SMOKE_URL !== undefined;

function orders(count: number, linesPerOrder = 1) {
  return Array.from({ length: count }, (_, i) => ({
    order_id: `o-${i}`,
    customer_id: `c-${i % 7}`,
    order_date: '2026-03-01T10:00:00Z',
    line_items: Array.from({ length: linesPerOrder }, (_, j) => ({
      product_name: `p-${j}`,
      product_sku: `s-${j}`,
      unit_price: 2.5,
      quantity: 1,
    })),
  }));
}

describe('ingest', () => {
  it('accepts orders, applies them, and counts inserted and updated rows', async () => {
    const dataset = `ingest-${run}`;
    const accepted = await client.post('/data/orders', { orders: orders(30, 3), dataset_id: dataset });
    expect(accepted.status).toBe(202);
    expect(v.parse(submitOrdersResponse, accepted.body)).toMatchObject({
      rows_accepted: 90,
      orders_count: 30,
    });
    const again = await client.push(orders(31, 3), dataset);
    expect(v.parse(importJob, again)).toMatchObject({
      status: 'completed',
      rows: { total: 93, inserted: 3, updated: 90, failed: 0 },
      dataset_id: dataset,
    });
  });

  it('takes an order twice in one request as one, and a repeated pair as an update', async () => {
    const [order] = orders(1, 2);
    const job = await client.push([order ?? {}, order ?? {}], `repeat-${run}`);
    expect(job.rows).toEqual({ total: 4, inserted: 2, updated: 2, failed: 0 });
  });

  it('takes an order of 10,000 lines', async () => {
    const job = await client.push(orders(1, 10_000), `wide-${run}`);
    expect(job.rows).toEqual({ total: 10_000, inserted: 10_000, updated: 0, failed: 0 });
    const again = await client.push(orders(1, 10_000), `wide-${run}`);
    expect(again.rows).toEqual({ total: 10_000, inserted: 0, updated: 10_000, failed: 0 });
  });

  it('takes a gzip body', async () => {
    const reply = await client.send('/data/orders', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
      body: gzipSync(JSON.stringify({ orders: orders(2) })),
    });
    expect(reply.status).toBe(202);
  });

  it('lists recent imports, newest first', async () => {
    const { status, body } = await client.get('/data/orders');
    expect(status).toBe(200);
    const { imports } = v.parse(listImportsResponse, body);
    const ids = imports.map(({ import_id }) => import_id);
    expect(ids).toEqual([...ids].sort().reverse());
    expect(ids.length).toBeGreaterThan(3);
  });

  it.skipIf(onlyLocal)(
    'never stores more rows than the plan allows, and says so (needs an account of its own)',
    async () => {
      const { apiKey } =
        (await target.local?.newAccount('max', { requestsPerMinute: 1_000, maxStoredRows: 50 })) ?? {};
      const capped = createClient(target.baseUrl, apiKey);
      const jobs = await Promise.all(
        Array.from({ length: 10 }, (_, n) =>
          capped.push(orders(1, 10).map((order) => ({ ...order, order_id: `cap-${n}` }))),
        ),
      );
      const rows = jobs.map((job) => v.parse(importJob, job).rows);
      expect(rows.reduce((sum, { inserted }) => sum + inserted, 0)).toBe(50);
      expect(rows.reduce((sum, { failed }) => sum + failed, 0)).toBe(50);
      const reply = await capped.post('/data/orders', { orders: orders(1) });
      expect(reply.status).toBe(202);
      expect(reply.body.warning).toContain('storage cap');
    },
  );
});

describe('reports', () => {
  // Ten baskets: A and B together in four, A alone in two, C in four.
  const baskets = [...Array(4).fill(['A', 'B']), ...Array(2).fill(['A']), ...Array(4).fill(['C'])];
  const dataset = `reports-${run}`;
  beforeAll(async () => {
    await client.push(
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

  it('computes association rules that a reader can check by hand', async () => {
    const report = v.parse(
      mbaReport,
      await client.report({ report_type: 'MBA', dataset_id: dataset, name: 'by hand' }),
    );
    expect(report).toMatchObject({ status: 'Completed', name: 'by hand', dataset_id: dataset });
    expect(report.summary).toEqual({
      orders_processed: 10,
      total_revenue_processed: 140,
      average_order_value: 14,
      average_basket_size: 1.4,
      association_rules_found: 2,
    });
    const rule = report.association_rules.find(({ antecedents }) => antecedents[0] === 'B');
    expect(rule).toMatchObject({
      consequents: ['A'],
      support: 0.4,
      confidence: 1,
      // A → B is worth the same and comes first by name: one of two is High, the other Medium.
      impact_rating: 'Medium',
      impact_analysis: { revenue: 80, conversion_rate: 1, occurrences: 4, incremental_value: 16 },
    });
    expect(rule?.lift).toBeCloseTo(10 / 6, 12);
    expect(report.ai_insights).toMatchObject({ generated_by: 'rules' });
  });

  it('identifies products by SKU when asked', async () => {
    const report = v.parse(
      mbaReport,
      await client.report({ report_type: 'MBA', dataset_id: dataset, params: { product_identifier: 'sku' } }),
    );
    expect(report.association_rules.flatMap(({ antecedents }) => antecedents).sort()).toEqual([
      'sku-A',
      'sku-B',
    ]);
  });

  it.each(['standard_mba', 'first_order', 'repeat_purchase', 'high_value_baskets', 'churning_analysis'])(
    'runs the template %s',
    async (template) => {
      const report = v.parse(mbaReport, await client.report({ template, dataset_id: dataset }));
      expect(report.status).toMatch(/^Completed/);
    },
  );

  it.each(['standard_rfm', 'new_customer_cohort'])('runs the template %s', async (template) => {
    const report = v.parse(rfmReport, await client.report({ template, dataset_id: dataset }));
    expect(report.segments.reduce((sum, { count }) => sum + count, 0)).toBe(report.customer_count);
    expect(report.customer_count).toBe(5);
    expect(report.metrics).toMatchObject({ reference_date: '2026-03-15' });
  });

  it('filters by date and by every kind of condition', async () => {
    const conditions = [
      { field: 'product_name', operator: 'not_equals', value: 'c' },
      { field: 'line_item_value', operator: 'between', value: 10, valueTo: 10 },
      { field: 'quantity', operator: 'greater_than', value: 0 },
      { field: 'order_id', operator: 'not_contains', value: 'x' },
    ];
    const filters = { dateRange: { start: '2026-01-01', end: '2026-01-31' }, conditions };
    const report = v.parse(
      mbaReport,
      await client.report({ report_type: 'MBA', dataset_id: dataset, filters }),
    );
    // January holds orders 0, 3, 6 and 9; those with A or B are 0 and 3.
    expect(report.summary.orders_processed).toBe(2);
  });

  it('completes with a warning when no order matches', async () => {
    const filters = { dateRange: { start: '1999-01-01', end: '1999-12-31' } };
    const report = await client.report({ template: 'standard_mba', dataset_id: dataset, filters });
    expect(report).toMatchObject({ status: 'Completed with warnings', association_rules: [] });
  });

  it('shows nothing but the status while Processing', async () => {
    const accepted = await client.post('/reports', { template: 'standard_rfm', dataset_id: dataset });
    const { body } = await client.get(`/reports/${accepted.body.report_id}`);
    if (body.status === 'Processing') expect(body).toEqual({ status: 'Processing' });
    else expect(body.segments).toBeDefined();
  });

  it('lists reports, filtered, limited, and page by page', async () => {
    const first = v.parse(
      listReportsResponse,
      (await client.get(`/reports?dataset_id=${dataset}&limit=3`)).body,
    );
    expect(first.reports).toHaveLength(3);
    const next = await client.get(`/reports?dataset_id=${dataset}&limit=100&cursor=${first.next_cursor}`);
    const rest = v.parse(listReportsResponse, next.body);
    const ids = [...first.reports, ...rest.reports].map(({ report_id }) => report_id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual([...ids].sort().reverse());
    const rfm = v.parse(
      listReportsResponse,
      (await client.get(`/reports?dataset_id=${dataset}&report_type=RFM`)).body,
    );
    expect(new Set(rfm.reports.map(({ report_type }) => report_type))).toEqual(new Set(['RFM']));
  });

  it('lists datasets, the default one always', async () => {
    const { status, body } = await client.get('/datasets');
    expect(status).toBe(200);
    const slugs = v.parse(listDatasetsResponse, body).datasets.map(({ slug }) => slug);
    expect(slugs).toContain('default');
    expect(slugs).toContain(dataset);
  });
});

describe('bad input', () => {
  const line = { product_name: 'a' };
  const order = { order_id: '1', line_items: [line] };
  const mba = (rest: object) => ({ report_type: 'MBA', ...rest });
  const condition = (rest: object) => mba({ filters: { conditions: [rest] } });
  it.each<[string, string, unknown, string]>([
    ['no orders', '/data/orders', {}, 'orders: required'],
    ['an empty array', '/data/orders', { orders: [] }, 'orders: expected at least one order'],
    [
      'empty line items',
      '/data/orders',
      { orders: [{ ...order, line_items: [] }] },
      'orders[0].line_items: expected at least one',
    ],
    [
      'a number as order_id',
      '/data/orders',
      { orders: [{ ...order, order_id: 7 }] },
      'orders[0].order_id: expected a string',
    ],
    [
      'half a unit',
      '/data/orders',
      { orders: [{ ...order, line_items: [line, { ...line, quantity: 1.5 }] }] },
      'orders[0].line_items[1].quantity: expected an integer',
    ],
    [
      'a line without a product',
      '/data/orders',
      { orders: [{ ...order, line_items: [{ quantity: 1 }] }] },
      'orders[0].line_items[0]: expected product_name or product_sku',
    ],
    [
      'February 30',
      '/data/orders',
      { orders: [{ ...order, order_date: '2026-02-30' }] },
      'orders[0].order_date: expected an ISO 8601',
    ],
    [
      '10,001 line items',
      '/data/orders',
      { orders: orders(1, 10_001) },
      'orders: expected at most 10000 line items in one request, got 10001',
    ],
    [
      'a bad slug',
      '/data/orders',
      { orders: [order], dataset_id: 'No Slug' },
      'dataset_id: expected a dataset slug',
    ],
    ['neither type nor template', '/reports', {}, 'report_type: required unless template is given'],
    ['an unknown template', '/reports', { template: 'best' }, 'template: expected one of standard_mba'],
    [
      'a template of the other type',
      '/reports',
      { template: 'standard_rfm', report_type: 'MBA' },
      'report_type: expected RFM',
    ],
    ['an unknown field', '/reports', mba({ parms: {} }), 'parms: unknown field'],
    ['an unknown dataset', '/reports', mba({ dataset_id: 'nowhere' }), 'dataset_id: no dataset "nowhere"'],
    [
      'min_support 0',
      '/reports',
      mba({ params: { min_support: 0 } }),
      'params.min_support: expected a number above 0',
    ],
    [
      'min_support 1.5',
      '/reports',
      mba({ params: { min_support: 1.5 } }),
      'params.min_support: expected a number above 0',
    ],
    [
      'a context of 501 characters',
      '/reports',
      mba({ params: { context: 'x'.repeat(501) } }),
      'params.context: expected a string of at most 500 characters',
    ],
    [
      'between without valueTo',
      '/reports',
      condition({ field: 'quantity', operator: 'between', value: 1 }),
      'filters.conditions[0].valueTo: required for between',
    ],
    [
      'a text operator on a number',
      '/reports',
      condition({ field: 'quantity', operator: 'contains', value: '1' }),
      'filters.conditions[0].operator: expected',
    ],
    [
      'an unknown condition field',
      '/reports',
      condition({ field: 'price', operator: 'equals', value: 1 }),
      'filters.conditions[0].field: expected one of',
    ],
    [
      'a range that ends before it starts',
      '/reports',
      mba({ filters: { dateRange: { start: '2026-02-01', end: '2026-01-01' } } }),
      'filters.dateRange: expected start on or before end',
    ],
    [
      'credentials in the webhook URL',
      '/reports',
      mba({ webhook_url: 'https://me:pw@example.com/' }),
      'webhook_url: expected a URL without credentials',
    ],
  ])('refuses %s with a sentence that names the field', async (_, path, body, expected) => {
    const reply = await client.post(path, body);
    expect(reply.status).toBe(400);
    expect(reply.body.error).toContain(expected);
  });

  it.each(['{"orders": [', '', 'null', '[]', '"text"', '{"__proto__": {}}'])(
    'refuses the body %j',
    async (body) => {
      const reply = await client.send('/data/orders', { method: 'POST', body });
      expect(reply.status).toBe(400);
      expect(typeof reply.body.error).toBe('string');
    },
  );

  it.each(['limit=0', 'limit=101', 'limit=x', 'report_type=ABC', 'cursor=zzz'])(
    'refuses GET /reports?%s',
    async (query) => {
      const reply = await client.get(`/reports?${query}`);
      expect(reply.status).toBe(400);
      expect(reply.body.error).toContain(query.split('=')[0]);
    },
  );

  it('refuses a body of 7 MB with 413, and unfolded gzip beyond the bound', async () => {
    const large = await client.send('/data/orders', { method: 'POST', body: ' '.repeat(7_000_000) });
    expect(large.status).toBe(413);
    const bomb = await client.send('/data/orders', {
      method: 'POST',
      headers: { 'Content-Encoding': 'gzip' },
      body: gzipSync(Buffer.alloc(40_000_000, 32)),
    });
    expect(bomb.status).toBe(413);
    expect(bomb.body.error).toContain('over 32 MB');
  });

  it('answers 404 for unknown and foreign ids and routes, and goes on working', async () => {
    for (const path of [
      '/reports/nope',
      '/reports/01ARZ3NDEKTSV4RRFFQ69G5FAV',
      '/data/orders?import_id=nope',
      '/nowhere',
    ]) {
      const reply = await client.get(path);
      expect([path, reply.status]).toEqual([path, 404]);
      expect(typeof reply.body.error).toBe('string');
    }
    expect((await client.get('/datasets')).status).toBe(200);
  });
});

describe('admission', () => {
  it('answers 401 without a key, with a malformed one and with a forged one, rate headers included', async () => {
    for (const key of [undefined, 'sk_123', `afn_${'a'.repeat(36)}`]) {
      const reply = await createClient(target.baseUrl, key).get('/datasets');
      expect(reply.status).toBe(401);
      expect(typeof reply.body.error).toBe('string');
      expect(reply.headers.get('x-ratelimit-limit')).toBe('60');
      expect(Number(reply.headers.get('x-ratelimit-remaining'))).toBeGreaterThanOrEqual(0);
    }
  });

  it.skipIf(onlyLocal)('answers 403 to a plan without the API (needs an account of its own)', async () => {
    const { apiKey } = (await target.local?.newAccount('pro')) ?? {};
    const reply = await createClient(target.baseUrl, apiKey).get('/datasets');
    expect(reply.status).toBe(403);
    expect(reply.body.error).toContain('pro plan');
  });

  it.skipIf(onlyLocal)(
    'admits exactly 60 of 200 parallel requests over two keys (needs an account of its own)',
    async () => {
      const { accountId, apiKey } = (await target.local?.newAccount('max', {})) ?? {
        accountId: '',
        apiKey: '',
      };
      const second = await target.local?.operations.createKey(accountId);
      const clients = [apiKey, second].map((key) => createClient(target.baseUrl, key));
      const replies = await Promise.all(
        Array.from({ length: 200 }, (_, i) => clients[i % 2]?.get('/datasets')),
      );
      expect(replies.filter((reply) => reply?.status === 200)).toHaveLength(60);
      const refused = replies.find((reply) => reply?.status === 429);
      expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(Number(refused?.headers.get('retry-after'))).toBeLessThanOrEqual(60);
      expect(refused?.body.retry_after_ms).toBeGreaterThan(0);
      expect(refused?.headers.get('x-ratelimit-remaining')).toBe('0');
    },
  );

  it.skipIf(onlyLocal)(
    'admits exactly the month’s reports, however many ask at once (needs an account of its own)',
    async () => {
      const { apiKey } =
        (await target.local?.newAccount('max', { requestsPerMinute: 1_000, monthlyReports: 3 })) ?? {};
      const limited = createClient(target.baseUrl, apiKey);
      const replies = await Promise.all(
        Array.from({ length: 8 }, () => limited.post('/reports', { template: 'standard_rfm' })),
      );
      expect(replies.filter(({ status }) => status === 202)).toHaveLength(3);
      const refused = replies.find(({ status }) => status === 429);
      expect(refused?.body).toMatchObject({ limit: 3, used: 3 });
    },
  );

  it.skipIf(onlyLocal)(
    'refuses a revoked key at once, and keeps tenants apart (needs accounts of its own)',
    async () => {
      const { accountId, apiKey } = (await target.local?.newAccount('max')) ?? { accountId: '', apiKey: '' };
      const other = createClient(target.baseUrl, apiKey);
      const { body } = await client.get('/reports?limit=1');
      const [mine] = v.parse(listReportsResponse, body).reports;
      expect((await other.get(`/reports/${mine?.report_id}`)).status).toBe(404);
      expect((await other.get('/reports')).body).toEqual({ reports: [] });
      await target.local?.operations.revokeKey(accountId, apiKey);
      expect((await other.get('/reports')).status).toBe(401);
    },
  );
});

describe('failure', () => {
  it.skipIf(onlyLocal)(
    'fails a report with a reason and gives it back to the month (needs the workflow itself)',
    async () => {
      const { accountId, apiKey } = (await target.local?.newAccount('max', {
        requestsPerMinute: 1_000,
        monthlyReports: 1,
      })) ?? { accountId: '', apiKey: '' };
      const failing = createClient(target.baseUrl, apiKey);
      const accepted = await failing.post('/reports', { template: 'standard_rfm' });
      const reportId = accepted.body.report_id;
      const failFunction = 'ReportsFailReportFunctionFF9EEE18';
      // The state that every error leads to, with the error that Step Functions would give it.
      await target.local?.cloud.invoke(failFunction, {
        account_id: accountId,
        report_id: reportId,
        error: { Error: 'Sandbox.Timedout', Cause: '{"errorMessage":"Task timed out"}' },
      });
      const { body } = await failing.get(`/reports/${reportId}`);
      if (body.status === 'Failed') {
        expect(v.parse(failedReport, body).fail_reason).toContain('took longer than allowed');
        expect((await failing.post('/reports', { template: 'standard_rfm' })).status).toBe(202);
      } else {
        // The workflow was faster: a finished report can't be failed any more.
        expect(body.status).toMatch(/^Completed/);
      }
    },
  );
});
