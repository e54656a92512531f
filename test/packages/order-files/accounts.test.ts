// Tests the reconciliation's figures, currencies and repeated products on data small enough to check by hand.
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type LocalReadOptions,
  readExchangeRates,
  readLocalOrders,
} from '../../../packages/order-files/disk/local-files.ts';
import { printRowProblem } from '../../../packages/order-files/problems/row-problem-words.ts';
import {
  computeReconciliation,
  explainReconciliation,
} from '../../../packages/order-files/totals/reconciliation.ts';
import { DistinctCount, ExactSum } from '../../../packages/order-files/values/distinct-count.ts';
import { readAmount } from '../../../packages/order-files/values/numbers.ts';
import { combineLines } from '../../../src/analysis/ingest/line-key.ts';
import { computeUnitPrice, spreadExactly } from '../../../src/analysis/money/unit-price.ts';
import { collect } from './in-memory.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'accounts-test-'));
});
afterAll(() => rm(folder, { recursive: true }));

function writeLines(name: string, lines: readonly string[]): string {
  const path = join(folder, name);
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
}

async function read(files: readonly string[], options: LocalReadOptions = {}) {
  const problems: string[] = [];
  const reading = await readLocalOrders(files, {
    onBadRow: ({ problem }) => problems.push(printRowProblem(problem)),
    ...options,
  });
  const orders = await collect(reading.orders);
  const figures = computeReconciliation(reading.ledger, reading.currency(), problems.length);
  return { orders, problems, figures, explanation: explainReconciliation(figures, reading.ledger) };
}

describe('ExactSum, DistinctCount and computeUnitPrice', () => {
  test('ExactSum adds amounts without the error of floating-point addition', () => {
    const sum = new ExactSum();
    for (const amount of [1e14, 0.1, 0.2, -1e14]) sum.add(amount);
    expect([1e14 + 0.1 + 0.2 - 1e14, sum.value]).toEqual([0.296875, 0.3]);
  });

  test('DistinctCount counts each text once, in any order and with any repetition', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string(), fc.nat(3000).map(String)), { size: 'large' }), (texts) => {
        const count = new DistinctCount();
        for (const text of texts) count.add(text);
        expect(count.size).toBe(new Set(texts).size);
      }),
    );
  });

  test('DistinctCount counts 100,000 ids without a collision', () => {
    const count = new DistinctCount();
    for (let id = 0; id < 100_000; id++) count.add(`#${id}`);
    expect(count.size).toBe(100_000);
  });

  test('computeUnitPrice gives a price whose product with the quantity is the total to the cent', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100_000 }),
        fc.integer({ min: 0, max: 1e9 }),
        (quantity, total) => {
          const value = computeUnitPrice(total / 100, quantity) * quantity;
          expect(Math.round(value * 100)).toBe(total);
        },
      ),
    );
  });
});

describe('spreadExactly', () => {
  const sumWorth = (parts: readonly number[], quantities: readonly number[]): number =>
    parts.reduce((sum, part, at) => {
      const quantity = quantities[at] ?? 1;
      return sum + Math.round(computeUnitPrice(part, quantity) * 1e8) * quantity;
    }, 0) / 1e8;

  test('returns parts that add up exactly if one line has a quantity of 1', () => {
    const line = fc.record({
      quantity: fc.integer({ min: 1, max: 20 }),
      cents: fc.integer({ min: 0, max: 100_000 }),
    });
    fc.assert(
      fc.property(fc.array(line, { maxLength: 6 }), fc.integer({ min: 1, max: 999 }), (lines, permille) => {
        const all = [...lines, { quantity: 1, cents: 200_000 }];
        const total = Math.round((all.reduce((sum, { cents }) => sum + cents, 0) * permille) / 1000) / 100;
        const sum = all.reduce((before, { cents }) => before + cents, 0);
        const parts = all.map(({ cents }) => (cents * total) / sum);
        const quantities = all.map(({ quantity }) => quantity);
        fc.pre(total > 100);
        expect(sumWorth(spreadExactly(parts, quantities, total, 'EUR'), quantities)).toBe(total);
      }),
    );
  });

  test('keeps proportional parts whose prices are exact, or if no line can take the remainder', () => {
    expect(spreadExactly([4.5, 3], [4, 1], 7.5, 'EUR')).toEqual([4.5, 3]);
    expect(spreadExactly([10], [3], 10, 'EUR')).toEqual([10]);
  });
});

describe('readAmount', () => {
  test.each([
    ['$1,234.50', 1234.5],
    ['-$0.90', -0.9],
    ['($12.00)', -12],
    ['12.00-', -12],
    ['EUR 5.25', 5.25],
    ['5.25 €', 5.25],
    ["1'234.50 CHF", 1234.5],
    ['US$ 7.00', 7],
    ['1,234', undefined],
    ['twelve', undefined],
    ['1 to 2', undefined],
  ])('reads %s with a decimal point as %s', (cell, amount) => {
    expect(readAmount(cell, 'point')).toBe(amount);
  });

  test.each([
    ['1.234,50 €', 1234.5],
    ['1 234,50 €', 1234.5],
    ['1.234', undefined],
    ['12,-', 12],
  ])('reads %s with a decimal comma as %s', (cell, amount) => {
    expect(readAmount(cell, 'comma')).toBe(amount);
  });
});

