// The profile of a product in a terminal.
import { expect, it } from 'vitest';
import { profileText } from '../../../cli/report-pages/terminal-profile.ts';
import { createPaper } from '../../../cli/report-pages/terminal-text.ts';
import type { ProfileShares } from '../../../src/core/product-profiles/profile-shares.ts';

const HOSTILE = '\u001b[31mred\u202e';
const sizeOf = (products: number, orders: number, all: number) => ({
  min_products: products,
  max_products: products === 10 ? null : products,
  orders,
  share: orders / 4,
  all_orders: all,
  share_of_all_orders: all / 10,
});
const NONE = { orders: 0, customers: 0, share: null, lift: null };
const profile: ProfileShares = {
  product: HOSTILE,
  orders: 4,
  share_of_orders: 0.4,
  average_basket_size: 3.5,
  all_orders: { orders: 10, average_basket_size: 1.9 },
  basket_sizes: [sizeOf(1, 1, 8), sizeOf(2, 2, 1), sizeOf(10, 1, 1)],
  after: {
    orders: 3,
    same_product: { orders: 2, customers: 2, share: 2 / 3, lift: 1.5 },
    products: [{ product: 'Milk\u0007', orders: 1, customers: 2, share: 1 / 3, lift: null }],
  },
  before: { orders: 0, same_product: NONE, products: [] },
};

it('shows the sizes of the orders beside all orders, and what comes after and before', () => {
  const lines = profileText(createPaper({ width: 100, colour: false }), profile).split('\n');
  const lineOf = (start: RegExp) => lines.find((line) => start.test(line)) ?? '';
  expect(lines.join(' ')).toMatch(
    /In 4 orders, 40.*hold 3\.5 products on average, all orders 1\.9; 25.* hold it alone/,
  );
  expect(lineOf(/^ *1 /)).toMatch(/1 +25(?:\.0)? ?% +80(?:\.0)? ?% +█{12}$/);
  expect(lineOf(/^ *2 /)).toMatch(/█{24}$/);
  expect(lineOf(/^ *10\+/)).toMatch(/25(?:\.0)? ?% +10(?:\.0)? ?%/);
  expect(lineOf(/^the same product/)).toMatch(/2 +2 +66\.7 ?% +1\.5$/);
  expect(lineOf(/^Milk/)).toMatch(/1 +2 +33\.3 ?%$/);
  expect(lines).toContain('No order with it has a previous one.');
});

it('has no control characters, and no line wider than the terminal', () => {
  const text = profileText(createPaper({ width: 44, colour: false }), profile);
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u);
  expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(44);
});
