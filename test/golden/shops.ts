// Twelve datasets whose reports are frozen: real shops, simulated shops, and shops with awkward data.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { readRetailOrders } from '../../apps/cli/demo/online-retail.ts';
import type { SubmittedLine, SubmittedOrder } from '../../src/contract/resources/orders/submitted-order.ts';
import { HABIT_NULL_SHOPS, withPlanted } from '../../tools/harness/random/habit-shops.ts';
import { createRandom, drawBelow, type Random, shuffleValues } from '../../tools/harness/random/random.ts';

export interface Shop {
  readonly name: string;
  readonly orders: () => readonly SubmittedOrder[];
  /** Minimum support of the market basket reports. */
  readonly minSupport: number;
}

function readRows(file: string): string[][] {
  const text = gunzipSync(readFileSync(new URL(file, import.meta.url)));
  return parse(text, { from_line: 2, relax_column_count: true });
}

const DAY = 86_400_000;
const START = Date.parse('2025-01-01T09:00:00Z');
const on = (day: number): string => new Date(START + Math.floor(day * DAY)).toISOString();
const createLine = (product_name: string, unit_price = 1, quantity = 1): SubmittedLine => ({
  product_name,
  unit_price,
  quantity,
});

/** Computes a price that has no exact double from the name of a product. */
const computePrice = (product: string): number =>
  0.1 + ((product.length * 7 + product.charCodeAt(1)) % 90) / 10;

function drawHabits(): SubmittedOrder[] {
  const random = createRandom(1);
  const drawn = HABIT_NULL_SHOPS[0]?.draw(random) ?? [];
  return withPlanted(random, drawn).map(({ customer, day, products }, at) => ({
    order_id: `habit-${at}`,
    customer_id: customer,
    order_date: on(day),
    line_items: products.map((product) => createLine(product, computePrice(product))),
  }));
}

/** Draws orders of customers who each buy at an own pace; a fifth of them leave. */
function drawRhythms(): SubmittedOrder[] {
  const random = createRandom(2);
  return Array.from({ length: 250 }, (_, customer) => {
    const days: number[] = [];
    const usual = 15 + 30 * random();
    const end = customer % 5 === 0 ? 200 : 360;
    for (let day = 60 * random(); day < end; day += usual * (0.6 + 0.8 * random())) days.push(day);
    return days.map((day, at) => ({
      order_id: `rhythm-${customer}-${at}`,
      customer_id: `c${customer}`,
      order_date: on(day),
      line_items: [
        createLine(`refill ${customer % 4}`, 12.35),
        createLine(`extra ${drawBelow(random, 9)}`, 3.1),
      ],
    }));
  }).flat();
}

function drawOrders(random: Random, count: number, more: (at: number) => Partial<SubmittedOrder>) {
  return Array.from({ length: count }, (_, at): SubmittedOrder => {
    const products = shuffleValues(random, Array.from('abcdefghijkl')).slice(0, 1 + drawBelow(random, 5));
    return {
      order_id: `drawn-${at}`,
      order_date: on((364 * at) / count),
      line_items: products.map((of) =>
        createLine(`p${of}`, computePrice(`p${of}`), 1 + drawBelow(random, 3)),
      ),
      ...more(at),
    };
  });
}

/** Creates orders with unusual names, prices and dates that real exports contain. */
function createAwkwardOrders(): SubmittedOrder[] {
  const odd = [
    'Tee "grün" €',
    '  spaced  ',
    '__proto__',
    '\u{1F375} tea',
    'Shipping',
    'Postage',
    'x'.repeat(200),
  ];
  return Array.from({ length: 240 }, (_, at) => ({
    order_id: at % 2 === 0 ? `#${at}` : `Ü-${at}/..`,
    ...(at % 4 !== 0 && { customer_id: at % 7 === 0 ? '__proto__' : `k\u0301 ${at % 31}` }),
    ...(at % 9 !== 0 && { order_date: on((at * 37) % 300) }),
    line_items: [
      createLine(odd[at % odd.length] ?? '', at % 11 === 0 ? 0 : 1e6 / 3),
      createLine(odd[(at * 5) % odd.length] ?? '', 0.1, at % 13 === 0 ? -2 : 3),
      { product_sku: `only-sku-${at % 6}`, unit_price: 19.99, custom_fields: { color: `c${at % 3}` } },
    ],
  }));
}

export const SHOPS: readonly Shop[] = [
  { name: 'a month of Online Retail', orders: readRetailOrders, minSupport: 0.03 },
  {
    name: 'a year of a fifth of the customers of Online Retail',
    minSupport: 0.5,
    orders: () =>
      readRows('../analysis/report-types/data/online-retail-orders.csv.gz')
        .map(([order_id = '', order_date, customer, rows, value, , refund]) => ({
          order_id,
          order_date,
          ...(customer && { customer_id: customer }),
          line_items: [
            ...(Number(rows) > 0 ? [createLine('goods', Number(value))] : []),
            ...(Number(refund) === 0 ? [] : [createLine('goods', -Number(refund), -1)]),
          ],
        }))
        .filter(({ customer_id, line_items }) => line_items.length > 0 && Number(customer_id ?? 0) % 5 === 0),
  },
  {
    name: 'groceries',
    minSupport: 0.008,
    orders: () =>
      gunzipSync(readFileSync(new URL('../analysis/mining/data/groceries.csv.gz', import.meta.url)))
        .toString('utf8')
        .split(/\r?\n/)
        .filter(Boolean)
        .map((basket, at) => ({
          order_id: `basket-${at}`,
          line_items: basket.split(',').map((product_name) => ({ product_name })),
        })),
  },
  {
    name: 'the orders of 995 customers',
    minSupport: 0.5,
    orders: () =>
      readRows('../analysis/rfm/data/rfm-orders.csv.gz').map(([customer_id, order_date, value], row) => ({
        order_id: `row-${row}`,
        customer_id,
        order_date,
        line_items: [createLine('order', Number(value))],
      })),
  },
  { name: 'personal favourites and a planted pair', orders: drawHabits, minSupport: 0.01 },
  { name: 'customers with rhythms', orders: drawRhythms, minSupport: 0.02 },
  {
    // Has more rules than a report returns.
    name: 'one order of thirteen products',
    minSupport: 0.01,
    orders: () => [
      {
        ...{ order_id: 'one', customer_id: 'one', order_date: on(3) },
        line_items: Array.from({ length: 13 }, (_, at) => createLine(`p${at}`, 1 + at)),
      },
    ],
  },
  {
    name: 'two orders of a customer',
    minSupport: 0.01,
    orders: () =>
      [0, 1].map((at) => ({
        ...{ order_id: `o${at}`, customer_id: 'one', order_date: on(20 * at) },
        line_items: [createLine('tea', 2.5), createLine(`p${at}`, 3)],
      })),
  },
  {
    name: 'guests without a customer',
    minSupport: 0.02,
    orders: () => drawOrders(createRandom(3), 300, () => ({})),
  },
  {
    name: 'a third of the orders on one walk-in customer',
    minSupport: 0.02,
    orders: () =>
      drawOrders(createRandom(4), 600, (at) => ({
        customer_id: at % 3 === 0 ? 'walk-in' : `c${(at * 13) % 97}`,
      })),
  },
  {
    name: 'orders without a date',
    minSupport: 0.02,
    orders: () =>
      drawOrders(createRandom(5), 200, (at) => ({ customer_id: `c${at % 23}`, order_date: undefined })),
  },
  { name: 'awkward names, prices and dates', orders: createAwkwardOrders, minSupport: 0.02 },
];