describe('readLocalOrders with several currencies', () => {
  const HEADER = 'order_id,customer_id,order_date,product_name,unit_price,quantity,currency';
  const ROWS = [
    '1,a,2026-03-02,tea,10,1,EUR',
    '2,b,2026-03-06,tea,10,1,USD',
    '3,b,2026-03-09,tea,10,2,usd',
    '4,c,2026-03-09,tea,10,1,GBP',
  ];

  test('refuses the file, lists rows and amounts by currency, and suggests the one with most rows', async () => {
    const reading = read([writeLines('two.csv', [HEADER, ...ROWS])]);
    await expect(reading).rejects.toThrow(
      'the prices are in several currencies: 2 rows in USD (30.00), 1 row in EUR (10.00), 1 row in GBP (10.00). Leave the others out with --currency USD',
    );
  });

  test('leaves out rows in other currencies than the chosen one and counts them by currency', async () => {
    const { orders, figures } = await read([writeLines('two.csv', [HEADER, ...ROWS])], { currency: 'eur' });
    expect(orders.map(({ order_id }) => order_id)).toEqual(['1']);
    expect(figures).toMatchObject({
      currency: 'EUR',
      net: 10,
      left_out: [
        { reason: 'other_currency', currency: 'USD', rows: 2, orders: 2, amount: 30 },
        { reason: 'other_currency', currency: 'GBP', rows: 1, orders: 1, amount: 10 },
      ],
    });
  });

  test('ignores the currency of a cancelled row', async () => {
    const cancelled = '9,c,2026-03-09,tea,10,1,GBP,cancelled';
    const { figures } = await read([
      writeLines('cancelled.csv', [`${HEADER},status`, cancelled, `${ROWS[0]},paid`]),
    ]);
    expect(figures).toMatchObject({
      currency: 'EUR',
      orders: 1,
      left_out: [{ reason: 'cancelled', currency: 'GBP', rows: 1, orders: 1, amount: 10 }],
      statuses: [
        { status: 'cancelled', rows: 1, paid: false },
        { status: 'paid', rows: 1, paid: true },
      ],
    });
  });

  test('takes $ and € in one column of prices as two currencies and a single sign as one', async () => {
    const PRICED = 'order_id,product_name,price';
    const mixed = writeLines('signs.csv', [PRICED, '1,tea,$10.00', '2,tea,€10.00', '3,tea,10.00 €']);
    await expect(read([mixed])).rejects.toThrow('2 rows in EUR (20.00), 1 row in $ (10.00)');
    const { figures } = await read([mixed], { currency: 'CAD' });
    expect([figures.currency, figures.net, figures.left_out[0]?.currency]).toEqual(['CAD', 10, 'EUR']);
    const euros = await read([writeLines('euros.csv', [PRICED, '1,tea,€10.00', '2,tea,12.00'])]);
    expect([euros.figures.currency, euros.figures.net]).toEqual(['EUR', 22]);
    // Many countries use $, so a file with $ alone has no known currency.
    const dollars = await read([writeLines('dollars.csv', [PRICED, '1,tea,$10.00'])]);
    expect([dollars.figures.currency, dollars.figures.net]).toEqual([null, 10]);
  });

  test('converts at the rate of the order’s day, or of the last day before it', async () => {
    const rates = writeLines('rates.csv', [
      'date,currency,rate',
      '2026-03-09,USD,0.95',
      '2026-03-02,USD,0.90',
      '2026-03-01,GBP,1.15',
    ]);
    const { orders, figures } = await read([writeLines('two.csv', [HEADER, ...ROWS])], {
      rates: readExchangeRates(rates),
      currency: 'EUR',
    });
    const prices = orders.map(({ line_items }) => line_items[0]?.unit_price);
    expect(prices).toEqual([10, 9, 9.5, 11.5]);
    expect(figures).toMatchObject({ currency: 'EUR', net: 49.5, left_out: [] });
  });

  test('names currency and day if an order is older than the first rate', async () => {
    const rates = writeLines('late.csv', ['date,currency,rate', '2026-03-07,USD,0.9']);
    const reading = read([writeLines('two.csv', [HEADER, ...ROWS])], {
      rates: readExchangeRates(rates),
      currency: 'EUR',
    });
    await expect(reading).rejects.toThrow('there is no rate from USD to EUR on or before 2026-03-06');
  });

  test('refuses a malformed file of rates and names the columns or the line', () => {
    expect(() => readExchangeRates(writeLines('odd.csv', ['day,rate', '2026-03-07,1']))).toThrow(
      'expected the columns date, currency, rate',
    );
    expect(() =>
      readExchangeRates(writeLines('bad.csv', ['date,currency,rate', '2026-03-07,USD,-1'])),
    ).toThrow('line 2');
  });
});

