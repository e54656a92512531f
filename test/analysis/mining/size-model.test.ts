// Chance that knows the sizes of baskets, against NEMtropy's bipartite configuration model and against data whose baskets
// were swapped at random.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { countBasketSizes, countProductFrequency } from '../../../src/analysis/baskets/basket-columns.ts';
import { createBasketChance, mineRules } from '../../../src/analysis/mining/rules/mine-rules.ts';
import { fitSizeModel, SizeChance } from '../../../src/analysis/mining/size-chance.ts';
import { createRandom } from '../../../tools/harness/random/random.ts';
import { computePairPValues, swapBaskets } from '../../../tools/harness/random/swapped-baskets.ts';
import { readBaskets, toBaskets } from './basket-data.ts';

interface Published {
  readonly baskets: readonly string[];
  /** Products by number, and the baskets with both that the model expects. */
  readonly expected_pairs: readonly (readonly [number, number, number])[];
}

const DATA = join(import.meta.dirname, 'data');
const published: readonly Published[] = JSON.parse(readFileSync(join(DATA, 'bicm.json'), 'utf8'));

const expected = (chance: SizeChance, a: number, b: number): number => {
  const factors = new Float64Array(2 * chance.factorCount);
  for (const [at, count] of [a, b].entries())
    chance.writeFactors(chance.rowOf(count), factors, at * chance.factorCount);
  return chance.joint(factors, 0, chance.factorCount);
};

const modelOf = (lists: readonly (readonly string[])[]) =>
  createBasketChance(toBaskets(lists), { minSupport: 0 }).model;

describe('expected baskets with two products', () => {
  it.each(published)(
    "equal NEMtropy's to 1e-6 where sizes hold on average, case %#",
    ({ baskets, expected_pairs: pairs }) => {
      const lists = baskets.map((basket) => [...basket]);
      const model = modelOf(lists);
      const chance = new SizeChance({ ...model, crowding: model.crowding.map(() => 0) });
      const countOf = (product: number) =>
        lists.filter((list) => list.includes(String.fromCharCode(97 + product))).length;
      for (const [one, other, wanted] of pairs) {
        const got = expected(chance, countOf(one), countOf(other));
        expect(Math.abs(got / wanted - 1)).toBeLessThan(1e-6);
      }
    },
  );

  it('of baskets of two equally frequent products are as many as there are pairs', () => {
    const lists = [
      ['a', 'b'],
      ['c', 'd'],
      ['a', 'c'],
      ['b', 'd'],
      ['a', 'd'],
      ['b', 'c'],
    ];
    expect(expected(new SizeChance(modelOf(lists)), 3, 3)).toBeCloseTo(1, 6);
  });

  it('are next to none in baskets of one product', () => {
    const chance = new SizeChance(modelOf([['a'], ['b'], ['c'], ['a'], ['b'], ['c']]));
    expect(expected(chance, 2, 2)).toBeLessThan(1e-5);
  });

  it('are certain where a product is in all baskets, or a basket holds all products', () => {
    const chance = new SizeChance(modelOf([['a', 'b', 'c'], ['a', 'b'], ['a'], ['a', 'c'], ['a', 'b']]));
    expect(expected(chance, 5, 3)).toBe(3);
    expect(expected(chance, 5, 2)).toBe(2);
    // Beside a, the first basket holds b and c, and no other one has room for both.
    expect(expected(chance, 3, 2)).toBeCloseTo(1, 4);
  });

  it('add up to the sizes and the counts', () => {
    const baskets = readBaskets(join(DATA, 'groceries.csv.gz'), ',');
    const [sizes, frequency] = [countBasketSizes(baskets), countProductFrequency(baskets)];
    const { baskets: members, ofSize } = fitSizeModel({ sizes, frequency });
    expect(members.reduce((sum, each) => sum + each, 0)).toBe(baskets.basketCount);
    expect(ofSize.every((y, at) => at === 0 || y > (ofSize[at - 1] ?? 0))).toBe(true);
  });
});

it('expects of the groceries what swapping their products at random brings about, within its error', () => {
  const baskets = readBaskets(join(DATA, 'groceries.csv.gz'), ',');
  const { rules } = mineRules(baskets, { minSupport: 0.01, minConfidence: 0, maxRules: 10_000 });
  const frequency = countProductFrequency(baskets);
  const pairs = rules.flatMap(({ antecedents: [a, ...more], consequents: [c, ...others], measures }) => {
    if (a === undefined || c === undefined || more.length + others.length > 0 || a > c) return [];
    return [{ pair: [baskets.products.indexOf(a), baskets.products.indexOf(c)], measures }];
  });
  const swapped = swapBaskets(baskets, createRandom(25));
  const draws = Array.from({ length: 6 }, () => {
    const draw = swapped.next().value;
    const holders = baskets.products.map(() => new Set<number>());
    for (let basket = 0; basket < draw.basketCount; basket++)
      for (const item of draw.product.subarray(draw.start[basket], draw.start[basket + 1]))
        holders[item]?.add(basket);
    return pairs.reduce((sum, { pair: [a = 0, c = 0] }) => {
      const [one = new Set<number>(), other = new Set<number>()] = [holders[a], holders[c]];
      return sum + one.intersection(other).size;
    }, 0);
  });
  const mean = draws.reduce((sum, draw) => sum + draw, 0) / draws.length;
  const error = Math.sqrt(draws.reduce((sum, draw) => sum + (draw - mean) ** 2, 0) / (draws.length - 1));
  const expected = pairs.reduce((sum, { measures }) => sum + (measures.expected_occurrences ?? 0), 0);
  const independent = pairs.reduce(
    (sum, { pair: [a = 0, c = 0] }) =>
      sum + ((frequency[a] ?? 0) * (frequency[c] ?? 0)) / baskets.basketCount,
    0,
  );
  // Counts are averages in the model and exact in the swaps.
  expect(Math.abs(expected - mean)).toBeLessThan(3 * error + 0.01 * mean);
  expect(independent).toBeLessThan(0.8 * mean);
});

it('has p-values on swapped groceries that are small no more often than they say', () => {
  const swapped = swapBaskets(readBaskets(join(DATA, 'groceries.csv.gz'), ','), createRandom(7));
  const shares = [0.05, 0.01, 0.001].map((level) => ({ level, below: 0, tests: 0 }));
  for (let draw = 0; draw < 2; draw++) {
    const { pValues, tests } = computePairPValues(swapped.next().value);
    for (const each of shares) {
      each.tests += tests;
      each.below += pValues.filter((p) => p <= each.level).length;
    }
  }
  for (const { level, below, tests } of shares) {
    // Pairs of one draw depend on each other: six standard errors of independent ones.
    expect(below / tests).toBeLessThan(level + 6 * Math.sqrt((level * (1 - level)) / tests));
    expect(below).toBeGreaterThan(0);
  }
});
