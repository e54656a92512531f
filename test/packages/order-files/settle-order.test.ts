// Tests how settleOrder spreads discounts, turns refunds into returns and merges variants of one order.
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

describe('settleOrder with a discount of the order', () => {
  test('spreads the discount in proportion to the lines', () => {
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

  test('keeps a discount on shipping out of the lines if the products’ total excludes it', () => {
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

  test('applies a discount once if the lines already contain it', () => {
    const lines = [createLine('a', 1, 30, { net: 26 }), createLine('b', 2, 10)];
    const rules = { ...RULES, orderDiscountIncludesLines: true };
    const { discount } = settleOrder(lines, { ...NO_AMOUNTS, discount: 4, productsTotal: 36 }, rules);
    expect(discount).toBe(4);
  });

  test('reports a products’ total that no discount explains as a difference', () => {
    const order = { ...NO_AMOUNTS, discount: 0, productsTotal: 10, shipping: 0, total: 10 };
    const { discount, totals } = settleOrder([createLine('a', 1, 30)], order, RULES);
    expect([discount, totals]).toEqual([0, { expected: 10, got: 30 }]);
  });
});

describe('settleOrder with a refund', () => {
  test('returns the products but not the shipping for a refund of the whole order', () => {
    const order = { ...NO_AMOUNTS, shipping: 5, tax: 0, total: 45, refunded: 45 };
    const { returns } = settleOrder([createLine('a', 1, 30), createLine('b', 2, 10)], order, RULES);
    expect(listAmounts(returns)).toEqual([
      [-1, -30],
      [-2, -10],
    ]);
  });

  test('returns a share of each product for a partial refund that includes tax', () => {
    const order = { ...NO_AMOUNTS, shipping: 0, tax: 8, total: 48, refunded: 12 };
    const { returns } = settleOrder([createLine('a', 1, 30), createLine('b', 2, 10)], order, RULES);
    // 12 of 48 is 10 without tax: a quarter.
    expect(listAmounts(returns)).toEqual([
      [-1, -7.5],
      [-2, -2.5],
    ]);
  });

  test('returns the refunded line rather than the refunded amount of the order', () => {
    const line = createLine('a', 3, 30, { refund: 10, refundQuantity: 1 });
    const { returns } = settleOrder([line, createLine('b', 1, 5)], { ...NO_AMOUNTS, refunded: 12 }, RULES);
    expect(listAmounts(returns)).toEqual([[-1, -10]]);
  });

  test('returns nothing if the quantities already exclude the refund', () => {
    const order = { ...NO_AMOUNTS, productsTotal: 24, shipping: 0, total: 24, refunded: 12 };
    const rules = { ...RULES, prices: 'after all discounts' as const, quantitiesAreNet: true };
    const { returns, totals } = settleOrder([createLine('a', 1, 12)], order, rules);
    expect([returns, totals]).toEqual([[], { expected: 24, got: 24 }]);
  });
});

describe('settleOrder with variants', () => {
  const rules = { ...RULES, mergesVariants: true };

  test('merges the variant of a configurable product into the product', () => {
    const lines = [
      createLine('s', 2, 40, { itemId: '1' }),
      createLine('s', 2, 0, { itemId: '2', parentItemId: '1' }),
    ];
    const { sales, variantsMerged } = settleOrder(lines, NO_AMOUNTS, rules);
    expect([listAmounts(sales), variantsMerged]).toEqual([[[2, 40]], 1]);
  });

  test('keeps the parts of a bundle without a price and drops the bundle', () => {
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

  test('merges a variant without a price in a file without item ids', () => {
    const lines = [createLine('s', 2, 40, { name: 'Shirt' }), createLine('s', 2, 0, { name: 'Shirt-M-Red' })];
    expect(settleOrder(lines, NO_AMOUNTS, rules).sales.map(({ from }) => from.name)).toEqual(['Shirt']);
  });
});

test('settleOrder separates tips from products', () => {
  const rules = { ...RULES, isTip: (name: string) => name === 'Tip' };
  const order = { ...NO_AMOUNTS, shipping: 0, total: 12 };
  const { sales, tips, totals } = settleOrder(
    [createLine('a', 1, 10), createLine('Tip', 1, 2)],
    order,
    rules,
  );
  expect([sales.length, tips, totals]).toEqual([1, 2, { expected: 12, got: 12 }]);
});

test('settleOrder spreads a discount in dinars to the thousandth and ignores one below half a thousandth', () => {
  const dinars = { ...RULES, currency: 'KWD' };
  const lines = [createLine('a', 1, 1), createLine('b', 1, 1), createLine('c', 1, 1)];
  const { sales } = settleOrder(lines, { ...NO_AMOUNTS, discount: 0.002 }, dinars);
  expect(sales.reduce((sum, { amount }) => sum + amount, 0)).toBeCloseTo(2.998, 8);
  expect(settleOrder(lines, { ...NO_AMOUNTS, discount: 0.0004 }, dinars).discount).toBe(0);
  expect(settleOrder(lines, { ...NO_AMOUNTS, discount: 0.002 }, RULES).discount).toBe(0);
});
