// The service as its users see it, on its own local cloud: npm run -s bench -- service. The engines share the machine
// with the functions.
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { readOrders } from '../../../cli/demo/online-retail.ts';
import { OrderAnalytics } from '../../../client/src/index.ts';
import { importJob, submitOrdersResponse } from '../../../src/contract/resources/orders/orders.ts';
import { type Client, createClient } from '../../harness/client.ts';
import { startTarget, type Target } from '../../harness/target.ts';
import { report } from '../measuring/json-lines.ts';

const ROWS = 10_000;
const RUNS = 5;

function orders(run: number, linesPerOrder: number): object[] {
  return Array.from({ length: ROWS / linesPerOrder }, (_, i) => ({
    order_id: `r${run}-${linesPerOrder}-${i}`,
    customer_id: `c${i % 2_000}`,
    order_date: new Date(Date.UTC(2026, 0, 1 + (i % 90))).toISOString(),
    line_items: Array.from({ length: linesPerOrder }, (_, j) => ({
      product_name: `product ${(i * 7 + j * 13) % 900}`,
      product_sku: `sku-${(i * 7 + j * 13) % 900}`,
      unit_price: 1 + (j % 20),
      quantity: 1 + (i % 3),
    })),
  }));
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

/**
 * Pushes a whole file of orders, two requests at a time as the contract recommends, then requests one report of each
 * type.
 */
async function benchFile(client: Client, { baseUrl, apiKey }: Target, file: string): Promise<void> {
  const orders = readOrders(file);
  const dataset_id = 'file';
  const began = performance.now();
  const { total: rows } = (
    await new OrderAnalytics({ baseUrl, apiKey }).push(orders, { datasetId: dataset_id, wait: true })
  ).rows;
  const pushed = performance.now() - began;
  report('push of a file', rows, 'line items', { figure_is: 'accepted and applied' });
  report('push of a file', (1_000 * rows) / pushed, 'line items/s', { figure_is: 'two requests in flight' });
  for (const template of ['standard_mba', 'standard_rfm']) {
    const asked = performance.now();
    await client.report({ template, dataset_id });
    report(`report ${template} on the file`, performance.now() - asked, 'ms', {
      figure_is: 'POST to finished',
    });
  }
}

/** `--data FILE`: a gzipped CSV file like the demo's, instead of generated orders. */
export async function benchService(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { data: { type: 'string' } } });
  const began = performance.now();
  const target = await startTarget();
  report('local cloud ready', performance.now() - began, 'ms', {
    figure_is: 'bundling and synthesis included',
  });
  const client = createClient(target.baseUrl, target.apiKey);
  try {
    if (values.data !== undefined) return await benchFile(client, target, values.data);
    for (const linesPerOrder of [2, 20]) {
      const accepted: number[] = [];
      const applied: number[] = [];
      for (let run = 0; run < RUNS; run++) {
        const asked = performance.now();
        const { body } = await client.post('/data/orders', { orders: orders(run, linesPerOrder) });
        accepted.push(performance.now() - asked);
        const { import_id } = v.parse(submitOrdersResponse, body);
        for (;;) {
          const job = v.parse(importJob, (await client.get(`/data/orders?import_id=${import_id}`)).body);
          if (job.status === 'completed') break;
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
        applied.push(performance.now() - asked);
      }
      const name = `POST of ${ROWS} line items, ${linesPerOrder} an order`;
      report(name, median(accepted), 'ms', { figure_is: 'time to 202, median of five' });
      report(name, median(applied), 'ms', { figure_is: 'time to completed, median of five' });
      report(name, (1_000 * ROWS) / median(applied), 'line items/s', { figure_is: 'one request at a time' });
    }
    for (const template of ['standard_mba', 'standard_rfm']) {
      const times: number[] = [];
      for (let run = 0; run < RUNS; run++) {
        const asked = performance.now();
        await client.report({ template });
        times.push(performance.now() - asked);
      }
      report(`report ${template}`, median(times), 'ms', {
        figure_is: '100,000 line items, POST to finished, median of five',
      });
    }
  } finally {
    await target.stop();
  }
}
