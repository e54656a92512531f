// The model without dropout: its fit, its place among the others, and when it is fitted.
import { describe, expect, it } from 'vitest';
import { logLikelihood } from '../../../../src/core/prediction/models/beta-geometric.ts';
import { expectedPurchases } from '../../../../src/core/prediction/models/expected-purchases.ts';
import { fitPurchases } from '../../../../src/core/prediction/models/fit-purchases.ts';
import { fitModels, modelName, outlookOf } from '../../../../src/core/prediction/models/purchase-outlook.ts';
import { purchasePatterns } from '../../../../src/core/prediction/models/purchase-patterns.ts';
import { simulateCustomers } from './simulated-customers.ts';

const simulation = {
  seed: 12,
  customers: 8_000,
  oldest: 540,
  r: 0.7,
  alpha: 60,
  a: 1e-6,
  b: 10,
  spend: { p: 6.25, q: 3.74, v: 15.44 },
  leavesAtOnce: true,
};
const staying = simulateCustomers(simulation);
const leaving = simulateCustomers({ ...simulation, a: 0.9, b: 2.5 });

describe('NBD', () => {
  it('recovers its parameters from customers who never leave', () => {
    const { parameters, converged } = fitPurchases('NBD', staying);
    expect(converged).toBe(true);
    expect(parameters).toMatchObject({ a: 0, b: 1, k: 1 });
    expect(Math.abs(parameters.r / 0.7 - 1)).toBeLessThan(0.05);
    expect(Math.abs(parameters.alpha / 60 - 1)).toBeLessThan(0.05);
  });

  it.each([1, 3])('is MBG/NBD as nobody leaves: in its likelihood and in what it expects, k = %i', (k) => {
    const nbd = { r: 0.7, alpha: 60, a: 0, b: 1, k };
    const mbg = { ...nbd, a: 1e-9, b: 10 };
    const patterns = purchasePatterns(staying);
    expect(logLikelihood('NBD', nbd, patterns)).toBeCloseTo(logLikelihood('MBG/NBD', mbg, patterns), 3);
    const history = { frequency: 3, recency: 100, age: 200 };
    const { purchases, alive } = outlookOf({ family: 'NBD', parameters: nbd }, history, 90);
    expect(alive).toBe(1);
    // (0.7 + 3) / (60 + 200) × 90
    if (k === 1) expect(purchases).toBeCloseTo(1.280769, 6);
    expect(purchases).toBeCloseTo(expectedPurchases('MBG/NBD', mbg, history, 90), 6);
  });

  it('is fitted where nobody leaves, and the models of leaving where customers do', () => {
    expect(fitModels(staying, purchasePatterns(staying), 1).map(modelName)).toEqual(['NBD']);
    expect(fitModels(leaving, purchasePatterns(leaving), 1).map(modelName)).toContain('MBG/NBD');
  });
});

describe('the probability of at least one purchase', () => {
  it.each([
    ['NBD', staying],
    ['MBG/NBD', leaving],
  ])('is the share of customers who bought, on customers drawn from %s', (name, customers) => {
    const model = fitModels(customers, purchasePatterns(customers), 1).find((one) => modelName(one) === name);
    if (model === undefined) throw new Error(`${name} was not fitted`);
    // On the day of the first purchase nothing else is known of them: who bought again until the end?
    let expected = 0;
    let bought = 0;
    for (let c = 0; c < customers.count; c++) {
      expected += outlookOf(model, { frequency: 0, recency: 0, age: 0 }, customers.age[c] ?? 0).anyPurchase;
      bought += (customers.frequency[c] ?? 0) > 0 ? 1 : 0;
    }
    expect(Math.abs(expected - bought) / customers.count).toBeLessThan(0.01);
  });
});
