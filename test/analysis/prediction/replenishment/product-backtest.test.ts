// Back-tests of the rules for products' dates in shops whose gaps are known.
import { expect, it } from 'vitest';
import { testProductRules } from '../../../../src/analysis/prediction/replenishment/product-backtest.ts';
import type { ProductVisits } from '../../../../src/analysis/prediction/replenishment/product-visits.ts';
import { createRandom } from '../../../../tools/harness/random/random.ts';

type Bought = Readonly<Record<string, readonly number[]>>;

function createVisits(customers: readonly Bought[]): ProductVisits {
  const products = [...new Set(customers.flatMap((bought) => Object.keys(bought)))];
  const rows = customers.map((bought) =>
    Object.keys(bought)
      .sort()
      .flatMap((name) => (bought[name] ?? []).map((day) => [products.indexOf(name), day] as const)),
  );
  const start = [0];
  for (const row of rows) start.push((start[start.length - 1] ?? 0) + row.length);
  return {
    ...{ products, start: Uint32Array.from(start) },
    product: Uint32Array.from(rows.flat(), ([product]) => product),
    day: Int32Array.from(rows.flat(), ([, day]) => day),
  };
}

/** 300 customers with gaps of `k` events; `products` are always bought together. */
function createShop(
  seed: number,
  k: number,
  gap: (customer: number) => number,
  products: readonly string[] = ['Tea'],
): Bought[] {
  const random = createRandom(seed);
  return Array.from({ length: 300 }, (_, c) => {
    const days: number[] = [];
    for (let day = 60 * random(); day <= 360; ) {
      if (days[days.length - 1] !== Math.floor(day)) days.push(Math.floor(day));
      for (let event = 0; event < k; event++) day -= (Math.log(1 - random()) * gap(c)) / k;
    }
    return Object.fromEntries(products.map((name) => [name, days]));
  });
}

const testRules = (customers: readonly Bought[], reference = 360) =>
  testProductRules([createVisits(customers)], reference, 1) ?? expect.fail('nothing tried');

const createKeepers = (count: number): Bought[] =>
  Array.from({ length: count }, () => ({ Tea: [0, 30, 60, 90, 120, 150] }));
const createStoppers = (count: number): Bought[] =>
  Array.from({ length: count }, () => ({ Tea: [0, 30, 60] }));

it('testProductRules counts the pairs due and bought by 30 customers who stay and 30 who stop', () => {
  // On days 70 and 100 all 60 are due, and 30 buy. By day 130, those who stopped have waited more than twice the gap.
  const rule = { bought: 90, share: 0.6, better_than_all: true };
  expect(testRules([...createKeepers(30), ...createStoppers(30)], 160)).toEqual({
    cut_dates: ['1970-05-11', '1970-04-11', '1970-03-12'],
    ...{ days: 30, every_nth_customer: 1, pairs: 180, bought: 90, named: 150 },
    rules: ['own_and_usual_gap', 'own_gap', 'usual_gap'].map((name) => ({ rule: name, ...rule })),
    dates_by: 'own_and_usual_gap',
  });
});

it('testProductRules returns null for fewer than 50 customers and for postage', () => {
  expect(testProductRules([createVisits([...createKeepers(24), ...createStoppers(25)])], 160, 1)).toBeNull();
  const postage = createKeepers(60).map(({ Tea = [] }) => ({ Postage: Tea }));
  expect(testProductRules([createVisits(postage)], 160, 1)).toBeNull();
  expect(testProductRules([], 160, 1)).toBeNull();
});

it.each([[['Tea']], [['Tea', 'Milk', 'Cake', 'Jam']]])(
  'testProductRules claims better dates in at most 2 of 20 shops with random purchases of %s',
  (products) => {
    const claims = Array.from({ length: 20 }, (_, seed) =>
      testRules(createShop(seed, 1, () => 45, products)).rules.some(({ better_than_all }) => better_than_all),
    );
    expect(claims.filter(Boolean).length).toBeLessThanOrEqual(2);
  },
);

it('testProductRules prefers own gaps if each customer buys regularly at an own pace', () => {
  const { rules, dates_by, bought, pairs } = testRules(createShop(1, 12, (c) => (c % 2 === 0 ? 28 : 84)));
  const [both, , usual] = rules;
  expect(both?.better_than_all).toBe(true);
  expect(both?.share).toBeGreaterThan(bought / pairs + 0.1);
  expect(both?.share).toBeGreaterThan((usual?.share ?? 1) + 0.05);
  expect(dates_by).not.toBe('usual_gap');
});

it('testProductRules chooses the usual gap if all customers have one pace and own gaps are noise', () => {
  const { dates_by, rules } = testRules(createShop(2, 4, () => 70));
  expect(rules[2]?.bought).toBeGreaterThan(rules[0]?.bought ?? Number.POSITIVE_INFINITY);
  expect(dates_by).toBe('usual_gap');
});

it('testProductRules returns the same result for any distribution of customers over parts', () => {
  const customers = createShop(3, 3, (c) => 20 + (c % 50), ['Tea', 'Milk']);
  const parts = [0, 1, 2].map((part) => createVisits(customers.filter((_, c) => (c * 7) % 3 === part)));
  expect(JSON.stringify(testProductRules(parts, 360, 1))).toBe(JSON.stringify(testRules(customers)));
});