describe('readLocalOrders on a file of an unknown exporter', () => {
  test('omits cancelled and pending rows, gives guests no customer id and lower-cases e-mail addresses', async () => {
    const { orders, figures } = await read([
      writeLines('plain.csv', [
        'order_id,email,item,price,qty,status',
        '1,Ann@example.com,tea,4.50,2,Completed',
        '2,ann@Example.com,tea,4.50,1,paid',
        '3,guest,tea,4.50,1,closed',
        '4,bob@example.com,tea,4.50,1,Cancelled',
        '5,bob@example.com,tea,4.50,1,pending',
      ]),
    ]);
    expect(orders.map(({ customer_id }) => customer_id)).toEqual([
      'ann@example.com',
      'ann@example.com',
      undefined,
    ]);
    expect(figures).toMatchObject({
      orders: 3,
      customers: 1,
      net: 18,
      left_out: [
        { reason: 'cancelled', rows: 1, amount: 4.5 },
        { reason: 'pending', rows: 1, amount: 4.5 },
      ],
    });
  });

  test('refuses unknown statuses, lists rows and amount of each, and names the option that decides', async () => {
    const path = writeLines('statuses.csv', [
      'order_id,item,price,status',
      '1,tea,4.50,paid',
      '2,tea,4.50,REFUNDED',
      '3,tea,4.50,In Zustellung',
      '3,mug,12,In Zustellung',
    ]);
    await expect(read([path])).rejects.toThrow(
      'status: unknown statuses: "REFUNDED" (1 row, 4.50), "In Zustellung" (2 rows, 16.50). List the statuses of paid orders with --paid',
    );
    const { figures, explanation } = await read([path], { paid: ['in zustellung'], notPaid: ['Refunded'] });
    expect(figures).toMatchObject({
      net: 21,
      left_out: [{ reason: 'not_paid', rows: 1, orders: 1, amount: 4.5 }],
    });
    expect(explanation).toMatch(/^counted +orders with paid, In Zustellung$/m);
    // The operator’s list overrides the profile’s.
    await expect(read([path], { notPaid: ['paid', 'REFUNDED'] })).rejects.toThrow('"In Zustellung"');
  });

  test('divides the total of a line by its quantity if there is no unit price', async () => {
    const { orders } = await read([
      writeLines('totals.csv', ['order_id,item,qty,line_total', '1,tea,3,10.00']),
    ]);
    expect(orders[0]?.line_items).toEqual([{ product_name: 'tea', unit_price: 3.33333333, quantity: 3 }]);
  });

  test('subtracts discounts from a column that the operator names', async () => {
    const { figures } = await read(
      [writeLines('named.csv', ['order_id,item,price,qty,rebate', '1,tea,4.50,2,0.50', '1,mug,12,1,'])],
      { columns: { line_discount: 'rebate' } },
    );
    expect(figures).toMatchObject({ gross: 21, discounts: 0.5, net: 20.5 });
  });

  test('counts an order in two files once and replaces a product’s line by that of the later file', async () => {
    const march = writeLines('march.csv', [
      'order_id,item,price,qty',
      '1,tea,4.50,1',
      '2,tea,4.50,1',
      '2,mug,12,1',
    ]);
    const april = writeLines('april.csv', [
      'order_id,item,price,qty',
      '2,tea,4.50,3',
      '2,milk,1.25,1',
      '3,tea,4.50,1',
    ]);
    for (const memoryBudget of [undefined, 100]) {
      const { orders, figures } = await read([march, april], { memoryBudget });
      const second = orders.find(({ order_id }) => order_id === '2');
      const lines = second?.line_items.map(({ product_name, quantity }) => [product_name, quantity]);
      expect(lines).toEqual([
        ['mug', 1],
        ['tea', 3],
        ['milk', 1],
      ]);
      expect([figures.orders, figures.net]).toEqual([3, 35.75]);
    }
  });
});

describe('mergeLines', () => {
  test('keeps the worth of two lines and a whole quantity', () => {
    const line = fc.record({
      product_name: fc.constant('tea'),
      unit_price: fc.integer({ min: 0, max: 100_000 }).map((price) => price / 100),
      quantity: fc.integer({ min: -50, max: 50 }),
    });
    fc.assert(
      fc.property(line, line, (first, second) => {
        const { unit_price = 0, quantity = 1 } = combineLines(first, second);
        const before = first.unit_price * first.quantity + second.unit_price * second.quantity;
        expect(unit_price * quantity).toBeCloseTo(before, 5);
        expect(Number.isInteger(quantity)).toBe(true);
      }),
    );
  });

  test('sets the mean price of both lines and keeps the SKU and custom fields of either', () => {
    expect(
      combineLines(
        { product_name: 'tea', unit_price: 4, quantity: 1 },
        { product_name: 'tea', product_sku: 'T', unit_price: 5, quantity: 3, custom_fields: { a: 'b' } },
      ),
    ).toEqual({
      product_name: 'tea',
      product_sku: 'T',
      unit_price: 4.75,
      quantity: 4,
      custom_fields: { a: 'b' },
    });
  });
});
