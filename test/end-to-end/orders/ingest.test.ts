// Tests orders through the API: they are accepted, applied and counted, and the limit of one account affects no other.

import { encodeTime, ulid } from 'ulid';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { mbaReport } from '../../../src/contract/report-types/market-basket/schema.ts';
import { importJob, submitOrdersResponse } from '../../../src/contract/resources/orders/orders.ts';
import { MAX_QUEUED_CHUNKS } from '../../../src/contract/schema/limits.ts';
import { createImportStore } from '../../../src/service/orders/imports.ts';
import { createClient, until } from '../../../tools/harness/client.ts';
import { createOrders } from '../../../tools/harness/orders.ts';
import { DEPLOYED, RUN, useTarget } from '../use-target.ts';

const target = useTarget();

describe('ingest', () => {
  it('accepts orders, applies them, and counts inserted and updated rows', async () => {
    const dataset = `ingest-${RUN}`;
    const accepted = await target.client.post('/data/orders', {
      orders: createOrders(30, 3),
      dataset_id: dataset,
    });
    expect(accepted.status).toBe(202);
    const { import_id, ...figures } = v.parse(submitOrdersResponse, accepted.body);
    expect(figures).toEqual({ success: true, rows_accepted: 90, orders_count: 30 });
    await until(async () => {
      const { body } = await target.client.get(`/data/orders?import_id=${import_id}`);
      return body.status === 'completed' ? body : undefined;
    });
    const again = await target.client.push(createOrders(31, 3), dataset);
    expect(v.parse(importJob, again)).toMatchObject({
      status: 'completed',
      rows: { total: 93, inserted: 3, updated: 90, failed: 0 },
      dataset_id: dataset,
    });
  });

  it('takes blank texts as omitted with a warning each, and refuses a blank order_id', async () => {
    const dataset_id = `blank-${RUN}`;
    const line = { product_name: 'Tea', unit_price: 4, quantity: 1 };
    const blank = { ...line, product_sku: '', custom_fields: { channel: 'web', size: '' } };
    const order = { order_id: '1', customer_id: '', contact: ' ', line_items: [blank] };
    const { status, body } = await target.client.post('/data/orders', { dataset_id, orders: [order] });
    const blanks = [
      ...['orders[].customer_id', 'orders[].contact', 'orders[].line_items[].product_sku'],
      'orders[].line_items[].custom_fields.size',
    ];
    expect(status).toBe(202);
    expect(body.warnings).toEqual(
      blanks.map((field) => ({
        ...{ field, rows: 1 },
        message: `${field} is blank and counts as omitted (1 row).`,
      })),
    );
    const stored = await until(async () => {
      const found = await target.client.get(`/orders/1?dataset_id=${dataset_id}`);
      return found.status === 200 ? found.body : undefined;
    });
    expect(stored.line_items).toEqual([
      { ...line, custom_fields: { channel: 'web' }, written_by: expect.any(String) },
    ]);
    expect(stored.customer_id ?? null).toBeNull();
    const refused = await target.client.post('/data/orders', { orders: [{ ...order, order_id: '' }] });
    expect([refused.status, refused.body.param]).toEqual([400, 'orders[0].order_id']);
  });

  it('keeps the fields that a push in merge mode omits, deletes one line item, and reports the result', async () => {
    const dataset_id = `lines-${RUN}`;
    const tea = { product_name: 'Tea', product_sku: 'T', unit_price: 4.5, quantity: 2 };
    await target.client.push([{ order_id: '1', line_items: [tea, { product_name: 'Milk' }] }], dataset_id);
    const push = async (body: object) => {
      const { status, body: accepted } = await target.client.post('/data/orders', { dataset_id, ...body });
      expect([status, accepted.warnings]).toEqual([202, undefined]);
      return waitUntilApplied(accepted.import_id);
    };
    const waitUntilApplied = (importId: unknown) =>
      until(async () => {
        const { body } = await target.client.get(`/data/orders?import_id=${importId}`);
        return body.status === 'completed' ? body.rows : undefined;
      });
    const dearer = { order_id: '1', line_items: [{ product_name: 'Tea', unit_price: 5 }] };
    expect(await push({ mode: 'merge', orders: [dearer] })).toMatchObject({ total: 1, updated: 1 });
    const remove = (query: string) =>
      target.client.send(`/orders/1?dataset_id=${dataset_id}&${query}`, { method: 'DELETE' });
    expect((await remove('product_name=Tea&product_sku=T')).body.param).toBe('product_sku');
    expect((await remove('product=Tea')).status).toBe(400);
    const { body: removal } = await remove('product_name=Milk');
    expect(await waitUntilApplied(removal.import_id)).toMatchObject({ total: 1, updated: 1, failed: 0 });
    const { body } = await target.client.get(`/orders/1?dataset_id=${dataset_id}`);
    expect(body.line_items).toEqual([{ ...tea, unit_price: 5, written_by: expect.any(String) }]);
    const report = await target.client.report({ report_type: 'MBA', dataset_id });
    expect(v.parse(mbaReport, report).summary.total_revenue_processed).toBe(10);
    expect((await target.client.post('/data/orders', { mode: 'patch', orders: [dearer] })).body.param).toBe(
      'mode',
    );
  });

  it('applies a batch in which some rows name no product, and lists these rows as failed', async () => {
    const dataset = `unkeyed-${RUN}`;
    const named = { product_name: 'a', unit_price: 1 };
    const batch = [
      { order_id: 'mixed', line_items: [named, { unit_price: 2 }, { product_name: null, quantity: 3 }] },
      { order_id: 'empty', line_items: [] },
      { order_id: 'split', customer_id: 'c', line_items: [] },
      { order_id: 'split', line_items: [named] },
    ];
    const reply = await target.client.post('/data/orders', { orders: batch, dataset_id: dataset });
    expect(reply.body).toMatchObject({ rows_accepted: 5, orders_count: 3 });
    const job = v.parse(importJob, await target.client.push(batch, dataset));
    expect(job).toMatchObject({
      status: 'completed',
      rows: { total: 5, inserted: 0, updated: 2, failed: 3 },
      errors: [
        { order_id: 'mixed', reason: 'The line item has neither product_name nor product_sku.' },
        { order_id: 'mixed', reason: 'The line item has neither product_name nor product_sku.' },
        { order_id: 'empty', reason: 'The order has no line items.' },
      ],
    });
  });

  it('fails an import in which no row names a product, and completes one without orders', async () => {
    const job = v.parse(
      importJob,
      await target.client.push([{ order_id: '1', line_items: [{ quantity: 1 }] }], `unkeyed-${RUN}`),
    );
    expect(job).toMatchObject({
      status: 'failed',
      rows: { total: 1, inserted: 0, updated: 0, failed: 1 },
      fail_reason: 'No row could be stored. The line item has neither product_name nor product_sku.',
    });
    const empty = v.parse(importJob, await target.client.push([], `unkeyed-${RUN}`));
    expect(empty).toMatchObject({
      status: 'completed',
      rows: { total: 0, inserted: 0, updated: 0, failed: 0 },
      completed_at: expect.any(String),
    });
  });
});

