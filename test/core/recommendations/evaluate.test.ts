// The evaluation on orders whose answer is known, and on the groceries.
import { describe, expect, it } from 'vitest';
import { mineRules } from '../../../src/core/mining/rules/mine-rules.ts';
import { evaluateRecommendations, METHODS } from '../../../src/core/recommendations/evaluate.ts';
import { leaveOneOut, splitBaskets } from '../../../src/core/recommendations/leave-one-out.ts';
import { readBaskets, toBaskets } from '../mining/basket-data.ts';

function evaluate(baskets: ReturnType<typeof toBaskets>, minSupport: number) {
  const options = { minSupport, minConfidence: 0.1, maxRules: 0 };
  const { results, ...counts } = evaluateRecommendations(baskets, {
    ...options,
    heldBack: 0.2,
    mine: (earlier) => mineRules(earlier, options),
  });
  return { ...counts, of: (method: string) => results.find((result) => result.method === method) };
}

describe('leaveOneOut', () => {
  it('averages over orders, then over the products hidden in each', () => {
    const orders = [
      ['a', 'b'],
      ['a', 'c', 'd', 'x'],
    ];
    // Always the same list: a is found at place 1, c at place 2, d at place 6, b and x never.
    const list = ['a', 'c', 'p', 'q', 'r', 'd'];
    const quality = leaveOneOut({ orders, known: 10 }, () => list);
    expect(quality.hitRate).toBeCloseTo((1 / 2 + 2 / 4) / 2, 12);
    expect(quality.reciprocalRank).toBeCloseTo((1 / 2 + (1 + 1 / 2 + 1 / 6) / 4) / 2, 12);
    expect(quality.coverage).toBe(0.5);
  });

  it('hides five products of a large order, spread over it', () => {
    const hidden: number[] = [];
    const order = Array.from({ length: 100 }, (_, i) => String(i));
    leaveOneOut({ orders: [order], known: 100 }, (cart) => {
      hidden.push(order.findIndex((product) => !cart.has(product)));
      return [];
    });
    expect(hidden).toEqual([0, 20, 40, 60, 80]);
  });
});

describe('splitBaskets', () => {
  it('computes from the earlier orders only', () => {
    const { earlier, later } = splitBaskets(toBaskets([['a', 'b'], ['c'], ['a', 'c'], ['d']]), 2);
    expect([earlier.basketCount, [...earlier.product], later]).toEqual([2, [0, 1, 2], [['a', 'c']]]);
  });
});

describe('evaluateRecommendations', () => {
  it('finds what always goes together, where best-sellers find nothing', () => {
    const pairs = Array.from({ length: 30 }, (_, i) => [`left ${i}`, `right ${i}`]);
    const { of } = evaluate(toBaskets(Array.from({ length: 5 }, () => pairs).flat()), 0.01);
    expect(of(METHODS.service)).toMatchObject({ hitRate: 1, reciprocalRank: 1, coverage: 1 });
    expect(of(METHODS.popular)?.hitRate).toBeLessThan(0.2);
  });

  it('ranks groceries better than best-sellers, and reaches most of the catalogue', () => {
    const { trainedOn, testedOn, of } = evaluate(
      readBaskets('test/core/mining/data/groceries.csv.gz', ','),
      0.005,
    );
    expect([trainedOn, testedOn]).toEqual([7868, 1543]);
    const [service, popular] = [of(METHODS.service), of(METHODS.popular)];
    expect(service?.reciprocalRank).toBeGreaterThan(1.05 * (popular?.reciprocalRank ?? 1));
    expect(service?.coverage).toBeGreaterThan(0.4);
    expect(popular?.coverage).toBeLessThan(0.1);
  });
});
