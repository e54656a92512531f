// q-values as of R's p.adjust(p, "BY", n), computed with statsmodels and SciPy, which agree. Tests without a rule count
// as p = 1.
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { QValues } from '../../../src/analysis/mining/q-values.ts';
import { mineRules } from '../../../src/analysis/mining/rules/mine-rules.ts';
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
])('QValues matches statsmodels and SciPy for ten rules among $tests tests', ({ tests, expected }) => {
  const shuffled = Float64Array.from([3, 8, 0, 9, 1, 5, 7, 2, 6, 4], (at) => P[at] ?? 0);
  const qValues = new QValues([{ products: 2, tests, share: 0.5 }], new Map([[2, shuffled]]));
  expect(P.map((p) => Number(qValues.of(2, p).toPrecision(6)))).toEqual(expected);
});

it('QValues treats a rule without ranked p-values as the only one found', () => {
  const qValues = new QValues([{ products: 2, tests: 45, share: 0.5 }], new Map());
  expect(qValues.of(2, 1e-9)).toBeCloseTo(1.97773e-7, 12);
});

const GROCERIES = readBaskets(join(import.meta.dirname, 'data', 'groceries.csv.gz'), ',');

it('mineRules gives root vegetables → other vegetables + whole milk a q-value of 1.17e-11', () => {
  const { rules } = mineRules(GROCERIES, { minSupport: 0.006, minConfidence: 0, maxRules: 10_000 });
  const rule = rules.find(
    ({ antecedents, consequents }) =>
      antecedents.join() === 'root vegetables' &&
      [...consequents].sort().join() === 'other vegetables,whole milk',
  );
  expect(rule?.measures.q_value?.toPrecision(3)).toBe('1.17e-11');
});
