// Dates of products against what was bought, where the truth is known.
import { expect, it } from 'vitest';
import { testProductRules } from '../../../../src/analysis/prediction/replenishment/product-backtest.ts';
import type { ProductVisits } from '../../../../src/analysis/prediction/replenishment/product-visits.ts';
import { createRandom } from '../../../../tools/harness/random/random.ts';

type Bought = Readonly<Record<string, readonly number[]>>;

function visitsOf(customers: readonly Bought[]): ProductVisits {
  const products = [...new Set(customers.flatMap((bought) => Object.keys(bought)))];
  const rows = customers.map((bought) =>
    Object.keys(bought)
      .sort()
      .flatMap((name) => (bought[name] ?? []).map((day) => [products.indexOf(name), day] as const)),
  );
  const start = [0];
  for (const of of rows) start.push((start[start.length - 1] ?? 0) + of.length);
  return {
    ...{ products, start: Uint32Array.from(start) },
    product: Uint32Array.from(rows.flat(), ([product]) => product),
    day: Int32Array.from(rows.flat(), ([, day]) => day),
  };
}

/** Gaps of `k` events; `products` are always bought together. */
function shop(
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

const tried = (customers: readonly Bought[], reference = 360) =>
  testProductRules([visitsOf(customers)], reference, 1) ?? expect.fail('nothing tried');

const keepers = (count: number): Bought[] =>
  Array.from({ length: count }, () => ({ Tea: [0, 30, 60, 90, 120, 150] }));
const stoppers = (count: number): Bought[] => Array.from({ length: count }, () => ({ Tea: [0, 30, 60] }));

it('counts what was due and what was bought: 30 customers who stay, 30 who stop', () => {
  // On days 70 and 100 all 60 are due, and 30 buy. On day 130 those who stopped have waited for more than twice the gap.
  const rule = { bought: 90, share: 0.6, better_than_all: true };
  expect(tried([...keepers(30), ...stoppers(30)], 160)).toEqual({
    cut_dates: ['1970-05-11', '1970-04-11', '1970-03-12'],
    ...{ days: 30, every_nth_customer: 1, pairs: 180, bought: 90, named: 150 },
    rules: ['own_and_usual_gap', 'own_gap', 'usual_gap'].map((name) => ({ rule: name, ...rule })),
    dates_by: 'own_and_usual_gap',
  });
});

it('cannot tell from fewer than 50 customers, nor for postage', () => {
  expect(testProductRules([visitsOf([...keepers(24), ...stoppers(25)])], 160, 1)).toBeNull();
  const postage = keepers(60).map(({ Tea = [] }) => ({ Postage: Tea }));
  expect(testProductRules([visitsOf(postage)], 160, 1)).toBeNull();
  expect(testProductRules([], 160, 1)).toBeNull();
});

it.each([[['Tea']], [['Tea', 'Milk', 'Cake', 'Jam']]])(
  'claims nothing where purchases are random: %s',
  (products) => {
    const claims = Array.from({ length: 20 }, (_, seed) =>
      tried(shop(seed, 1, () => 45, products)).rules.some(({ better_than_all }) => better_than_all),
    );
    expect(claims.filter(Boolean).length).toBeLessThanOrEqual(2);
  },
);

it('finds dates of a product that is bought regularly, by each customer at an own pace', () => {
  const { rules, dates_by, bought, pairs } = tried(shop(1, 12, (c) => (c % 2 === 0 ? 28 : 84)));
  const [both, , usual] = rules;
  expect(both?.better_than_all).toBe(true);
  expect(both?.share).toBeGreaterThan(bought / pairs + 0.1);
  expect(both?.share).toBeGreaterThan((usual?.share ?? 1) + 0.05);
  expect(dates_by).not.toBe('usual_gap');
});

it('goes by the usual gap where customers are all of one pace and own gaps are noise', () => {
  const { dates_by, rules } = tried(shop(2, 4, () => 70));
  expect(rules[2]?.bought).toBeGreaterThan(rules[0]?.bought ?? Number.POSITIVE_INFINITY);
  expect(dates_by).toBe('usual_gap');
});

it('is the same however customers are spread over parts', () => {
  const customers = shop(3, 3, (c) => 20 + (c % 50), ['Tea', 'Milk']);
  const parts = [0, 1, 2].map((part) => visitsOf(customers.filter((_, c) => (c * 7) % 3 === part)));
  expect(JSON.stringify(testProductRules(parts, 360, 1))).toBe(JSON.stringify(tried(customers)));
});
