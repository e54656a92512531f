// The evaluation of recommendations on orders with a known answer, and on the groceries.
import { describe, expect, it } from 'vitest';
import { evaluateRecommendations, METHODS } from '../../../src/analysis/recommendations/evaluate.ts';
import {
  CART_SIZES,
  drawTestedOrders,
  measureCarts,
  splitCart,
} from '../../../src/analysis/recommendations/tested-carts.ts';
import {
  findMomentAfter,
  splitAt,
  testScores,
  weighPopularity,
} from '../../../src/analysis/recommendations/tested-scores.ts';
import { createRandom } from '../../../tools/harness/random/random.ts';
import { readBaskets, toBaskets } from '../mining/basket-data.ts';

const MAX_WORK = 1e9;
const GROCERIES = readBaskets('test/analysis/mining/data/groceries.csv.gz', ',');

function evaluate(baskets: ReturnType<typeof toBaskets>) {
  const { results, ...counts } = evaluateRecommendations(baskets, { heldBack: 0.2, maxWork: MAX_WORK });
  const findCart = (method: string, products: number) =>
    results.find((result) => result.method === method)?.carts.find(({ size }) => size === products);
  return { ...counts, findCart };
}

type Drawn = ReturnType<typeof splitCart>;

describe('tested orders', () => {
  it('have the same products in the cart and hidden for any numbering of products and orders', () => {
    const names = Array.from({ length: 60 }, (_, i) => `product ${i}`);
    const drawFrom = (lists: readonly (readonly string[])[]) => {
      const baskets = toBaskets(lists);
      const orders = drawTestedOrders(baskets);
      const listNames = (items: Uint32Array) => [...items].map((item) => baskets.products[item]);
      return Array.from({ length: orders.count }, (_, order) => {
        const { cart, hidden } = splitCart(orders, order, 2);
        return { cart: listNames(cart), hidden: listNames(hidden) };
      });
    };
    const orders = [names.slice(0, 30), names.slice(20), ['one', 'two', 'three'], ['four', 'five']];
    const drawn = drawFrom(orders);
    expect(drawn.map(({ cart, hidden }) => [cart.length, hidden.length])).toEqual([
      [2, 5],
      [2, 5],
      [2, 1],
      [2, 0],
    ]);
    for (const { cart, hidden } of drawn)
      expect(new Set([...cart, ...hidden]).size).toBe(cart.length + hidden.length);
    expect(drawFrom(orders.toReversed().map((order) => order.toReversed()))).toEqual(drawn.toReversed());
  });

  it.each([
    ['hide', ({ hidden }: Drawn) => hidden, 5],
    ['put into the cart', ({ cart }: Drawn) => cart, 3],
  ])('%s every product of large orders about equally often', (_, part, size) => {
    const names = Array.from({ length: 20 }, (__, i) => `product ${i}`);
    // Orders that differ in one product; no place in the numbering may be favoured.
    const baskets = toBaskets(Array.from({ length: 2_000 }, (__, i) => [...names, `other ${i}`]));
    const orders = drawTestedOrders(baskets);
    const times = new Uint32Array(baskets.products.length);
    for (let order = 0; order < orders.count; order++)
      for (const item of part(splitCart(orders, order, 3))) times[item] = (times[item] ?? 0) + 1;
    const each = names.map((name) => times[baskets.products.indexOf(name)] ?? 0);
    // 2,000 × 5 / 21 = 476 and 2,000 × 3 / 21 = 286: four standard deviations.
    const [mean, share] = [(2_000 * size) / 21, size / 21];
    const most = 4 * Math.sqrt(mean * (1 - share));
    expect(Math.min(...each)).toBeGreaterThan(mean - most);
    expect(Math.max(...each)).toBeLessThan(mean + most);
  });

  it('are the same sample for any sequence of orders if there are more than may be tested', () => {
    const lists = Array.from({ length: 50 }, (_, i) => [`a${i}`, `b${i}`]);
    const listTested = (orders: readonly (readonly string[])[]) => {
      const baskets = toBaskets(orders);
      return [...drawTestedOrders(baskets, 7).product].map((item) => baskets.products[item]).sort();
    };
    expect(listTested(lists)).toHaveLength(14);
    expect(listTested(lists.toReversed())).toEqual(listTested(lists));
  });
});

