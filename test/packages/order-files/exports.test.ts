// Compares orders read from exporters' files with figures worked out by hand. Prices in most files are tea 4.50,
// milk 1.25 and mug 12.00.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { type LocalReadOptions, readLocalOrders } from '../../../packages/order-files/disk/local-files.ts';
import { printRowProblem } from '../../../packages/order-files/problems/row-problem-words.ts';
import type { LeftOutStatus } from '../../../packages/order-files/profiles/profile.ts';
import {
  computeReconciliation,
  type Reconciliation,
} from '../../../packages/order-files/totals/reconciliation.ts';
import type { SubmittedOrder } from '../../../src/contract/resources/orders/submitted-order.ts';
import { collect } from './in-memory.ts';

interface Imported {
  readonly profile: string | undefined;
  readonly orders: Map<string, SubmittedOrder>;
  readonly figures: Reconciliation;
  readonly problems: string[];
  readonly differences: string[];
}

/** The currency chosen for each file with orders in two currencies. */
const CURRENCIES: Readonly<Record<string, string>> = {
  'shopify/shopify.csv': 'EUR',
  'woocommerce/woocommerce-suite.csv': 'GBP',
  'stripe.csv': 'EUR',
  'amazon-orders.txt': 'EUR',
};

async function importExport(file: string, options: LocalReadOptions = {}): Promise<Imported> {
  const problems: string[] = [];
  const differences: string[] = [];
  let profile: string | undefined;
  const reading = await readLocalOrders([join(import.meta.dirname, 'exports', file)], {
    onBadRow: ({ line, problem }) => problems.push(`${line}: ${printRowProblem(problem)}`),
    onColumns: (_, found) => {
      profile = found.profile.id;
    },
    currency: CURRENCIES[file],
    ...options,
  });
  reading.ledger.onDifference = ({ order_id }) => differences.push(order_id);
  const orders = await collect(reading.orders);
  return {
    profile,
    orders: new Map(orders.map((order) => [order.order_id, order])),
    figures: computeReconciliation(reading.ledger, reading.currency(), problems.length),
    problems,
    differences,
  };
}

describe('readLocalOrders on Shopify’s export', () => {
  test('fills order fields and custom columns down to further lines', async () => {
    const custom = [{ key: 'status', column: 'Financial Status' }];
    const { orders } = await importExport('shopify/shopify.csv', { custom });
    const statuses = orders.get('#1002')?.line_items.map(({ custom_fields }) => custom_fields?.status);
    expect(statuses).toEqual(['paid', 'paid', 'paid']);
  });

  test('spreads an order’s discount over its lines in proportion', async () => {
    const { orders } = await importExport('shopify/shopify.csv');
    // 18.22 of 20.25 remains: 4.049, 1.125 and 10.797, rounded to cents; the mug takes the remaining cent.
    expect(orders.get('#1002')?.line_items).toEqual([
      { product_name: 'Earl Grey, 100 g', product_sku: 'TEA-1', unit_price: 4.05, quantity: 1 },
      { product_name: 'Milk', product_sku: 'MILK', unit_price: 1.12, quantity: 3 },
      { product_name: 'Mug "large"', product_sku: 'MUG-L', unit_price: 10.81, quantity: 1 },
    ]);
  });

  test('turns a refund into an order with negative quantities', async () => {
    const { orders } = await importExport('shopify/shopify.csv');
    const { customer_id, order_date, line_items } = orders.get('#1003-refund') ?? { line_items: [] };
    expect([customer_id, order_date]).toEqual(['ann@example.com', '2026-03-03 10:00:00+0100']);
    // A quarter of the 30.00 was refunded.
    expect(line_items.map(({ quantity, unit_price }) => [quantity, unit_price])).toEqual([
      [-4, 1.125],
      [-1, 3],
    ]);
  });

  test('merges two lines of a product into one at the mean price', async () => {
    const { orders } = await importExport('shopify/shopify.csv');
    expect(orders.get('#1010')?.line_items.map(({ quantity, unit_price }) => [quantity, unit_price])).toEqual(
      [
        [2, 10],
        [3, 4.5],
      ],
    );
  });

  test('includes pending and voided orders with --include', async () => {
    const include: LeftOutStatus[] = ['pending', 'voided'];
    const { figures } = await importExport('shopify/shopify.csv', { include });
    expect([figures.orders, figures.net]).toEqual([9, 161.22]);
  });

  test('reads only the orders in the currency of --currency', async () => {
    const { figures } = await importExport('shopify/shopify.csv', { currency: 'usd' });
    expect([figures.currency, figures.orders, figures.net]).toEqual(['USD', 1, 13]);
  });
});

