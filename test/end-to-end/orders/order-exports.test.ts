// Tests exports of orders over the API: the line items as they were pushed, in every format, until a customer of the
// dataset is erased.
import { parquetReadObjects } from 'hyparquet';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { OrderAnalytics } from '../../../packages/client/src/index.ts';
import { orderExport } from '../../../src/contract/resources/orders/order-exports.ts';
import { type Client, createClient, until } from '../../../tools/harness/client.ts';
import { DEPLOYED, useTarget } from '../use-target.ts';

const target = useTarget();
const PATH = '/datasets/default/exports';

const ORDERS = [
  {
    order_id: 'late',
    customer_id: 'bob',
    order_date: '2026-02-01T10:00:00Z',
    contact: 'bob@example.com',
    line_items: [{ product_name: '=cmd()', unit_price: 0.1, quantity: 3, custom_fields: { size: 'L;=1' } }],
  },
  {
    order_id: 'early',
    customer_id: 'ann',
    order_date: '2026-01-01',
    line_items: [{ product_sku: 'T', unit_price: 12.126666666666667, quantity: -2 }],
  },
  { order_id: 'undated', line_items: [{ product_name: 'tea' }] },
];

async function request(client: Client, body: object, headers: Record<string, string> = {}) {
  return client.send(PATH, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json', ...headers },
  });
}

async function exportOrders(client: Client, body: object) {
  const { status, body: started } = await request(client, body);
  expect([status, started.error]).toEqual([202, undefined]);
  const { export_id } = v.parse(orderExport, started);
  const ended = await until(async () => {
    const found = v.parse(orderExport, (await client.get(`${PATH}/${export_id}`)).body);
    return found.status === 'Processing' ? undefined : found;
  });
  expect([ended.status, ended.fail_reason]).toEqual(['Completed', null]);
  const [file] = ended.files;
  const response = await fetch(file?.download_url ?? '');
  return { view: ended, response, bytes: await response.arrayBuffer() };
}

const parseLines = (bytes: ArrayBuffer): Record<string, unknown>[] =>
  new TextDecoder()
    .decode(bytes)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

