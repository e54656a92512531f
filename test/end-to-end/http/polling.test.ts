// Polling made cheap: what has not changed is not sent again, and a read may wait for the end.

import { expect, it } from 'vitest';
import { readAnswer } from '../../../quality/harness/client.ts';
import { DEPLOYED, RUN, useTarget } from '../use-target.ts';

const target = useTarget();
const dataset = `polling-${RUN}`;
const orders = [
  { order_id: '1', customer_id: 'a', line_items: [{ product_name: 'tea' }, { product_name: 'milk' }] },
];

const read = async (path: string, headers: Record<string, string>) => {
  const init = { headers: { ...(await auth()), ...headers } };
  const response = await fetch(`${target.baseUrl}${path}`, init);
  return {
    status: response.status,
    headers: response.headers,
    text: await readAnswer('GET', path, response),
  };
};
let key: string | undefined;
async function auth(): Promise<Record<string, string>> {
  key ??= DEPLOYED ? target.apiKey : (await target.local.newAccount('max')).apiKey;
  return { Authorization: `Bearer ${key}` };
}
const post = async (path: string, body: object) => {
  const response = await fetch(`${target.baseUrl}${path}`, {
    method: 'POST',
    headers: await auth(),
    body: JSON.stringify(body),
  });
  return JSON.parse(await readAnswer('POST', path, response));
};

it('holds a read until the import and the report are finished', async () => {
  const { import_id } = await post('/data/orders', { orders, dataset_id: dataset });
  const job = await read(`/data/orders?import_id=${import_id}`, { Prefer: 'wait=20' });
  expect(JSON.parse(job.text).status).toBe('completed');
  expect([job.headers.get('preference-applied'), job.headers.get('retry-after')]).toEqual(['wait=20', null]);

  const { report_id } = await post('/reports', { template: 'standard_mba', dataset_id: dataset });
  const early = await read(`/reports/${report_id}`, {});
  // A small report may be finished already.
  const isProcessing = JSON.parse(early.text).status === 'Processing';
  expect(early.headers.get('retry-after')).toBe(isProcessing ? '1' : null);
  const report = await read(`/reports/${report_id}`, { Prefer: 'respond-async, wait=20' });
  expect(JSON.parse(report.text).report_id).toBe(report_id);
  expect(report.headers.get('preference-applied')).toBe('wait=20');

  const etag = report.headers.get('etag') ?? '';
  expect(etag).toMatch(/^"[\w-]{27}"$/);
  for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const again = await read(`/reports/${report_id}`, { 'If-None-Match': tag });
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag]);
    expect(again.headers.get('x-ratelimit-remaining')).not.toBeNull();
    expect(again.headers.get('preference-applied')).toBeNull();
  }
  const held = await read(`/reports/${report_id}`, { 'If-None-Match': etag, Prefer: 'wait=20' });
  expect([held.status, held.headers.get('preference-applied')]).toEqual([304, 'wait=20']);
  const other = await read(`/reports/${report_id}`, { 'If-None-Match': '"other"' });
  expect([other.status, JSON.parse(other.text).report_id]).toEqual([200, report_id]);
});
