// Checks the chance model given basket sizes against NEMtropy's bipartite configuration model and against baskets whose
// products were swapped at random.
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

const computeJoint = (chance: SizeChance, a: number, b: number): number => {
  const factors = new Float64Array(2 * chance.factorCount);
  for (const [at, count] of [a, b].entries())
    chance.writeFactors(chance.getRow(count), factors, at * chance.factorCount);
  return chance.joint(factors, 0, chance.factorCount);
};

const fitModel = (lists: readonly (readonly string[])[]) =>
  createBasketChance(toBaskets(lists), { minSupport: 0 }).model;

describe('SizeChance.joint', () => {
  it.each(published)(
    "expects the joint baskets of NEMtropy's model to within 1e-6, case %#",
    ({ baskets, expected_pairs: pairs }) => {
      const lists = baskets.map((basket) => [...basket]);
      const model = fitModel(lists);
      const chance = new SizeChance({ ...model, crowding: model.crowding.map(() => 0) });
      const countHolders = (product: number) =>
        lists.filter((list) => list.includes(String.fromCharCode(97 + product))).length;
      for (const [one, other, wanted] of pairs) {
        const got = computeJoint(chance, countHolders(one), countHolders(other));
        expect(Math.abs(got / wanted - 1)).toBeLessThan(1e-6);
      }
    },
  );

  it('expects one basket per pair if every pair of equally frequent products fills one basket', () => {
    const lists = [
      ['a', 'b'],
      ['c', 'd'],
      ['a', 'c'],
      ['b', 'd'],
      ['a', 'd'],
      ['b', 'c'],
    ];
    expect(computeJoint(new SizeChance(fitModel(lists)), 3, 3)).toBeCloseTo(1, 6);
  });

  it('expects nearly no joint baskets if each basket holds one product', () => {
    const chance = new SizeChance(fitModel([['a'], ['b'], ['c'], ['a'], ['b'], ['c']]));
    expect(computeJoint(chance, 2, 2)).toBeLessThan(1e-5);
  });

  it('expects the exact count if a product is in every basket or a basket holds every product', () => {
    const chance = new SizeChance(fitModel([['a', 'b', 'c'], ['a', 'b'], ['a'], ['a', 'c'], ['a', 'b']]));
    expect(computeJoint(chance, 5, 3)).toBe(3);
    expect(computeJoint(chance, 5, 2)).toBe(2);
    // Besides a, the first basket holds b and c; no other basket has room for both.
    expect(computeJoint(chance, 3, 2)).toBeCloseTo(1, 4);
  });

  it('is fitted with parameters that rise with the basket size and cover every basket', () => {
    const baskets = readBaskets(join(DATA, 'groceries.csv.gz'), ',');
    const [sizes, frequency] = [countBasketSizes(baskets), countProductFrequency(baskets)];
    const { baskets: members, ofSize } = fitSizeModel({ sizes, frequency });
    expect(members.reduce((sum, each) => sum + each, 0)).toBe(baskets.basketCount);
    expect(ofSize.every((y, at) => at === 0 || y > (ofSize[at - 1] ?? 0))).toBe(true);
  });
});

it('mineRules expects as many joint baskets in the groceries as random swaps produce, within the error of the swaps', () => {
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
  // The model keeps product counts on average, the swaps keep them exactly.
  expect(Math.abs(expected - mean)).toBeLessThan(3 * error + 0.01 * mean);
  expect(independent).toBeLessThan(0.8 * mean);
});

it('mineRules returns p-values at or below a level for at most that share of pairs of swapped groceries', () => {
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
