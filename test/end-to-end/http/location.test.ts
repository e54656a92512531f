// What a request creates or starts is found at the Location of its response, also of one that is replayed.
import { expect, it } from 'vitest';
import type { Reply } from '../../../quality/harness/client.ts';
import { orders } from '../../../quality/harness/orders.ts';
import { RUN, useTarget } from '../use-target.ts';

const target = useTarget();
const dataset = `location-${RUN}`;

async function follow(reply: Reply): Promise<Reply> {
  const location = reply.headers.get('location') ?? '';
  expect(location).toMatch(/^\/api\/v1\//);
  return target.client.get(location.slice('/api/v1'.length));
}

it('every 201 and 202 names where to read what it created or started', async () => {
  const { client } = target;
  const pushed = await client.post('/data/orders', { dataset_id: dataset, orders: orders(3) });
  expect((await follow(pushed)).body.import_id).toBe(pushed.body.import_id);
  await client.push(orders(3), dataset);

  const report = await client.report({ template: 'standard_rfm', dataset_id: dataset });
  const accepted = await client.post('/reports', { template: 'standard_rfm', dataset_id: dataset });
  expect([accepted.status, (await follow(accepted)).status]).toEqual([202, 200]);
  const exported = await client.post(`/reports/${report.report_id}/exports`, {
    what: 'segments',
    format: 'csv',
  });
  expect((await follow(exported)).body.export_id).toBe(exported.body.export_id);

  const scheduled = await client.post('/schedules', {
    expression: 'rate(300 days)',
    report: { template: 'standard_rfm', dataset_id: dataset },
  });
  expect([scheduled.status, (await follow(scheduled)).body]).toEqual([201, scheduled.body]);
  const source = await client.post('/sources', { kind: 'shopify', dataset_id: dataset });
  expect([source.status, (await follow(source)).body]).toEqual([201, source.body]);

  const erased = await client.send(`/datasets/${dataset}`, { method: 'DELETE' });
  expect([erased.status, (await follow(erased)).body.erasure_id]).toEqual([202, erased.body.erasure_id]);
  for (const { headers } of [scheduled, source])
    await client.send((headers.get('location') ?? '').slice('/api/v1'.length), { method: 'DELETE' });
});

it('a response that is replayed has the Location of the first', async () => {
  const send = () =>
    target.client.send('/data/orders', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': `location-${RUN}` },
      body: JSON.stringify({ dataset_id: `again-${dataset}`, orders: orders(1) }),
    });
  const [first, again] = [await send(), await send()];
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect(first.headers.get('location')).toBe(`/api/v1/data/orders?import_id=${first.body.import_id}`);
  expect(again.headers.get('location')).toBe(first.headers.get('location'));
});
