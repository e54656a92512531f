// What the customers of a report buy next: without served recommendations, with them, in exports, and once a customer is
// erased.
import { parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OrderAnalytics } from '../../../packages/client/src/index.ts';
import { type Client, createClient, until } from '../../../tools/harness/client.ts';
import { createCommandLine } from '../../../tools/harness/command-line.ts';
import {
  startReceivers,
  takeWebhook,
  type WebhookReceivers,
} from '../../../tools/harness/webhook-receivers.ts';
import { DEPLOYED, useTarget } from '../use-target.ts';

const target = useTarget();
const DATASET = 'shop';
let receivers: WebhookReceivers;
beforeAll(async () => {
  receivers = await startReceivers();
});
afterAll(() => receivers.stop());

const createOrder = (order_id: string, customer_id: string, order_date: string, ...products: string[]) => ({
  ...{ order_id, customer_id, order_date },
  line_items: products.map((product_name) => ({ product_name, unit_price: 1 })),
});
const ORDERS = [
  createOrder('a1', 'ann', '2026-01-01', 'tea', 'cup'),
  createOrder('a2', 'ann', '2026-02-01', 'tea'),
  ...['1', '2', '3'].map((id) => createOrder(id, `of tea ${id}`, '2026-01-15', 'tea', 'honey')),
  ...['4', '5', '6', '7'].map((id) => createOrder(id, `of soap ${id}`, '2026-01-15', 'soap')),
];
const requestList = (report_type = 'RFM') => ({
  ...{ report_type, dataset_id: DATASET },
  params: { next_products: true },
});

async function readList(client: Client, report: { readonly report_id?: unknown }) {
  const { body } = await client.get(`/reports/${report.report_id}/customers?search=ann`);
  return body;
}

