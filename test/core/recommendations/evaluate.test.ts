// The evaluation on orders whose answer is known, and on the groceries.
import { describe, expect, it } from 'vitest';
import { evaluateRecommendations, METHODS } from '../../../src/core/recommendations/evaluate.ts';
import { leaveOneOut, smallCarts, testedOrders } from '../../../src/core/recommendations/leave-one-out.ts';
import { momentAfter } from '../../../src/core/recommendations/temporal-split.ts';
import { splitAt, testedScores } from '../../../src/core/recommendations/tested-scores.ts';
import { readBaskets, toBaskets } from '../mining/basket-data.ts';

const MAX_WORK = 1e9;
const GROCERIES = readBaskets('test/core/mining/data/groceries.csv.gz', ',');

function evaluate(baskets: ReturnType<typeof toBaskets>) {
  const { results, ...counts } = evaluateRecommendations(baskets, { heldBack: 0.2, maxWork: MAX_WORK });
  return { ...counts, of: (method: string) => results.find((result) => result.method === method) };
}

/** Lists of nothing: best sellers alone, in the sequence of `sellers`. */
const noLists = (products: number) => ({
  start: new Uint32Array(products + 1),
  other: new Uint32Array(),
  score: new Float64Array(),
});

describe('leaveOneOut', () => {
  it('averages over orders, then over the products hidden in each', () => {
    const baskets = toBaskets([['a', 'b'], ['a', 'c', 'd', 'x'], ['p'], ['q'], ['r']]);
    const at = (name: string): number => baskets.products.indexOf(name);
    // Without the products of the cart: a is found at place 1, c at place 1 of a cart with a, d at place 4, b and x never.
    const sellers = ['a', 'c', 'p', 'q', 'r', 'd'].map(at);
    const quality = leaveOneOut(testedOrders(baskets), noLists(baskets.products.length), sellers);
    expect(quality.hitRate).toBeCloseTo((1 / 2 + 3 / 4) / 2, 12);
    expect(quality.reciprocalRank).toBeCloseTo((1 / 2 + (1 + 1 + 1 / 4) / 4) / 2, 12);
    // The shares are ½ and ¾: their standard deviation is ⅛, of two orders.
    expect(quality.margin).toBeCloseTo((1.959964 * 0.125) / Math.sqrt(2), 12);
    expect(quality.coverage).toBe(1);
  });

  it('hides five products of a large order, those of its names, however products and orders are numbered', () => {
    const names = Array.from({ length: 60 }, (_, i) => `product ${i}`);
    const hiddenIn = (lists: readonly (readonly string[])[]) => {
      const baskets = toBaskets(lists);
      const { count, hidden, hiddenStart } = testedOrders(baskets);
      return Array.from({ length: count }, (_, order) =>
        [...hidden.subarray(hiddenStart[order], hiddenStart[order + 1])].map(
          (item) => baskets.products[item],
        ),
      );
    };
    const orders = [names.slice(0, 30), names.slice(20), ['one', 'two', 'three']];
    const hidden = hiddenIn(orders);
    expect(hidden.map(({ length }) => length)).toEqual([5, 5, 3]);
    expect(hiddenIn(orders.toReversed().map((order) => order.toReversed()))).toEqual(hidden.toReversed());
  });

  it('hides every product of large orders about equally often: no place in the numbering is favoured', () => {
    const names = Array.from({ length: 20 }, (_, i) => `product ${i}`);
    // Orders that differ in one product.
    const baskets = toBaskets(Array.from({ length: 2_000 }, (_, i) => [...names, `other ${i}`]));
    const times = new Uint32Array(baskets.products.length);
    for (const item of testedOrders(baskets).hidden) times[item] = (times[item] ?? 0) + 1;
    const each = names.map((name) => times[baskets.products.indexOf(name)] ?? 0);
    // 2,000 × 5 / 21 = 476, with a standard deviation of 19.
    expect(Math.min(...each)).toBeGreaterThan(400);
    expect(Math.max(...each)).toBeLessThan(552);
  });

  it('tests the same orders where there are more than it may test, in whichever sequence they are', () => {
    const lists = Array.from({ length: 50 }, (_, i) => [`a${i}`, `b${i}`]);
    const tested = (orders: readonly (readonly string[])[]) => {
      const baskets = toBaskets(orders);
      return [...testedOrders(baskets, 7).product].map((item) => baskets.products[item]).sort();
    };
    expect(tested(lists)).toHaveLength(14);
    expect(tested(lists.toReversed())).toEqual(tested(lists));
  });
});

