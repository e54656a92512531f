// Tests that implausible data ends a reading with its line until the operator accepts it, and that plausible data does
// not. The page reads files by the same code.
import { describe, expect, it } from 'vitest';
import type { OrderFileReadOptions } from '../../../../packages/order-files/read-orders.ts';
import { findRefusal, readFiles } from './awkward-files.ts';

const HEADER = 'order_id,customer_id,date,product,price,qty,currency';
interface Line {
  readonly id?: string;
  readonly customer?: string;
  readonly date?: string;
  readonly product?: string | undefined;
  readonly price?: number | string;
}
const createFile = (lines: readonly Line[], currency = 'EUR'): string =>
  [
    HEADER,
    ...lines.map(({ id, customer = 'ann', date = '2026-03-01', product = 'Tea', price = 4.5 }, at) =>
      [id ?? `A-${at}`, customer, date, product, price, 1, currency].join(','),
    ),
    '',
  ].join('\n');
const createMany = (count: number, line: (at: number) => Line): Line[] =>
  Array.from({ length: count }, (_, at) => line(at));
const createDatedLine = (at: number): Line => ({ date: `202${4 + (at % 3)}-0${1 + (at % 9)}-10` });

describe('readOrderFiles on implausible data', () => {
  const readRefusal = (text: string, options?: OrderFileReadOptions) =>
    findRefusal('node', { 'a.csv': text }, options);

  it.each(['2062-05-01', '1900-01-01', '1970-01-01'])(
    'refuses a single date of %s among 350 others unless it is accepted',
    async (date) => {
      const text = createFile(
        [...createMany(300, createDatedLine), { date }, ...createMany(50, createDatedLine)].map(
          (line, at) => ({ ...line, id: `${at}` }),
        ),
      );
      expect(await readRefusal(text)).toEqual({
        ...{ code: 'odd_dates', source: 'a.csv', date, line: 302, orders: 1, from: 2024, to: 2026 },
      });
      expect((await readFiles('node', { 'a.csv': text }, { accept: ['dates'] })).orders).toHaveLength(351);
    },
  );

  it('accepts unusual dates that are near, frequent or in a small file', async () => {
    const soon = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
    expect(
      await readRefusal(createFile([...createMany(300, createDatedLine), { date: soon }])),
    ).toBeUndefined();
    expect(await readRefusal(createFile(createMany(300, () => ({ date: '2098-05-01' }))))).toBeUndefined();
    expect(
      await readRefusal(
        createFile([...createMany(300, createDatedLine), ...createMany(30, () => ({ date: '2012-05-01' }))]),
      ),
    ).toBeUndefined();
    expect(
      await readRefusal(createFile([...createMany(3, createDatedLine), { date: '1999-05-01' }])),
    ).toBeUndefined();
  });

  it('refuses a few future dates among past ones', async () => {
    const next = `${new Date().getUTCFullYear() + 1}-12-31`;
    const text = createFile([...createMany(300, () => ({ date: '2025-03-01' })), { date: next }]);
    expect(await readRefusal(text)).toEqual({
      ...{ code: 'future_dates', source: 'a.csv', date: next, line: 302, orders: 1 },
    });
    expect(await readRefusal(text, { accept: ['dates'] })).toBeUndefined();
    // Counts orders, not lines: one or two of 40 orders are few.
    const lines = createMany(40, (at) => ({ id: `${at}` })).flatMap((line) => [
      line,
      { ...line, product: 'Mug' },
    ]);
    const postponeOrders = (orders: number) =>
      lines.map((line, at) => (at < 2 * orders ? { ...line, date: next } : line));
    expect(await readRefusal(createFile(postponeOrders(1)))).toMatchObject({
      code: 'future_dates',
      line: 2,
      orders: 1,
    });
    expect(await readRefusal(createFile(postponeOrders(2)))).toMatchObject({
      code: 'future_dates',
      line: 2,
      orders: 2,
    });
    // Three of 40 are taken as advance sales.
    expect(await readRefusal(createFile(postponeOrders(3)))).toBeUndefined();
  });

  it('refuses an unmapped column of discounts, but accepts codes, names and zeros', async () => {
    const createDiscountLines = (name: string, ...cells: string[]) =>
      [
        `order_id,date,product,price,qty,${name}`,
        ...cells.map((cell, at) => `${at},2026-03-01,Tea,10,1,${cell}`),
        '',
      ].join('\n');
    const text = createDiscountLines('Discount', '0', '', '2.50', '-1');
    expect(await readRefusal(text)).toEqual({
      ...{ code: 'unread_column', source: 'a.csv', column: 'Discount', line: 4, rows: 2 },
      ...{ taking: 'discount', kinds: ['amount', 'share'] },
    });
    expect(await readRefusal(text, { ignore: ['Discount'] })).toBeUndefined();
    const { net } = await readFiles('node', { 'a.csv': text }, { columns: { line_discount: 'Discount' } });
    expect(net).toBe(36.5);
    expect(await readRefusal(text, { custom: [{ key: 'Discount', column: 'Discount' }] })).toBeUndefined();
    for (const [name, cell] of [
      ['Discount', '0.00'],
      ['Discount', 'SUMMER'],
      ['Discount Code', '10'],
    ] as const)
      expect(await readRefusal(createDiscountLines(name, cell))).toBeUndefined();
  });

  it('refuses ids in scientific notation, which merge 40 orders into one if accepted', async () => {
    const orders = createMany(40, () => ({ id: '1.23E+12' }));
    expect(await readRefusal(createFile([{ id: 'A-1' }, ...orders]))).toEqual({
      ...{ code: 'scientific_ids', source: 'a.csv', field: 'order_id', cell: '1.23E+12', line: 3 },
    });
    expect(
      await readRefusal(
        createFile(
          createMany(3, () => ({ customer: '4,1e+11' })).map((one) => ({ ...one, customer: '4.1e+11' })),
        ),
      ),
    ).toMatchObject({
      ...{ code: 'scientific_ids', field: 'customer_id', cell: '4.1e+11', line: 2 },
    });
    expect(await readRefusal(createFile([{ id: 'TE+12' }, { id: '12E12' }]))).toBeUndefined();
    const accepted = await readFiles('node', { 'a.csv': createFile(orders) }, { accept: ['ids', 'repeats'] });
    expect(accepted.orders).toHaveLength(1);
  });

  it('refuses a file in which half of the lines repeat a product of their order', async () => {
    const days = createMany(120, (at) => ({ id: `${at % 20}`, product: `P-${at % 3}` }));
    expect(await readRefusal(createFile(days))).toEqual({
      code: 'repeated_products',
      source: undefined,
      percent: 50,
    });
    const large = createMany(60_000, (at) => ({ id: `${Math.floor(at / 2)}`, product: 'Tea' }));
    expect(await readRefusal(createFile(large))).toMatchObject({ code: 'repeated_products', percent: 50 });
    expect(await readRefusal(createFile(large), { accept: ['repeats'] })).toBeUndefined();
    // One line in ten is usual for a till that scans each piece.
    const till = createMany(600, (at) => ({
      id: `${Math.floor(at / 10)}`,
      product: `P-${at % 10 === 9 ? 0 : at % 10}`,
    }));
    expect(await readRefusal(createFile(till))).toBeUndefined();
    // The same export read twice repeats lines, but no product within an order.
    const once = createFile(createMany(100, () => ({})));
    expect(await findRefusal('node', { 'a.csv': once, 'b.csv': once })).toBeUndefined();
  });

  it('refuses prices that all seem to be in cents, but accepts them in a currency without cents', async () => {
    const cents = createMany(80, (at) => ({ product: `P-${at}`, price: 1_299 + 150 * at - (at % 7) }));
    expect(await readRefusal(createFile(cents))).toEqual({
      code: 'prices_in_cents',
      source: undefined,
      example: 1_299,
    });
    expect(await readRefusal(createFile(cents), { accept: ['prices'] })).toBeUndefined();
    expect(await readRefusal(createFile(cents, 'JPY'))).toBeUndefined();
    expect(await readRefusal(createFile([...cents, { price: 0.5 }]))).toBeUndefined();
    expect(
      await readRefusal(createFile(createMany(80, (at) => ({ product: `P-${at}`, price: 100 + 10 * at })))),
    ).toBeUndefined();
  });

  it('refuses prices of five products that jump to a hundred times their usual price', async () => {
    const right = createMany(200, (at) => ({ product: `P-${at % 20}`, price: 2.5 + (at % 20) }));
    const wrong = right.slice(0, 5).map(({ product, price }) => ({ product, price: 100 * Number(price) }));
    expect(await readRefusal(createFile([...right, ...wrong]))).toEqual({
      ...{
        code: 'price_jumps',
        source: 'a.csv',
        product: 'P-0',
        low: 2.5,
        high: 250,
        currency: 'EUR',
        line: 202,
        products: 5,
      },
    });
    expect(await readRefusal(createFile([...right, ...wrong]), { accept: ['prices'] })).toBeUndefined();
    expect(await readRefusal(createFile([...right, ...wrong], 'KWD'))).toMatchObject({ currency: 'KWD' });
    expect(await readRefusal(createFile([...right, ...wrong.slice(0, 2)]))).toBeUndefined();
  });
});
