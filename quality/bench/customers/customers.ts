// The list of a report's customers, measured after loading: its report, its file, its comparison, and pages in a warm
// function, without the network: npm run -s bench -- customers [--customers 1000000] [--orders 2000000].
import { parseArgs } from 'node:util';
import { parseRequest } from '../../../src/contract/parse.ts';
import { listCustomersQuery } from '../../../src/contract/resources/reports/report-customers.ts';
import { createReportRequest } from '../../../src/contract/resources/reports/reports.ts';
import { listInPieces } from '../../../src/core/customer-lists/build-list.ts';
import { comparedLists } from '../../../src/core/customer-lists/compare-lists.ts';
import { decodeList, encodeList } from '../../../src/core/customer-lists/list-file.ts';
import type { OrderColumns } from '../../../src/core/orders/columns.ts';
import { createColumnsBuilder } from '../../../src/core/orders/columns-builder.ts';
import { createColumnCache } from '../../../src/report-lists/column-cache.ts';
import { createCustomerPage } from '../../../src/report-lists/customer-page.ts';
import { resolveReport } from '../../../src/report-types/resolve.ts';
import { rfm } from '../../../src/report-types/rfm/rfm.ts';
import { randomFrom } from '../../harness/random/random.ts';
import { reportCase } from '../measuring/json-lines.ts';

const DAY_MS = 86_400_000;
const FIRST_DAY = Date.UTC(2024, 0, 1);
const DAYS = 730;
const REPORT_ID = '01M7YN9QHZYR8GXB77DH0YCNR5';
const WARM_RUNS = 10;

const QUERIES = {
  by_spend: { limit: '1000' },
  at_risk_by_recency: { limit: '1000', segment: ['At Risk'], order_by: 'recency', order: 'asc' },
  frequent_moved: { limit: '1000', moved: 'true', min_frequency: '2', order_by: 'last_purchase' },
} as const;

export async function benchCustomers(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      customers: { type: 'string', default: '1000000' },
      orders: { type: 'string', default: '2000000' },
    },
  });
  const customers = Number(values.customers);
  const columns = shop(customers, Number(values.orders));
  const request = parseRequest(createReportRequest, { report_type: 'RFM' });
  const { settings } = resolveReport(request);
  const analysed = timed(() => rfm.analyse(columns, settings));
  const { body, customers: listed } = analysed.result;
  const encoded = timed(() => Buffer.concat([...listInPieces(listed())]));
  const file = encoded.result;
  const comparison = timed(() => comparedLists(decodeList(file), decodeList(file), REPORT_ID));
  const stored = encodeList(comparison.result);
  reportCase('customers/report', {
    customers: body.customer_count,
    orders: columns.orderCount,
    ...analysed.figures('analyse'),
    ...encoded.figures('list'),
    ...comparison.figures('compare'),
    file_mb: Math.round(file.length / 1e6),
    peak_rss_mb: Math.round(process.resourceUsage().maxRSS / 1_024),
  });
  const at = new Date(FIRST_DAY).toISOString();
  const page = createCustomerPage({
    reports: {
      get: async () => ({
        account_id: 'acc',
        report_id: REPORT_ID,
        name: 'bench',
        report_type: 'RFM',
        dataset_id: 'default',
        status: 'Completed',
        created_at: at,
        updated_at: at,
        usage_month: at.slice(0, 7),
        key_hash: 'hash',
        request,
      }),
    },
    lists: {
      version: async () => '1',
      read: async (_key, _version, from, to) => stored.slice(from, to),
    },
    hidden: async () => ({ customers: [], everybody: false }),
    cache: createColumnCache(400_000_000),
  });
  for (const [name, asked] of Object.entries(QUERIES)) {
    const query = parseRequest(listCustomersQuery, asked);
    const key = { accountId: 'acc', reportId: REPORT_ID };
    const times: number[] = [];
    const cpu: number[] = [];
    let matched = 0;
    for (let run = 0; run <= WARM_RUNS; run++) {
      const used = process.cpuUsage();
      const began = performance.now();
      matched = (await page(key, query)).customers_matched;
      times.push(performance.now() - began);
      const { user, system } = process.cpuUsage(used);
      cpu.push((user + system) / 1_000);
    }
    const [first = 0, ...warm] = times;
    reportCase(`customers/page/${name}`, {
      matched,
      first_ms: Math.round(first),
      warm_ms: Math.round(Math.min(...warm)),
      warm_cpu_ms: Math.round(Math.min(...cpu)),
      warm_ms_max: Math.round(Math.max(...warm)),
    });
  }
}

/** Each customer once, then a few who buy often. */
function shop(customers: number, orders: number): OrderColumns {
  const random = randomFrom(11);
  const builder = createColumnsBuilder({ productIdentifier: 'name', keep: () => true });
  for (let order = 0; order < orders; order++) {
    const customer = order < customers ? order : Math.floor(random() ** 2 * customers);
    const product = Math.floor(random() ** 2 * 2_000);
    const orderDate = FIRST_DAY + Math.floor(random() * DAYS) * DAY_MS;
    builder.add({ orderId: `o${order}`, customerId: `c${customer}`, orderDate }, [
      {
        name: `product ${product}`,
        sku: undefined,
        unitPrice: 1 + (product % 50) / 4,
        quantity: 1 + (order % 3),
        customFields: undefined,
      },
    ]);
  }
  return builder.build();
}

/** `…_cpu_ms` is what it takes on a machine that others use, too. */
function timed<T>(run: () => T) {
  const used = process.cpuUsage();
  const began = performance.now();
  const result = run();
  const ms = performance.now() - began;
  const { user, system } = process.cpuUsage(used);
  return {
    result,
    figures: (name: string) => ({
      [`${name}_ms`]: Math.round(ms),
      [`${name}_cpu_ms`]: Math.round((user + system) / 1_000),
    }),
  };
}
