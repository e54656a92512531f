// Ingest through the API: what is accepted is applied, and every row is counted.
import { gzipSync } from 'node:zlib';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { createClient, until } from '../../../quality/harness/client.ts';
import { orders } from '../../../quality/harness/orders.ts';
import {
  importJob,
  listImportsResponse,
  submitOrdersResponse,
} from '../../../src/contract/resources/orders/orders.ts';
import { mbaReport } from '../../../src/report-types/market-basket/schema.ts';
import { DEPLOYED, RUN, useTarget } from '../use-target.ts';

const target = useTarget();

describe('ingest', () => {
  it('accepts orders, applies them, and counts inserted and updated rows', async () => {
    const dataset = `ingest-${RUN}`;
    const accepted = await target.client.post('/data/orders', { orders: orders(30, 3), dataset_id: dataset });
    expect(accepted.status).toBe(202);
    const { import_id, ...figures } = v.parse(submitOrdersResponse, accepted.body);
    expect(figures).toEqual({ success: true, rows_accepted: 90, orders_count: 30 });
    await until(async () => {
      const { body } = await target.client.get(`/data/orders?import_id=${import_id}`);
      return body.status === 'completed' ? body : undefined;
    });
    const again = await target.client.push(orders(31, 3), dataset);
    expect(v.parse(importJob, again)).toMatchObject({
      status: 'completed',
      rows: { total: 93, inserted: 3, updated: 90, failed: 0 },
      dataset_id: dataset,
    });
  });

  it('keeps what a merging push leaves out, and deletes one line item; reports follow', async () => {
    const dataset_id = `lines-${RUN}`;
    const tea = { product_name: 'Tea', product_sku: 'T', unit_price: 4.5, quantity: 2 };
    await target.client.push([{ order_id: '1', line_items: [tea, { product_name: 'Milk' }] }], dataset_id);
    const push = async (body: object) => {
      const { status, body: accepted } = await target.client.post('/data/orders', { dataset_id, ...body });
      expect([status, accepted.warnings]).toEqual([202, undefined]);
      return applied(accepted.import_id);
    };
    const applied = (importId: unknown) =>
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
    expect(await applied(removal.import_id)).toMatchObject({ total: 1, updated: 1, failed: 0 });
    const { body } = await target.client.get(`/orders/1?dataset_id=${dataset_id}`);
    expect(body.line_items).toEqual([{ ...tea, unit_price: 5, written_by: expect.any(String) }]);
    const report = await target.client.report({ report_type: 'MBA', dataset_id });
    expect(v.parse(mbaReport, report).summary.total_revenue_processed).toBe(10);
    expect((await target.client.post('/data/orders', { mode: 'patch', orders: [dearer] })).body.param).toBe(
      'mode',
    );
  });

  it('merges an order that occurs twice in one request, and counts the replaced rows and their value', async () => {
    const order = (quantity: number) => ({
      order_id: '1',
      line_items: [{ product_name: 'Tea', unit_price: 0.1, quantity }, { product_name: `Milk ${quantity}` }],
    });
    const job = await target.client.push([order(3), order(1)], `repeat-${RUN}`);
    expect(job.rows).toEqual({
      total: 4,
      inserted: 3,
      updated: 1,
      failed: 0,
      repeated: 1,
      repeated_value: 0.3,
    });
  });

  it('applies a batch in which some rows name no product, and lists those rows as failed', async () => {
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

  it('accepts orders of guests with an empty customer_id, and names the field in the response and in the import', async () => {
    const dataset_id = `guests-${RUN}`;
    const guest = { order_id: '1', customer_id: '', line_items: [{ product_name: 'a', product_sku: '' }] };
    const { status, body: accepted } = await target.client.post('/data/orders', {
      orders: [guest],
      dataset_id,
    });
    expect([status, v.parse(submitOrdersResponse, accepted).warnings]).toEqual([
      202,
      [
        expect.objectContaining({ field: 'orders[].customer_id', rows: 1 }),
        expect.objectContaining({ field: 'orders[].line_items[].product_sku', rows: 1 }),
      ],
    ]);
    const job = await until(async () => {
      const { body } = await target.client.get(`/data/orders?import_id=${accepted.import_id}`);
      return body.status === 'completed' ? v.parse(importJob, body) : undefined;
    });
    expect([job.rows.inserted, job.warnings]).toEqual([1, accepted.warnings]);
    const { body: stored } = await target.client.get(`/orders/1?dataset_id=${dataset_id}`);
    expect(stored).toMatchObject({ customer_id: null, line_items: [{ product_name: 'a' }] });
    expect(stored.line_items).not.toMatchObject([{ product_sku: expect.anything() }]);
  });

  it('names ignored fields in the response and in the import, and rejects them under strict handling', async () => {
    const misspelt = { orders: [{ order_id: '1', line_items: [{ product_name: 'a', unitPrice: 5 }] }] };
    const lenient = await target.client.post('/data/orders', { ...misspelt, dataset_id: `fields-${RUN}` });
    const { import_id, warnings } = v.parse(submitOrdersResponse, lenient.body);
    expect(warnings).toMatchObject([
      {
        field: 'orders[].line_items[].unitPrice',
        rows: 1,
        did_you_mean: 'orders[].line_items[].unit_price',
      },
    ]);
    const { body } = await target.client.get(`/data/orders?import_id=${import_id}`);
    expect(v.parse(importJob, body).warnings).toEqual(warnings);
    const many = Object.fromEntries(Array.from({ length: 23 }, (_, at) => [`x${at}`, 1]));
    const cut = await target.client.post('/data/orders', {
      orders: [{ order_id: '1', line_items: [{ product_name: 'a', ...many }] }],
      dataset_id: `fields-${RUN}`,
    });
    expect(v.parse(submitOrdersResponse, cut.body)).toMatchObject({ more_warnings: 3 });
    const { body: cutImport } = await target.client.get(`/data/orders?import_id=${cut.body.import_id}`);
    expect(v.parse(importJob, cutImport)).toMatchObject({ more_warnings: 3 });
    const send = (orders: unknown) =>
      target.client.send('/data/orders', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Prefer: 'handling=strict' },
        body: JSON.stringify(orders),
      });
    const refused = await send(misspelt);
    expect([refused.status, refused.body.param]).toEqual([400, 'orders[0].line_items[0].unitPrice']);
    const taken = await send({ orders: orders(1) });
    expect([taken.status, taken.headers.get('Preference-Applied')]).toEqual([202, 'handling=strict']);
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

  it('accepts an order of 10,000 lines', async () => {
    const job = await target.client.push(orders(1, 10_000), `wide-${RUN}`);
    expect(job.rows).toEqual({ total: 10_000, inserted: 10_000, updated: 0, failed: 0 });
    const again = await target.client.push(orders(1, 10_000), `wide-${RUN}`);
    expect(again.rows).toEqual({ total: 10_000, inserted: 0, updated: 10_000, failed: 0 });
  });

  it('stores every character that a string can contain', async () => {
    const names = ['😀', '\ufffe\uffff', '\0\u001f\u007f', 'e\u0301 \u202e\u2028'];
    const dataset = `characters-${RUN}`;
    const line_items = names.map((product_name) => ({ product_name, product_sku: product_name }));
    const job = await target.client.push([{ order_id: names.join(''), line_items }], dataset);
    expect(job.rows).toEqual({ total: 4, inserted: 4, updated: 0, failed: 0 });
    const report = v.parse(
      mbaReport,
      await target.client.report({ report_type: 'MBA', dataset_id: dataset, params: { min_support: 1 } }),
    );
    const products = new Set(report.association_rules.flatMap(({ antecedents }) => antecedents));
    expect([...products].sort()).toEqual([...names].sort());
  });

  it('accepts a gzip body', async () => {
    const reply = await target.client.send('/data/orders', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
      body: gzipSync(JSON.stringify({ orders: orders(2) })),
    });
    expect(reply.status).toBe(202);
  });

  it('lists recent imports, newest first', async () => {
    const { status, body } = await target.client.get('/data/orders');
    expect(status).toBe(200);
    const { imports } = v.parse(listImportsResponse, body);
    const ids = imports.map(({ import_id }) => import_id);
    expect(ids).toEqual([...ids].sort().reverse());
    expect(ids.length).toBeGreaterThan(3);
  });

  it.skipIf(DEPLOYED)(
    'never stores more rows than the plan allows, and says so (needs an account of its own)',
    async () => {
      const { apiKey } = await target.local.newAccount('max', {
        requestsPerMinute: 1_000,
        maxStoredRows: 50,
      });
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

  it.skipIf(DEPLOYED)(
    'says in the answer to the request that crosses the storage cap how much room there is',
    async () => {
      const { apiKey } = await target.local.newAccount('max', { requestsPerMinute: 1_000, maxStoredRows: 5 });
      const capped = createClient(target.baseUrl, apiKey);
      await capped.push(orders(1, 4));
      const within = await capped.post('/data/orders', {
        orders: [{ order_id: 'a', line_items: [{ product_name: 'x' }] }],
      });
      expect(within.body.warning).toBeUndefined();
      const job = await capped.post('/data/orders', { orders: orders(1, 20) });
      expect([job.status, job.body.warning]).toEqual([
        202,
        expect.stringMatching(
          /^The plan('s storage cap is reached| has room for 1 more row: .* of the 20 rows)/,
        ),
      ]);
    },
  );
});
