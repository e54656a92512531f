// Tests exports of reports: complete files, which exist until a customer in them is erased.
import { parquetReadObjects } from 'hyparquet';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { OrderAnalytics } from '../../../packages/client/src/index.ts';
import { reportExport } from '../../../src/contract/resources/reports/exports.ts';
import { type Client, createClient, until } from '../../../tools/harness/client.ts';
import { DEPLOYED, PARTITIONED, useTarget } from '../use-target.ts';

const target = useTarget();

const createOrder = (id: string, customer: string, day: number, ...products: string[]) => ({
  order_id: id,
  customer_id: customer,
  order_date: new Date(Date.UTC(2026, 0, day)).toISOString(),
  line_items: products.map((product_name, at) => ({ product_name, unit_price: 2.5 + at, quantity: 1 })),
});
const ORDERS = [
  createOrder('1', 'ann', 1, 'tea', 'milk', '=cmd()'),
  createOrder('2', 'bob', 2, 'tea', 'milk'),
  createOrder('3', 'ann', 3, 'tea', 'cake', '=cmd()'),
  createOrder('4', 'cid', 4, 'cake', 'milk', 'tea'),
];

async function requestExport(client: Client, reportId: string, request: object) {
  const { status, body } = await client.send(`/reports/${reportId}/exports`, {
    method: 'POST',
    body: JSON.stringify(request),
    headers: { 'Content-Type': 'application/json' },
  });
  expect([status, body.error]).toEqual([202, undefined]);
  return v.parse(reportExport, body);
}

async function read(client: Client, reportId: string, exportId: string) {
  const { status, body } = await client.get(`/reports/${reportId}/exports/${exportId}`);
  return status === 404 ? undefined : v.parse(reportExport, body);
}

/** Requests an export, waits for it, and downloads its file, which `fetch` decompresses. */
async function exportFile(client: Client, reportId: string, what: string, format: string) {
  const { export_id } = await requestExport(client, reportId, { what, format });
  const ended = await until(async () => {
    const found = await read(client, reportId, export_id);
    return found?.status === 'Processing' ? undefined : found;
  });
  expect([ended.status, ended.state, ended.fail_reason]).toEqual(['Completed', 'completed', null]);
  const response = await fetch(ended.download_url ?? '');
  expect(response.status).toBe(200);
  return { view: ended, response, bytes: await response.arrayBuffer() };
}

const parseLines = (bytes: ArrayBuffer): Record<string, unknown>[] =>
  new TextDecoder()
    .decode(bytes)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

describe.skipIf(DEPLOYED)('exports (need accounts of their own)', () => {
  it('contain all rules of a report in its order, the same in every format', async () => {
    const { apiKey } = await target.local.newAccount('max');
    const client = createClient(target.baseUrl, apiKey);
    await client.push(ORDERS);
    const report = await client.report({ report_type: 'MBA' });
    const rules = v.parse(
      v.array(v.looseObject({ antecedents: v.array(v.string()), consequents: v.array(v.string()) })),
      report.association_rules,
    );
    const id = String(report.report_id);
    const json = await exportFile(client, id, 'rules', 'ndjson');
    expect(json.view.rows).toBe(rules.length);
    const found = parseLines(json.bytes);
    expect(found.map(({ antecedents, consequents, lift }) => ({ antecedents, consequents, lift }))).toEqual(
      rules.map(({ antecedents, consequents, lift }) => ({ antecedents, consequents, lift })),
    );
    const csv = await exportFile(client, id, 'rules', 'csv');
    expect(csv.response.headers.get('content-disposition')).toContain(`mba-rules-${id}.csv`);
    const [unsigned = ''] = csv.response.url.split('?');
    expect((await fetch(unsigned)).status).toBe(403);
    const [head, ...rows] = new TextDecoder().decode(csv.bytes).trimEnd().split('\r\n');
    expect(head).toMatch(/^antecedents,consequents,support,/);
    expect(rows).toHaveLength(rules.length);
    const parquet = await exportFile(client, id, 'rules', 'parquet');
    const read = await parquetReadObjects({ file: parquet.bytes });
    expect(
      read.map(({ occurrences, customers, ...row }) => ({
        ...row,
        occurrences: Number(occurrences),
        customers: Number(customers),
      })),
    ).toEqual(found);
    expect(parquet.view.bytes).toBe(parquet.bytes.byteLength);

    // The published client reads the file row by row.
    const streamed: unknown[] = [];
    const published = new OrderAnalytics({ baseUrl: target.baseUrl, apiKey });
    for await (const rule of published.reports.export(id, 'rules')) streamed.push(rule);
    expect(streamed).toEqual(found);

    const { body } = await client.get(`/reports/${id}/exports`);
    expect(body.exports).toMatchObject(
      ['ndjson', 'parquet', 'csv', 'ndjson'].map((format) => ({ format, status: 'Completed' })),
    );
    expect(await client.get('/reports/01ARZ3NDEKTSV4RRFFQ69G5FAV/exports')).toMatchObject({ status: 404 });
    const wrong = await client.send(`/reports/${id}/exports`, {
      method: 'POST',
      body: JSON.stringify({ what: 'customers', format: 'csv' }),
      headers: { 'Content-Type': 'application/json' },
    });
    expect(wrong).toMatchObject({ status: 400, body: { param: 'what' } });
  });

  it.skipIf(PARTITIONED)(
    'are deleted when a customer in them is erased, and exclude customers who were erased before',
    async () => {
      const client = createClient(target.baseUrl, (await target.local.newAccount('max')).apiKey);
      await client.push(ORDERS);
      const id = String((await client.report({ report_type: 'RFM' })).report_id);
      const before = await exportFile(client, id, 'customers', 'ndjson');
      const segments = await exportFile(client, id, 'segments', 'csv');
      const listNames = ({ bytes }: { bytes: ArrayBuffer }) =>
        parseLines(bytes)
          .map(({ customer_id }) => customer_id)
          .sort();
      expect(listNames(before)).toEqual(['ann', 'bob', 'cid']);
      const accepted = await client.send('/customers/bob', { method: 'DELETE' });
      expect(accepted.status).toBe(202);
      // From now on the file with bob has no address, and a new file excludes him.
      const hidden = await read(client, id, before.view.export_id);
      expect(hidden?.download_url).toBeNull();
      const during = await exportFile(client, id, 'customers', 'ndjson');
      expect(listNames(during)).toEqual(['ann', 'cid']);
      await until(async () => {
        const { body } = await client.get(`/erasures/${accepted.body.erasure_id}`);
        return body.status === 'completed' ? body : undefined;
      });
      expect(await read(client, id, before.view.export_id)).toBeUndefined();
      expect((await fetch(before.view.download_url ?? '')).status).toBe(404);
      // Files without bob stay.
      expect((await read(client, id, during.view.export_id))?.download_url).toMatch(/^http/);
      expect((await read(client, id, segments.view.export_id))?.download_url).toMatch(/^http/);
    },
  );
});