describe.skipIf(DEPLOYED)('next products of customers (need accounts of their own)', () => {
  it('are those of the recommendations that are served, or the report states that none are', async () => {
    const { apiKey } = await target.local.newAccount('max');
    const client = createClient(target.baseUrl, apiKey);
    await client.push(ORDERS, DATASET);
    const without = await client.report(requestList());
    expect(without.notes).toContainEqual(expect.stringContaining('no recommendations were served'));
    expect(await readList(client, without)).toMatchObject({
      customers: [expect.not.objectContaining({ next_basis: expect.anything() })],
    });

    const mba = { report_type: 'MBA', dataset_id: DATASET, params: { min_support: 0.2, serve: true } };
    const served = await client.report(mba);
    const query = `dataset_id=${DATASET}&customer=ann&limit=3`;
    const live = await until(async () => {
      const { body } = await client.get(`/recommendations?${query}`);
      // The index of orders by customer follows within a second.
      return (body.history as { orders: number } | undefined)?.orders === 2 ? body : undefined;
    });
    const listNames = (list: unknown) => (list as { product: string }[]).map(({ product }) => product);
    const next = {
      next_basis: 'all_orders',
      next_again: listNames(live.again),
      next_new: listNames(live.recommendations),
    };
    expect(next.next_again).toEqual(['tea', 'cup']);
    for (const type of ['RFM', 'COHORT', 'REPLENISHMENT']) {
      const report = await client.report(requestList(type));
      expect(await readList(client, report)).toMatchObject({
        next_products_from: served.report_id,
        customers: [{ customer_id: 'ann', ...next }],
      });
    }
    const plain = await client.report({ report_type: 'RFM', dataset_id: DATASET });
    expect(Object.keys(await readList(client, plain))).not.toContain('next_products_from');
  });

  it('are in exports, and are gone with the customer as soon as the erasure is accepted', async () => {
    const { apiKey } = await target.local.newAccount('max');
    const client = createClient(target.baseUrl, apiKey);
    const published = new OrderAnalytics({ baseUrl: target.baseUrl, apiKey });
    await client.push(ORDERS, DATASET);
    await client.report({
      report_type: 'MBA',
      dataset_id: DATASET,
      params: { min_support: 0.2, serve: true },
    });
    const { report_id } = await client.report(requestList());
    const reportId = String(report_id);
    const readExport = async (format: 'csv' | 'ndjson' | 'parquet') => {
      const { export_id } = await published.reports.exports.create(reportId, { what: 'customers', format });
      const { download_url } = await until(async () => {
        const found = await published.reports.exports.get(reportId, export_id);
        return found.status === 'Completed' ? found : undefined;
      });
      return new Uint8Array(await (await fetch(String(download_url))).arrayBuffer());
    };
    const next = {
      next_basis: 'all_orders',
      next_again: ['tea', 'cup'],
      next_new: expect.arrayContaining(['honey']),
    };
    const isAnn = ({ customer_id }: Record<string, unknown>) => customer_id === 'ann';
    const lines = String(Buffer.from(await readExport('ndjson')))
      .trimEnd()
      .split('\n');
    expect(lines.map((line) => JSON.parse(line)).find(isAnn)).toMatchObject(next);
    const rows = await parquetReadObjects({ file: (await readExport('parquet')).buffer });
    expect(rows.find(isAnn)).toMatchObject(next);
    const csv = String(Buffer.from(await readExport('csv')));
    expect(csv).toContain(',next_basis,next_again,next_new\r\n');
    expect(csv).toContain('all_orders,"[""tea"",""cup""]"');

    expect((await readList(client, { report_id })).customers).toHaveLength(1);
    await client.send(`/customers/ann?dataset_id=${DATASET}`, { method: 'DELETE' });
    expect((await readList(client, { report_id })).customers).toEqual([]);
  });

  it('are made from the orders of all ids of a person', async () => {
    const { apiKey } = await target.local.newAccount('max');
    const client = createClient(target.baseUrl, apiKey);
    const guest = createOrder('g1', 'ann@web.de', '2026-02-02', 'soap');
    const account = { ...createOrder('a4', 'ann', '2026-02-03', 'tea'), contact: 'Ann@Web.de' };
    await client.push([...ORDERS, guest, account], DATASET);
    await client.report({
      report_type: 'MBA',
      dataset_id: DATASET,
      params: { min_support: 0.2, serve: true },
    });
    const readAgain = async (identity: object | 'none') => {
      const report = await client.report({ ...requestList(), params: { next_products: true, identity } });
      const { body } = await client.get(`/reports/${report.report_id}/customers?customer_id=ann@web.de`);
      return body.customers;
    };
    expect(await readAgain('none')).toMatchObject([{ customer_id: 'ann@web.de', next_again: ['soap'] }]);
    expect(await readAgain({ email: {} })).toMatchObject([
      {
        customer_id: 'ann',
        next_again: ['tea', 'soap', 'cup'],
        next_new: expect.not.arrayContaining(['soap']),
      },
    ]);
  });

  it('need whole histories', async () => {
    const { apiKey } = await target.local.newAccount('max');
    const client = createClient(target.baseUrl, apiKey);
    await client.push(ORDERS, DATASET);
    const conditions = [{ field: 'product_name', operator: 'equals', value: 'tea' }];
    const cut = [
      [{ filters: { conditions } }, 'filters.conditions'],
      [{ filters: { dateRange: { start: '2026-01-10' } } }, 'filters.dateRange.start'],
      [{ params: { next_products: true, customer_scope: 'repeat' } }, 'params.customer_scope'],
      [{ report_type: 'MBA' }, 'params.next_products'],
    ] as const;
    for (const [members, param] of cut)
      expect(await client.post('/reports', { ...requestList(), ...members })).toMatchObject({
        status: 400,
        body: { param },
      });
    const until2026 = { filters: { dateRange: { end: '2026-01-20' } } };
    expect(await client.post('/reports', { ...requestList(), ...until2026 })).toMatchObject({ status: 202 });
  });

  it('are sent with the members of an audience, and again when they change', async () => {
    const { apiKey } = await target.local.newAccount('max', { requestsPerMinute: 6_000 });
    const client = createClient(target.baseUrl, apiKey);
    const { audiences } = new OrderAnalytics({ baseUrl: target.baseUrl, apiKey });
    await client.push(ORDERS, DATASET);
    const conditions = [
      {
        report: { report_type: 'RFM' as const, params: { next_products: true } },
        customers: { product: ['cup'] },
      },
    ];
    const { audience_id: id } = await audiences.create({ name: 'Cups', dataset_id: DATASET, conditions });
    const refresh = async () => {
      const { run_id } = await audiences.refresh(id);
      const run = await until(async () => {
        const [newest] = await audiences.runs(id);
        return newest?.run_id === run_id && newest.status !== 'Processing' ? newest : undefined;
      });
      expect(run.fail_reason).toBeNull();
      return run_id;
    };
    await refresh();
    const [without] = (await audiences.members(id).page()).members;
    expect(Object.keys(without ?? {})).toEqual(['customer_id', 'contact', 'joined_at', 'held_out']);

    const serve = { report_type: 'MBA', dataset_id: DATASET, params: { min_support: 0.2, serve: true } };
    await client.report(serve);
    // The report of the run before is as new as the orders, but older than the recommendations.
    const first = await refresh();
    const next = { next_basis: 'all_orders', next_again: ['tea', 'cup'] };
    expect((await audiences.members(id).page()).members).toMatchObject([{ customer_id: 'ann', ...next }]);
    expect((await audiences.changes(id).page()).changes).toMatchObject([{ change: 'joined', ...next }]);
    const cli = createCommandLine(target.local.cloud);
    const written = await cli.run(['audiences', 'members', id, '--key', apiKey]);
    cli.remove();
    expect(written.stdout).toContain('customer_id,contact,joined_at,next_basis,next_again,next_new\r\nann,,');

    const receiver = receivers.open(takeWebhook);
    const secret = `whsec_${Buffer.alloc(32, 3).toString('base64')}`;
    const made = await client.post(`/audiences/${id}/destinations`, {
      kind: 'webhook',
      url: receiver.url,
      secret,
    });
    const waitForRun = (run: string) =>
      until(async () => {
        const found = await audiences.destination(id, String(made.body.destination_id));
        return found.in_step_with?.run_id === run ? found : undefined;
      });
    await waitForRun(first);
    const readJoined = () => receiver.received.map(({ body }) => JSON.parse(body).joined);
    expect(readJoined()).toMatchObject([[{ customer_id: 'ann', ...next }]]);
    await client.push([createOrder('a3', 'ann', '2026-02-02', 'soap')], DATASET);
    await waitForRun(await refresh());
    expect(readJoined()[1]).toMatchObject([{ customer_id: 'ann', next_again: ['tea', 'soap', 'cup'] }]);

    await client.send(`/customers/ann?dataset_id=${DATASET}`, { method: 'DELETE' });
    expect((await audiences.members(id).page()).members).toEqual([]);
  });
});