describe('measureCarts', () => {
  it('compares with best sellers within each order that has more products than the cart', () => {
    const baskets = toBaskets([['a', 'b'], ['c', 'd'], ['p'], ['q'], ['r'], ['s'], ['t']]);
    const findItem = (name: string): number => baskets.products.indexOf(name);
    // Each product of an order recommends the other; best sellers find a and b, not c and d.
    const other = Uint32Array.from(baskets.products, (name) =>
      findItem({ a: 'b', b: 'a', c: 'd', d: 'c' }[name] ?? name),
    );
    const lists = {
      start: Uint32Array.from({ length: other.length + 1 }, (_, i) => i),
      other,
      score: new Float64Array(other.length).fill(1),
    };
    const sellers = ['a', 'b', 'p', 'q', 'r', 's', 't', 'c', 'd'].map(findItem);
    const popular = { popularity: new Float64Array(other.length), sellers };
    const { differenceMargin, ...rates } = measureCarts(drawTestedOrders(baskets), 1, lists, popular);
    expect(rates).toEqual({ size: 1, orders: 2, hitRate: 1, popular: 0.5, ceiling: 1 });
    // The differences are 0 and 1: their standard deviation is ½, of two orders.
    expect(differenceMargin).toBeCloseTo((1.959964 * 0.5) / Math.sqrt(2), 12);
    expect(measureCarts(drawTestedOrders(baskets), 2, lists, popular).orders).toBe(0);
  });

  it('averages over the hidden products of each order, then over orders, up to a ceiling of five products', () => {
    const names = Array.from({ length: 12 }, (_, i) => `n${i}`);
    const baskets = toBaskets([['a', 'b'], names]);
    const orders = drawTestedOrders(baskets);
    const products = baskets.products.length;
    const nothing = {
      start: new Uint32Array(products + 1),
      other: new Uint32Array(),
      score: new Float64Array(),
    };
    const { hidden } = splitCart(orders, 1, 1);
    // Two of the five hidden ones of the large order are best sellers, and none of the small one.
    const sellers = [...hidden.subarray(0, 2)];
    const popular = { popularity: new Float64Array(products), sellers };
    const { hitRate, ceiling } = measureCarts(orders, 1, nothing, popular);
    expect(hitRate).toBeCloseTo((0 + 2 / 5) / 2, 12);
    expect(ceiling).toBeCloseTo((1 + 5 / 11) / 2, 12);
  });
});

describe('findMomentAfter', () => {
  it('keeps baskets of one moment together, and splitAt puts undated baskets before it', () => {
    expect(findMomentAfter([1, 2, 3, 4, 5], 0.8)).toBe(5);
    expect(findMomentAfter([1, 5, 5, 5, 5], 0.8)).toBe(5);
    expect(findMomentAfter([Number.NaN, 1, Number.NaN, 2], 0.5)).toBe(2);
    const moments = Float64Array.of(Number.NaN, 1, 2);
    const { earlier, later } = splitAt({ ...toBaskets([['a', 'b'], ['c'], ['a', 'd']]), moments }, 2);
    expect([earlier.basketCount, [...earlier.product], later.basketCount]).toEqual([2, [0, 1, 2], 1]);
  });

  it('returns undefined if no dated basket is before the moment', () => {
    expect(findMomentAfter([], 0.8)).toBeUndefined();
    expect(findMomentAfter([Number.NaN], 0.8)).toBeUndefined();
    expect(findMomentAfter([7, 7, 7], 0.8)).toBeUndefined();
  });
});

describe('evaluateRecommendations', () => {
  it('finds every product of constant pairs, of which best sellers find less than a fifth', () => {
    const pairs = Array.from({ length: 30 }, (_, i) => [`left ${i}`, `right ${i}`]);
    const { findCart } = evaluate(toBaskets(Array.from({ length: 5 }, () => pairs).flat()));
    expect(findCart(METHODS.service, 1)).toMatchObject({ hitRate: 1, ceiling: 1 });
    expect(findCart(METHODS.popular, 1)?.hitRate).toBeLessThan(0.2);
  });

  it('finds more of the groceries than best sellers for every cart size, unlike EASE-R alone', () => {
    const { trainedOn, testedOn, popularityShare, findCart } = evaluate(GROCERIES);
    expect([trainedOn, testedOn, popularityShare]).toEqual([7868, 1543, 0.3]);
    for (const size of CART_SIZES) {
      const { hitRate = 0, popular = 1, differenceMargin = 1 } = findCart(METHODS.service, size) ?? {};
      expect(hitRate - popular).toBeGreaterThan(differenceMargin);
    }
    const getHitRate = (method: string): number => findCart(method, 1)?.hitRate ?? Number.NaN;
    for (const method of [METHODS.ease, METHODS.cosine, METHODS.weightedCosine])
      expect(getHitRate(method)).toBeLessThan(getHitRate(METHODS.popular));
  });

  it('weighs popularity by 1 if products are unrelated and by 0.1 if one product follows another', () => {
    const drawLists = (baskets: number, followed: boolean) => {
      const random = createRandom(7);
      return Array.from({ length: baskets }, () => {
        const [one, other] = [random, random].map((next) => Math.floor(30 * next() ** 2));
        return [`p${one}`, `p${followed ? (one ?? 0) + 40 : other}`];
      });
    };
    const weigh = (followed: boolean): number => {
      const baskets = toBaskets(drawLists(2_000, followed));
      const moments = Float64Array.from({ length: baskets.basketCount }, (_, at) => at);
      return weighPopularity({ ...baskets, moments }, MAX_WORK);
    };
    expect([weigh(false), weigh(true)]).toEqual([1, 0.1]);
  });
});

describe('testScores', () => {
  it('returns no result if orders have no dates or too few are left to test on', () => {
    expect(testScores(GROCERIES, { maxWork: MAX_WORK }).tested).toBeUndefined();
    const few = toBaskets(Array.from({ length: 300 }, (_, at) => [`a${at % 9}`, `b${at % 9}`]));
    const days = Float64Array.from({ length: 300 }, (_, at) => at);
    expect(testScores({ ...few, moments: days }, { maxWork: MAX_WORK }).tested).toBeUndefined();
  });
});
