// q-values against R's p.adjust(p, "BY", n): figures of statsmodels and SciPy, which agree, with ones for what was not found.
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { QValues } from '../../../src/analysis/mining/q-values.ts';
import { chanceOfBaskets, mineRules } from '../../../src/analysis/mining/rules/mine-rules.ts';
import { choice } from '../../../tools/harness/depth.ts';
import { readBaskets } from './basket-data.ts';

const P = [1e-9, 3e-7, 3e-7, 2e-5, 0.0004, 0.0011, 0.0012, 0.03, 0.2, 0.9];

it.each([
  {
    tests: 10,
    expected: [
      2.92897e-8, 2.92897e-6, 2.92897e-6, 0.000146448, 0.00234317, 0.00502109, 0.00502109, 0.109836, 0.650882,
      1,
    ],
  },
  {
    tests: 45,
    expected: [
      1.97773e-7, 1.97773e-5, 1.97773e-5, 0.000988863, 0.0158218, 0.0339039, 0.0339039, 0.741647, 1, 1,
    ],
  },
  { tests: 5_000, expected: [4.54725e-5, 0.00454725, 0.00454725, 0.227363, 1, 1, 1, 1, 1, 1] },
])('q-values of ten rules among $tests tests', ({ tests, expected }) => {
  const shuffled = Float64Array.from([3, 8, 0, 9, 1, 5, 7, 2, 6, 4], (at) => P[at] ?? 0);
  const qValues = new QValues([{ products: 2, tests, share: 0.5 }], new Map([[2, shuffled]]));
  expect(P.map((p) => Number(qValues.of(2, p).toPrecision(6)))).toEqual(expected);
});

it('of rules that are not ranked are those of the only one found', () => {
  const qValues = new QValues([{ products: 2, tests: 45, share: 0.5 }], new Map());
  expect(qValues.of(2, 1e-9)).toBeCloseTo(1.97773e-7, 12);
});

const GROCERIES = readBaskets(join(import.meta.dirname, 'data', 'groceries.csv.gz'), ',');

/** R's p.adjust(p, "BY", n), as its manual defines it: the least of p × n × (1 + 1/2 + … + 1/n) / rank from this rank on. */
function adjusted(pValues: readonly number[], tests: number): number[] {
  let harmonic = 0;
  for (let i = 1; i <= Math.min(tests, 1_000_000); i++) harmonic += 1 / i;
  // The rest as an integral, right to twelve digits.
  if (tests > 1_000_000) harmonic += Math.log((tests + 0.5) / 1_000_000.5);
  const ranked = pValues.map((p, at) => ({ p, at })).sort((a, b) => b.p - a.p);
  const q = pValues.map(() => 1);
  let least = 1;
  ranked.forEach(({ p, at }, from) => {
    least = Math.min(least, (p * tests * harmonic) / (pValues.length - from));
    q[at] = least;
  });
  return q;
}

it.each(
  choice(
    [
      { minSupport: 0.006, minConfidence: 0.1, count: 1_231 },
      { minSupport: 0.006, minConfidence: 0, count: 1_948 },
    ],
    [{ minSupport: 0.002, minConfidence: 0, count: 21_304 }],
  ),
)(
  'gives all $count rules of the groceries at support $minSupport and confidence $minConfidence the q-value of R',
  ({ count, ...asked }) => {
    const options = { ...asked, maxRules: 1_000_000 };
    const { rules } = mineRules(GROCERIES, options);
    expect(rules).toHaveLength(count);
    const tests = new Map(chanceOfBaskets(GROCERIES, options).layers.map((one) => [one.products, one.tests]));
    // A rule and its converse are one test.
    const byLength = new Map<number, Map<string, number>>();
    const sidesOf = ({ antecedents, consequents }: (typeof rules)[number]): string =>
      [antecedents, consequents]
        .map((side) => [...side].sort().join('+'))
        .sort()
        .join(' | ');
    const lengthOf = ({ antecedents, consequents }: (typeof rules)[number]): number =>
      antecedents.length + consequents.length;
    for (const rule of rules) {
      const ofLength = byLength.get(lengthOf(rule)) ?? new Map<string, number>();
      byLength.set(lengthOf(rule), ofLength.set(sidesOf(rule), rule.measures.p_value_given_sizes ?? 1));
    }
    const expected = new Map<string, number>();
    for (const [length, pValues] of byLength) {
      const q = adjusted([...pValues.values()], tests.get(length) ?? 0);
      for (const [at, sides] of [...pValues.keys()].entries()) expected.set(sides, q[at] ?? 1);
    }
    const wrong = rules.filter((rule) => {
      const right = expected.get(sidesOf(rule)) ?? 1;
      // Published p-values and q-values have six digits.
      return !(Math.abs((rule.measures.q_value ?? Number.NaN) / right - 1) < 2e-5);
    });
    expect(wrong).toHaveLength(0);
  },
);

it('gives root vegetables → other vegetables + whole milk its own q-value', () => {
  const { rules } = mineRules(GROCERIES, { minSupport: 0.006, minConfidence: 0, maxRules: 10_000 });
  const rule = rules.find(
    ({ antecedents, consequents }) =>
      antecedents.join() === 'root vegetables' &&
      [...consequents].sort().join() === 'other vegetables,whole milk',
  );
  expect(rule?.measures.q_value?.toPrecision(3)).toBe('1.17e-11');
});