async function createAccount() {
  const { accountId, apiKey } = await target.local.newAccount('max');
  return { accountId, client: createClient(target.baseUrl, apiKey) };
}

it.skipIf(DEPLOYED)(
  'refuses orders of an account with too many queued chunks, and accepts those of other accounts',
  async () => {
    const [busy, quiet] = [await createAccount(), await createAccount()];
    const imports = createImportStore(target.local.db, target.local.cloud.outputs.ServiceTable ?? '');
    const created = Date.now() - 120_000;
    const ref = { accountId: busy.accountId, importId: encodeTime(created, 10) + ulid().slice(10) };
    await imports.create({
      account_id: ref.accountId,
      import_id: ref.importId,
      dataset_id: 'default',
      created_at: new Date(created).toISOString(),
      // Without it, the reconciler would count each chunk as failed, one by one, for minutes.
      queued_at: new Date(created).toISOString(),
      chunk_rows: new Array<number>(MAX_QUEUED_CHUNKS + 1).fill(1),
    });
    const refused = await busy.client.post('/data/orders', { orders: createOrders(1) });
    expect(refused).toMatchObject({ status: 429, body: { code: 'import_limit_exceeded' } });
    expect(refused.headers.get('retry-after')).toBe('10');
    await busy.client.send('/datasets/default', { method: 'PUT', body: '{}' });
    const deletion = await busy.client.send('/orders/1', { method: 'DELETE' });
    expect(deletion).toMatchObject({ status: 429, body: { code: 'import_limit_exceeded' } });
    expect(await imports.listRecent(busy.accountId, 10)).toHaveLength(1);
    expect((await quiet.client.post('/data/orders', { orders: createOrders(1) })).status).toBe(202);

    await imports.noteChunksDone(ref, [0]);
    expect((await busy.client.post('/data/orders', { orders: createOrders(1) })).status).toBe(202);
  },
);