describe('a file sorted by another column than the order', () => {
  const readSorted = async (file: string, byColumn: number) => {
    const text = readFileSync(join(import.meta.dirname, 'exports', file), 'utf8');
    const [header = '', ...lines] = text.trim().split('\n');
    const getCell = (line: string): string => line.split(',')[byColumn] ?? '';
    lines.sort((a, b) => (getCell(a) < getCell(b) ? -1 : 1));
    const problems: string[] = [];
    const reading = await readLocalOrders(['-'], {
      standardInput: Readable.from([Buffer.from([header, ...lines].join('\n'))]),
      currency: CURRENCIES[file],
      onBadRow: ({ problem }) => problems.push(printRowProblem(problem)),
    });
    await collect(reading.orders);
    return problems;
  };

  test('has a bad row for each order whose lines lie apart', async () => {
    // Column 45 is item_name: it separates the mug and the tea of order 702.
    const problems = await readSorted('woocommerce/woocommerce-suite.csv', 45);
    expect(problems).toEqual([expect.stringContaining('the lines of the order are not together')]);
  });

  test('has bad rows if the line with the order’s fields is not the first', async () => {
    const text = readFileSync(join(import.meta.dirname, 'exports', 'shopify/shopify.csv'), 'utf8');
    const [header = '', ...rest] = text.split('\n');
    const problems: string[] = [];
    const reading = await readLocalOrders(['-'], {
      currency: 'EUR',
      standardInput: Readable.from([
        Buffer.from([header, ...rest.toReversed()].join('\n').replace('Please ring', '')),
      ]),
      onBadRow: ({ problem }) => problems.push(printRowProblem(problem)),
    });
    await collect(reading.orders);
    expect(problems.some((problem) => problem.includes('the lines of the order are not together'))).toBe(
      true,
    );
  });
});

describe('a refund with a date of its own', () => {
  test('is an order on the day of the refund in Stripe’s export', async () => {
    const { orders } = await importExport('stripe.csv');
    expect(orders.get('ch_2-refund-2026-04-02')).toMatchObject({
      order_date: '2026-04-02 09:00:00',
      line_items: [{ product_name: 'Mug', quantity: -1, unit_price: 12 }],
    });
  });

  test('is an order of its own in Square’s export', async () => {
    const { orders } = await importExport('square.csv');
    expect([...orders.keys()]).toEqual(['T1', 'T2', 'T3-refund-2026-03-05', 'T4']);
    expect(orders.get('T2')?.line_items).toEqual([{ product_name: 'Cheddar', unit_price: 7, quantity: 1 }]);
  });

  test('has the price after promotion, as the sale has, in Amazon’s settlement', async () => {
    const { orders } = await importExport('amazon-settlement.txt');
    expect(orders.get('302-1')?.line_items).toEqual([
      { product_sku: 'TEA-1', unit_price: 4.05, quantity: 2 },
    ]);
    expect(orders.get('302-1-refund-2026-03-09')?.line_items).toEqual([
      { product_sku: 'TEA-1', unit_price: 8.1, quantity: -1 },
    ]);
  });
});
