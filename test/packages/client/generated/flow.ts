// Pushes orders, waits, reads a report and erases a customer with a client generated from the OpenAPI document. The
// compiler checks a copy of this file beside the generated types (generated-client.test.ts).
import createClient from 'openapi-fetch';
import type { paths } from './api.ts';

export interface Outcome {
  readonly rows: number;
  readonly rules: number;
  readonly datasets: readonly string[];
  readonly erased: number;
}

export async function runFlow(baseUrl: string, apiKey: string): Promise<Outcome> {
  const api = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${apiKey}` } });
  const dataset_id = 'generated';
  const orders = Array.from({ length: 40 }, (_, i) => ({
    order_id: `order-${i}`,
    customer_id: `customer-${i % 10}`,
    order_date: `2026-01-${String(1 + (i % 28)).padStart(2, '0')}`,
    line_items: (i % 2 === 0 ? ['tea', 'cup'] : ['tea', 'cup', 'pot']).map((product_name) => ({
      product_name,
      unit_price: 4.5,
      quantity: 1,
    })),
  }));
  const pushed = await api.POST('/data/orders', { body: { dataset_id, orders } });
  if (pushed.data === undefined) throw new Error(`the push was refused: ${JSON.stringify(pushed.error)}`);
  const { import_id } = pushed.data;

  const job = await until(async () => {
    const { data } = await api.GET('/data/orders', {
      params: { query: { import_id }, header: { Prefer: 'wait=20' } },
    });
    return data !== undefined && 'status' in data && data.status === 'completed' ? data : undefined;
  });

  const requested = await api.POST('/reports', {
    body: { report_type: 'MBA', dataset_id, params: { min_support: 0.1, min_confidence: 0.5 } },
  });
  if (requested.data === undefined)
    throw new Error(`the report was refused: ${JSON.stringify(requested.error)}`);
  const { report_id } = requested.data;
  const report = await until(async () => {
    const { data } = await api.GET('/reports/{id}', {
      params: { path: { id: report_id }, header: { Prefer: 'wait=20' } },
    });
    if (data?.status === 'Failed') throw new Error(data.fail_reason);
    return data?.status === 'Completed' || data?.status === 'Completed with warnings' ? data : undefined;
  });
  if (report.report_type !== 'MBA') throw new Error(`expected an MBA report, got ${report.report_type}`);

  const datasets = await api.GET('/datasets');
  const erasure = await api.DELETE('/customers/{id}', {
    params: { path: { id: 'customer-1' }, query: { dataset_id } },
  });
  if (erasure.data === undefined)
    throw new Error(`the erasure was refused: ${JSON.stringify(erasure.error)}`);
  const { erasure_id } = erasure.data;
  const ended = await until(async () => {
    const { data } = await api.GET('/erasures/{id}', { params: { path: { id: erasure_id } } });
    return data?.status === 'completed' ? data : undefined;
  });

  return {
    rows: job.rows.inserted,
    rules: report.association_rules.length,
    datasets: (datasets.data?.datasets ?? []).map(({ slug }) => slug),
    erased: ended.erased.orders,
  };
}

async function until<T>(ask: () => Promise<T | undefined>): Promise<T> {
  for (let attempt = 0; attempt < 250; attempt++) {
    const found = await ask();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('no result within 25 s');
}