describe('smallCarts', () => {
  it('compares with best sellers within each order, among the orders with more products than the cart', () => {
    const baskets = toBaskets([['a', 'b'], ['c', 'd'], ['p'], ['q'], ['r'], ['s'], ['t']]);
    const at = (name: string): number => baskets.products.indexOf(name);
    // Both products of an order say the other one; best sellers find a and b, not c and d.
    const other = Uint32Array.from(baskets.products, (name) =>
      at({ a: 'b', b: 'a', c: 'd', d: 'c' }[name] ?? name),
    );
    const lists = {
      start: Uint32Array.from({ length: other.length + 1 }, (_, i) => i),
      other,
      score: new Float64Array(other.length).fill(1),
    };
    const sellers = ['a', 'b', 'p', 'q', 'r', 's', 't', 'c', 'd'].map(at);
    const { differenceMargin, ...rates } = smallCarts(testedOrders(baskets), 1, lists, sellers);
    expect(rates).toEqual({ orders: 2, hitRate: 1, popular: 0.5 });
    // The differences are 0 and 1: their standard deviation is ½, of two orders.
    expect(differenceMargin).toBeCloseTo((1.959964 * 0.5) / Math.sqrt(2), 12);
    expect(smallCarts(testedOrders(baskets), 2, lists, sellers).orders).toBe(0);
  });
});

describe('the moment after a share of the baskets', () => {
  it('leaves baskets of one moment together, and those without one before it', () => {
    expect(momentAfter([1, 2, 3, 4, 5], 0.8)).toBe(5);
    expect(momentAfter([1, 5, 5, 5, 5], 0.8)).toBe(5);
    expect(momentAfter([Number.NaN, 1, Number.NaN, 2], 0.5)).toBe(2);
    const moments = Float64Array.of(Number.NaN, 1, 2);
    const { earlier, later } = splitAt({ ...toBaskets([['a', 'b'], ['c'], ['a', 'd']]), moments }, 2);
    expect([earlier.basketCount, [...earlier.product], later.basketCount]).toEqual([2, [0, 1, 2], 1]);
  });

  it('is unknown where nothing is before it', () => {
    expect(momentAfter([], 0.8)).toBeUndefined();
    expect(momentAfter([Number.NaN], 0.8)).toBeUndefined();
    expect(momentAfter([7, 7, 7], 0.8)).toBeUndefined();
  });
});

describe('evaluateRecommendations', () => {
  it('finds what always goes together, where best-sellers find nothing', () => {
    const pairs = Array.from({ length: 30 }, (_, i) => [`left ${i}`, `right ${i}`]);
    const { of } = evaluate(toBaskets(Array.from({ length: 5 }, () => pairs).flat()));
    expect(of(METHODS.service)).toMatchObject({ hitRate: 1, reciprocalRank: 1, coverage: 1 });
    expect(of(METHODS.popular)?.hitRate).toBeLessThan(0.2);
  });

  it('finds 28 % of the hidden groceries, more than any simpler score', () => {
    const { trainedOn, testedOn, of } = evaluate(GROCERIES);
    expect([trainedOn, testedOn]).toEqual([7868, 1543]);
    const rateOf = (method: string): number => of(method)?.hitRate ?? Number.NaN;
    expect(rateOf(METHODS.service)).toBeGreaterThanOrEqual(0.28);
    for (const method of [METHODS.cosine, METHODS.weightedCosine, METHODS.confidence, METHODS.popular])
      expect(rateOf(METHODS.service)).toBeGreaterThan(rateOf(method));
    expect(of(METHODS.service)?.coverage).toBeGreaterThan(0.4);
    expect(of(METHODS.popular)?.coverage).toBeLessThan(0.1);
  });
});

describe('what a report says of its recommendations', () => {
  const moments = Float64Array.from({ length: GROCERIES.basketCount }, (_, at) => Math.floor(at / 10));

  it('is what the evaluation finds on the same days', () => {
    const { tested, lambda } = testedScores({ ...GROCERIES, moments }, { maxWork: MAX_WORK });
    const evaluated = evaluateRecommendations(
      { ...GROCERIES, moments },
      { heldBack: 0.2, maxWork: MAX_WORK },
    );
    const [service] = evaluated.results;
    expect([tested?.orders, lambda]).toEqual([evaluated.testedOn, evaluated.lambda]);
    expect(tested?.quality).toEqual({
      ...{ hitRate: service?.hitRate, margin: service?.margin },
      ...{ reciprocalRank: service?.reciprocalRank, coverage: service?.coverage },
    });
  });

  it('is nothing where orders have no dates, or too few are left to test on', () => {
    expect(testedScores(GROCERIES, { maxWork: MAX_WORK }).tested).toBeUndefined();
    const few = toBaskets(Array.from({ length: 300 }, (_, at) => [`a${at % 9}`, `b${at % 9}`]));
    const days = Float64Array.from({ length: 300 }, (_, at) => at);
    expect(testedScores({ ...few, moments: days }, { maxWork: MAX_WORK }).tested).toBeUndefined();
  });
});
