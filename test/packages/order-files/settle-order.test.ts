// Discounts spread, refunds as returns, variants merged: one order at a time.
import { describe, expect, test } from 'vitest';
import { settleOrder } from '../../../packages/order-files/orders/settle-order.ts';
import type { BlockRules } from '../../../packages/order-files/profiles/profile.ts';
import type { ExportLine, OrderAmounts } from '../../../packages/order-files/rows/line-reader.ts';

const RULES: BlockRules = { prices: 'before line discount', refundDate: 'of the order' };
const NO_AMOUNTS: OrderAmounts = {
  productsTotal: undefined,
  discount: undefined,
  shipping: undefined,
  fees: undefined,
  tax: undefined,
  total: undefined,
  refunded: undefined,
};

function createLine(
  sku: string,
  quantity: number,
  gross: number,
  more: Partial<ExportLine> = {},
): ExportLine {
  return {
    ...{
      line: 2,
      cells: [],
      meaning: 'sale',
      orderId: '1',
      customerId: 'c',
      contact: undefined,
      date: '2026-03-01',
    },
    ...{ refundDate: undefined, currency: 'EUR', leftOut: undefined, name: sku, sku, itemId: undefined },
    ...{
      parentItemId: undefined,
      quantity,
      isWeighed: false,
      unitsOfTotal: 1,
      gross,
      net: gross,
      refund: 0,
      refundQuantity: 0,
    },
    ...more,
  };
}

const listAmounts = (lines: readonly { quantity: number; amount: number }[]) =>
  lines.map(({ quantity, amount }) => [quantity, Math.round(amount * 1e6) / 1e6]);

describe('discounts of the order', () => {
  test('are spread in proportion to the lines', () => {
    const { sales, discount } = settleOrder(
      [createLine('a', 1, 30), createLine('b', 2, 10)],
      { ...NO_AMOUNTS, discount: 4 },
      RULES,
    );
    expect([listAmounts(sales), discount]).toEqual([
      [
        [1, 27],
        [2, 9],
      ],
      4,
    ]);
  });

  test('on shipping stay out of the lines: the products’ total says so', () => {
    const order = { ...NO_AMOUNTS, discount: 5, productsTotal: 40 };
    const { sales, discount } = settleOrder([createLine('a', 1, 30), createLine('b', 2, 10)], order, RULES);
    expect([listAmounts(sales), discount]).toEqual([
      [
        [1, 30],
        [2, 10],
      ],
      0,
    ]);
  });

  test('that lines have already are not taken twice', () => {
    const lines = [createLine('a', 1, 30, { net: 26 }), createLine('b', 2, 10)];
    const rules = { ...RULES, orderDiscountIncludesLines: true };
    const { discount } = settleOrder(lines, { ...NO_AMOUNTS, discount: 4, productsTotal: 36 }, rules);
    expect(discount).toBe(4);
  });

  test('a products’ total that no discount explains is a difference, not a discount', () => {
    const order = { ...NO_AMOUNTS, discount: 0, productsTotal: 10, shipping: 0, total: 10 };
    const { discount, totals } = settleOrder([createLine('a', 1, 30)], order, RULES);
    expect([discount, totals]).toEqual([0, { expected: 10, got: 30 }]);
  });
});

describe('refunds', () => {
  test('of a whole order return the products, not the shipping', () => {
    const order = { ...NO_AMOUNTS, shipping: 5, tax: 0, total: 45, refunded: 45 };
    const { returns } = settleOrder([createLine('a', 1, 30), createLine('b', 2, 10)], order, RULES);
    expect(listAmounts(returns)).toEqual([
      [-1, -30],
      [-2, -10],
    ]);
  });

  test('of a part, with tax on top, return the products’ share', () => {
    const order = { ...NO_AMOUNTS, shipping: 0, tax: 8, total: 48, refunded: 12 };
    const { returns } = settleOrder([createLine('a', 1, 30), createLine('b', 2, 10)], order, RULES);
    // 12 of 48 is 10 without tax: a quarter.
    expect(listAmounts(returns)).toEqual([
      [-1, -7.5],
      [-2, -2.5],
    ]);
  });

  test('of lines go to the line', () => {
    const line = createLine('a', 3, 30, { refund: 10, refundQuantity: 1 });
    const { returns } = settleOrder([line, createLine('b', 1, 5)], { ...NO_AMOUNTS, refunded: 12 }, RULES);
    expect(listAmounts(returns)).toEqual([[-1, -10]]);
  });

  test('that quantities have left out already are not taken twice', () => {
    const order = { ...NO_AMOUNTS, productsTotal: 24, shipping: 0, total: 24, refunded: 12 };
    const rules = { ...RULES, prices: 'after all discounts' as const, quantitiesAreNet: true };
    const { returns, totals } = settleOrder([createLine('a', 1, 12)], order, rules);
    expect([returns, totals]).toEqual([[], { expected: 24, got: 24 }]);
  });
});

describe('variants', () => {
  const rules = { ...RULES, mergesVariants: true };

  test('of a configurable product are the product', () => {
    const lines = [
      createLine('s', 2, 40, { itemId: '1' }),
      createLine('s', 2, 0, { itemId: '2', parentItemId: '1' }),
    ];
    const { sales, variantsMerged } = settleOrder(lines, NO_AMOUNTS, rules);
    expect([listAmounts(sales), variantsMerged]).toEqual([[[2, 40]], 1]);
  });

  test('of a bundle that has no price are the bundle', () => {
    const lines = [
      createLine('box', 1, 0, { itemId: '1' }),
      createLine('a', 1, 4, { itemId: '2', parentItemId: '1' }),
      createLine('b', 1, 6, { itemId: '3', parentItemId: '1' }),
    ];
    const { sales } = settleOrder(lines, NO_AMOUNTS, rules);
    expect(sales.map(({ from, amount }) => [from.sku, amount])).toEqual([
      ['a', 4],
      ['b', 6],
    ]);
  });

  test('in a file without item ids are recognized by the price', () => {
    const lines = [createLine('s', 2, 40, { name: 'Shirt' }), createLine('s', 2, 0, { name: 'Shirt-M-Red' })];
    expect(settleOrder(lines, NO_AMOUNTS, rules).sales.map(({ from }) => from.name)).toEqual(['Shirt']);
  });
});

test('tips are no product', () => {
  const rules = { ...RULES, isTip: (name: string) => name === 'Tip' };
  const order = { ...NO_AMOUNTS, shipping: 0, total: 12 };
  const { sales, tips, totals } = settleOrder(
    [createLine('a', 1, 10), createLine('Tip', 1, 2)],
    order,
    rules,
  );
  expect([sales.length, tips, totals]).toEqual([1, 2, { expected: 12, got: 12 }]);
});

test('a discount in dinars is spread to the thousandth, and one below half of it is none', () => {
  const dinars = { ...RULES, currency: 'KWD' };
  const lines = [createLine('a', 1, 1), createLine('b', 1, 1), createLine('c', 1, 1)];
  const { sales } = settleOrder(lines, { ...NO_AMOUNTS, discount: 0.002 }, dinars);
  expect(sales.reduce((sum, { amount }) => sum + amount, 0)).toBeCloseTo(2.998, 8);
  expect(settleOrder(lines, { ...NO_AMOUNTS, discount: 0.0004 }, dinars).discount).toBe(0);
  expect(settleOrder(lines, { ...NO_AMOUNTS, discount: 0.002 }, RULES).discount).toBe(0);
});
