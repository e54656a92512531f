// Fits and expectations that others found: the Python package lifetimes 0.11.3 for the same customers, drawn here with the parameters
// that are published for the customers of CDNOW, in weeks; and an example of the paper.
import { describe, expect, it } from 'vitest';
import { expectedPurchases } from '../../../../src/core/prediction/models/expected-purchases.ts';
import { fitPurchases } from '../../../../src/core/prediction/models/fit-purchases.ts';
import { fitSpend } from '../../../../src/core/prediction/models/gamma-gamma.ts';
import { simulateCustomers } from './simulated-customers.ts';

const PUBLISHED = { k: 1, r: 0.243, alpha: 4.414, a: 0.793, b: 2.426 };
const spend = { p: 6.25, q: 3.74, v: 15.44 };
const customersOf = (leavesAtOnce: boolean) =>
  simulateCustomers({ ...PUBLISHED, spend, seed: 2_357, customers: 2_357, oldest: 39, leavesAtOnce });
const CUSTOMER = { frequency: 2, recency: 30.43, age: 38.86 };

it('expects 1.226 purchases in 39 weeks of the customer of Fader, Hardie & Lee (2005), table 2', () => {
  expect(expectedPurchases('BG/NBD', PUBLISHED, CUSTOMER, 39)).toBeCloseTo(1.226, 3);
});

describe.each([
  {
    model: 'BG/NBD',
    leavesAtOnce: false,
    repeats: [684, 1_484],
    fit: { r: 0.24898608, alpha: 5.19990878, a: 0.63689043, b: 1.98794158 },
    expected: 1.26246612,
    spent: { p: 5.77557915, q: 4.15789708, v: 19.12562392 },
  },
  {
    model: 'MBG/NBD',
    leavesAtOnce: true,
    repeats: [528, 1_139],
    fit: { r: 0.2496721, alpha: 4.72025695, a: 1.31222848, b: 3.45418959 },
    expected: 1.17830542,
    spent: { p: 11.48586195, q: 2.92162833, v: 6.1305163 },
  },
] as const)('$model', ({ model, leavesAtOnce, repeats, fit, expected, spent }) => {
  const customers = customersOf(leavesAtOnce);

  it('has the parameters and expectations that lifetimes finds', () => {
    const { frequency } = customers;
    const buyers = [...frequency].filter((each) => each > 0);
    expect([buyers.length, buyers.reduce((sum, each) => sum + each, 0)]).toEqual(repeats);
    const { parameters } = fitPurchases(model, customers);
    for (const name of ['r', 'alpha', 'a', 'b'] as const)
      expect(Math.abs(parameters[name] / fit[name] - 1), name).toBeLessThan(0.001);
    expect(expectedPurchases(model, parameters, CUSTOMER, 39)).toBeCloseTo(expected, 4);
  });

  it('has the gamma-gamma parameters that lifetimes finds', () => {
    const { parameters, customers: fitted } = fitSpend(customers);
    expect(fitted).toBe(repeats[0]);
    for (const name of ['p', 'q', 'v'] as const)
      expect(Math.abs(parameters[name] / spent[name] - 1), name).toBeLessThan(0.001);
  });
});
