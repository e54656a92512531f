// What a replenishment report costs, and how well it says who is due: npm run -s bench -- replenishment [--customers N] for a
// made-up shop, or --data FILE for the orders of a file.
import { parseArgs } from 'node:util';
import { readOrders } from '../../../order-files/disk/read-orders.ts';
import { orderColumns } from '../../../order-files/orders/order-columns.ts';
import { buildList } from '../../../src/core/customer-lists/build-list.ts';
import type { OrderColumns } from '../../../src/core/orders/columns.ts';
import { createColumnsBuilder } from '../../../src/core/orders/columns-builder.ts';
import { analyseReplenishment } from '../../../src/report-types/replenishment/analyse.ts';
import { resolveReport } from '../../../src/report-types/resolve.ts';
import { randomFrom } from '../../harness/random/random.ts';
import { reportCase } from '../measuring/json-lines.ts';

const DAY_MS = 86_400_000;
const FIRST_DAY = Date.UTC(2024, 0, 1);
const DAYS = 730;
const PRODUCTS = 2_000;

export async function benchReplenishment(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { customers: { type: 'string', default: '1000000' }, data: { type: 'string' } },
  });
  const columns = values.data === undefined ? shop(Number(values.customers)) : await fileColumns(values.data);
  const { settings } = resolveReport({ template: 'due_to_reorder' });
  const before = process.cpuUsage();
  const { body, customers } = analyseReplenishment(columns, settings);
  const analysed = cpuSeconds(before);
  const again = process.cpuUsage();
  const list = buildList(customers());
  const { summary, cadence, expected } = body;
  reportCase('replenishment', {
    customers: summary.customers,
    orders: columns.orderCount,
    lines: columns.lineCount,
    products: summary.products,
    analyse_cpu_s: analysed,
    list_cpu_s: cpuSeconds(again),
    listed: list.head.rows,
    peak_rss_mb: Math.round(process.resourceUsage().maxRSS / 1_024),
    stages: { ...summary, excluded: undefined },
    model: cadence?.model,
    rules: cadence?.backtest.rules.map(({ rule, share }) => [rule, rounded(share)]),
    of_all: cadence && rounded(cadence.backtest.ordered / cadence.backtest.customers),
    product_rules: body.product_dates?.rules.map(({ rule, share }) => [rule, rounded(share)]),
    of_all_products: body.product_dates && rounded(body.product_dates.bought / body.product_dates.pairs),
    calibration: cadence?.backtest.calibration.map(({ predicted, actual }) =>
      [predicted, actual].map(rounded),
    ),
    expected: expected.map(({ days, orders, orders_interval: { low, high } }) =>
      [days, orders, low, high].map(rounded),
    ),
  });
}

function cpuSeconds(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return Math.round((user + system) / 10_000) / 100;
}

function rounded(value: number): number {
  return Math.round(1_000 * value) / 1_000;
}

async function fileColumns(file: string): Promise<OrderColumns> {
  const { orders } = await readOrders([file], { onBadRow: () => undefined });
  return orderColumns(orders, { productIdentifier: 'name', keep: () => true });
}

/** Customers of rates that differ a hundredfold, who buy with half the variation of chance, and leave with one order in ten. */
function shop(customers: number): OrderColumns {
  const random = randomFrom(28);
  const builder = createColumnsBuilder({
    productIdentifier: 'name',
    keep: () => true,
    localTime: (ms) => ms,
  });
  let order = 0;
  for (let c = 0; c < customers; c++) {
    const gap = 20 * 60 ** random();
    const usual = Math.floor(PRODUCTS * random() ** 2);
    const event = () => -Math.log(1 - random()) * (gap / 2);
    for (let day = DAYS * random(); day < DAYS; day += event() + event()) {
      const header = {
        orderId: String(order++),
        customerId: `customer-${c}`,
        orderDate: FIRST_DAY + Math.floor(day) * DAY_MS,
      };
      const other = Math.floor(PRODUCTS * random());
      builder.add(
        header,
        [usual, ...(random() < 0.5 && other !== usual ? [other] : [])].map((product) => ({
          name: `Product ${product}`,
          sku: undefined,
          unitPrice: 1 + (product % 40),
          quantity: 1 + (product % 3),
          customFields: undefined,
        })),
      );
      if (random() < 0.1) break;
    }
  }
  return builder.build();
}
