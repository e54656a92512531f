// Orders, finished reports and an audience that requests find from the beginning: lists of rules and customers,
// recommendations and members need more luck than random requests have.
import { createClient } from '../../quality/harness/client.ts';
import type { KnownIds } from './requests/known-ids.ts';

const REQUESTS = [
  { report_type: 'MBA', params: { serve: { fields: ['category', 'brand'] }, product_profiles: true } },
  { report_type: 'RFM', params: {} },
];

export async function makeFirstReports(baseUrl: string, key: string, ids: KnownIds): Promise<void> {
  const client = createClient(baseUrl, key);
  await client.push(
    Array.from({ length: 20 }, (_, at) => ({
      order_id: `first-${at}`,
      customer_id: `c${at % 7}`,
      order_date: `2026-01-${String(at + 1).padStart(2, '0')}`,
      line_items: ['Tea', 'Milk', 'Bread'].slice(at % 2).map((product_name) => ({
        product_name,
        custom_fields: { category: product_name === 'Bread' ? 'bread' : 'tea' },
      })),
    })),
  );
  for (const request of REQUESTS) {
    const { body } = await client.post('/reports', request);
    const { status } = (await client.send(`/reports/${body.report_id}`, { headers: { Prefer: 'wait=20' } }))
      .body;
    if (status === 'Processing' || status === 'Failed')
      throw new Error(`the first ${request.report_type} is ${status}`);
    ids.add('report', String(body.report_id));
  }
  for (let at = 0; at < 20; at++) ids.add('order', `first-${at}`);
  const { status, body } = await client.post('/audiences', {
    name: 'First',
    dataset_id: 'default',
    conditions: [{ report: { report_type: 'RFM' } }],
    refresh: 'manual',
  });
  if (status !== 201) throw new Error(`the first audience: ${status} ${JSON.stringify(body)}`);
  ids.add('audience', String(body.audience_id));
}