describe.skipIf(DEPLOYED)('exports of orders (need accounts of their own)', () => {
  it('hold the line items as they were pushed, by date and id, the same in every format', async () => {
    const { apiKey } = await target.local.newAccount('max');
    const client = createClient(target.baseUrl, apiKey);
    await client.push(ORDERS);
    const { bytes, view } = await exportOrders(client, { format: 'ndjson', contact: true });
    const lines = parseLines(bytes);
    const [{ import_id } = {}] = lines;
    const shared = { customer_id: null, product_name: null, product_sku: null, custom_fields: null };
    expect(lines).toEqual([
      {
        ...{ ...shared, order_id: 'early', customer_id: 'ann', order_date: '2026-01-01T00:00:00.000Z' },
        ...{ product_sku: 'T', unit_price: 12.126666666666667, quantity: -2, amount: -24.25333334 },
        ...{ import_id, contact: null },
      },
      {
        ...{ ...shared, order_id: 'late', customer_id: 'bob', order_date: '2026-02-01T10:00:00.000Z' },
        ...{ product_name: '=cmd()', unit_price: 0.1, quantity: 3, amount: 0.3 },
        ...{ custom_fields: { size: 'L;=1' }, import_id, contact: 'bob@example.com' },
      },
      {
        ...{ ...shared, order_id: 'undated', order_date: null, product_name: 'tea' },
        ...{ unit_price: 0, quantity: 1, amount: 0, import_id, contact: null },
      },
    ]);
    expect(view).toMatchObject({ rows: 3, files: [{ rows: 3 }], from: null, to: null });

    const csv = await exportOrders(client, { format: 'csv', from: '2026-01-15', to: '2026-03-01' });
    expect(csv.response.headers.get('content-disposition')).toMatch(/orders-default-.*\.csv/);
    expect(new TextDecoder().decode(csv.bytes).split('\r\n')).toEqual([
      'order_id,customer_id,order_date,product_name,product_sku,unit_price,quantity,amount,custom_fields,import_id',
      `late,bob,2026-02-01T10:00:00.000Z,'=cmd(),,0.1,3,0.3,"{""size"":""L\\u003b=1""}",${import_id}`,
      '',
    ]);
    const parquet = await exportOrders(client, { format: 'parquet' });
    const rows = await parquetReadObjects({ file: parquet.bytes });
    expect(rows.map(({ unit_price, amount }) => [unit_price, amount])).toEqual([
      [12.126666666666667, -24.25333334],
      [0.1, 0.3],
      [0, 0],
    ]);
    expect(rows[1]).toMatchObject({ custom_fields: { size: 'L;=1' }, quantity: 3n });

    // The published client reads the files row by row.
    const streamed: unknown[] = [];
    const published = new OrderAnalytics({ baseUrl: target.baseUrl, apiKey });
    for await (const line of published.datasets.exports.rows('default', { contact: true }))
      streamed.push(line);
    expect(streamed).toEqual(lines);
    const listed = await published.datasets.exports.list('default');
    expect(listed.map(({ format }) => format)).toEqual(['ndjson', 'parquet', 'csv', 'ndjson']);
  });

  it('refuse bad requests, count against the month, and hide contacts from read-only keys', async () => {
    const account = await target.local.newAccount('max', {
      requestsPerMinute: 1_000_000,
      monthlyOrderExports: 1,
    });
    const client = createClient(target.baseUrl, account.apiKey);
    await client.push(ORDERS);
    expect(await request(client, { format: 'xlsx' })).toMatchObject({
      status: 400,
      body: { param: 'format' },
    });
    expect(await request(client, { format: 'csv', from: '2026-02-01', to: '2026-01-01' })).toMatchObject({
      status: 400,
      body: { param: 'to' },
    });
    const missing = await client.send('/datasets/none/exports', {
      method: 'POST',
      body: JSON.stringify({ format: 'csv' }),
      headers: { 'Content-Type': 'application/json' },
    });
    expect(missing.status).toBe(404);
    const key = { 'Idempotency-Key': 'once' };
    const [first, again] = [
      await request(client, { format: 'csv', contact: true }, key),
      await request(client, { format: 'csv', contact: true }, key),
    ];
    expect([first.status, again.body.export_id]).toEqual([202, first.body.export_id]);
    expect(await request(client, { format: 'csv' })).toMatchObject({
      status: 429,
      body: { code: 'monthly_limit_exceeded', limit: 1, used: 1 },
    });
    const path = `${PATH}/${String(first.body.export_id)}`;
    await until(async () => ((await client.get(path)).body.status === 'Completed' ? true : undefined));
    const { accountId } = account;
    const admin = await target.local.operations.createKey(accountId, 'admin');
    const { keys } = new OrderAnalytics({ baseUrl: target.baseUrl, apiKey: admin });
    const { api_key } = await keys.create({ kind: 'read_only', name: 'analyst' });
    const reading = createClient(target.baseUrl, api_key ?? '');
    expect((await reading.get(path)).body).toMatchObject({ files: [{ download_url: null }] });
    expect((await request(reading, { format: 'csv' })).status).toBe(403);
  });

  it('are deleted when a customer of the dataset is erased, and then hold all others', async () => {
    const client = createClient(target.baseUrl, (await target.local.newAccount('max')).apiKey);
    await client.push(ORDERS);
    const before = await exportOrders(client, { format: 'ndjson' });
    const { body: accepted } = await client.send('/customers/bob', { method: 'DELETE' });
    const hidden = await client.get(`${PATH}/${before.view.export_id}`);
    expect(hidden.body).toMatchObject({ files: [{ download_url: null }] });
    await until(async () => {
      const { body } = await client.get(`/erasures/${accepted.erasure_id}`);
      return body.status === 'completed' ? body : undefined;
    });
    expect((await client.get(`${PATH}/${before.view.export_id}`)).status).toBe(404);
    expect((await fetch(before.view.files[0]?.download_url ?? '')).status).toBe(404);
    const after = await exportOrders(client, { format: 'ndjson' });
    expect(parseLines(after.bytes).map(({ order_id }) => order_id)).toEqual(['early', 'undated']);
  });
});
