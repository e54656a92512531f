// Predictions per customer and per segment, and the data they are refused for.
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { probabilityAlive } from '../../../src/core/prediction/beta-geometric.ts';
import { expectedPurchases } from '../../../src/core/prediction/expected-purchases.ts';
import { expectedSpend } from '../../../src/core/prediction/gamma-gamma.ts';
import { predictCustomers, predictFromSummaries } from '../../../src/core/prediction/predict.ts';
import { segmentForecasts } from '../../../src/core/prediction/segment-forecasts.ts';
import { rfmCustomers } from '../../../src/core/rfm/customers.ts';
import { columnsOf, type LiteralOrder, line, settingsOf } from '../orders/literal-orders.ts';
import { simulateCustomers } from './simulated-customers.ts';

const customers = {
  ...simulateCustomers({
    seed: 7,
    customers: 1_500,
    oldest: 540,
    r: 0.6,
    alpha: 40,
    a: 0.9,
    b: 2.5,
    spend: { p: 6.25, q: 3.74, v: 15.44 },
    leavesAtOnce: true,
  }),
  ordersPerPurchaseDay: 1.25,
  keptValueShare: 0.9,
};

describe('per customer', () => {
  const { predictions, notes } = predictFromSummaries(customers);

  it('can be recomputed from the model that comes with it', () => {
    expect(notes).toEqual([]);
    if (predictions?.expectedValue === undefined || predictions.model.spend === null)
      throw new Error('None.');
    const { model, probabilityAlive: alive, expectedOrders, expectedValue, oneTimeBuyer } = predictions;
    expect(model).toMatchObject({ name: 'MBG/NBD', horizon_days: 90, orders_per_purchase_day: 1.25 });
    const { r, alpha, a, b } = model;
    if (a === null || b === null) throw new Error('no dropout');
    for (let c = 0; c < customers.count; c += 37) {
      const history = {
        frequency: customers.frequency[c] ?? 0,
        recency: customers.recency[c] ?? 0,
        age: customers.age[c] ?? 0,
      };
      const days = expectedPurchases('MBG/NBD', { r, alpha, a, b }, history, 90);
      const value = expectedSpend(predictions.model.spend, history.frequency, customers.meanValue[c] ?? 0);
      expect(alive?.[c]).toBe(probabilityAlive('MBG/NBD', { r, alpha, a, b }, history));
      expect(expectedOrders[c]).toBe(days * 1.25);
      expect(expectedValue[c]).toBeCloseTo(days * value * 0.9, 10);
      expect(oneTimeBuyer[c]).toBe(history.frequency === 0 ? 1 : 0);
    }
  });

  it('an order within 90 days is less likely than being a customer still, and than one order is expected', () => {
    for (let c = 0; c < customers.count; c++) {
      const any = predictions?.probabilityPurchase[c] ?? Number.NaN;
      expect(any).toBeGreaterThan(0);
      expect(any).toBeLessThan(predictions?.probabilityAlive?.[c] ?? 0);
      expect(any).toBeLessThanOrEqual((predictions?.expectedOrders[c] ?? 0) / 1.25);
    }
  });

  it('sums to segments, of which one is empty', () => {
    if (predictions === undefined) throw new Error('None.');
    const segment = Uint8Array.from(customers.frequency, (x) => (x === 0 ? 0 : 2));
    const [once, none, repeating] = segmentForecasts(predictions, segment, 3);
    if (once === undefined || repeating === undefined) throw new Error('None.');
    const total = predictions.expectedOrders.reduce((sum, orders) => sum + orders, 0);
    expect(once.orders + repeating.orders).toBeCloseTo(total, 9);
    expect(once.oneTimeBuyers).toBe(customers.frequency.filter((x) => x === 0).length);
    expect(repeating.oneTimeBuyers).toBe(0);
    expect((once.alive ?? 0) / once.customers).toBeLessThan((repeating.alive ?? 0) / repeating.customers);
    expect(once.buyers / once.customers).toBeLessThan(repeating.buyers / repeating.customers);
    expect(none).toEqual({
      customers: 0,
      orders: 0,
      buyers: 0,
      alive: 0,
      value: 0,
      valueVariance: 0,
      oneTimeBuyers: 0,
    });
    const unpriced = segmentForecasts({ ...predictions, expectedValue: undefined }, segment, 3);
    expect(unpriced.map(({ value }) => value)).toEqual([undefined, undefined, undefined]);
  });
});

describe('what it will not say', () => {
  const first = (count: number, frequency = customers.frequency.subarray(0, count)) => ({
    ...customers,
    count,
    frequency,
    recency: customers.recency.subarray(0, count),
    age: customers.age.subarray(0, count),
    meanValue: customers.meanValue.subarray(0, count),
  });

  it('anything of 49 customers, or of 19 who came back', () => {
    expect(predictFromSummaries(first(49)).notes[0]).toMatch(
      /^Predictions need 50 customers, 20 .* there are 49/,
    );
    const nineteen = new Float64Array(200).fill(1, 0, 19);
    const refused = predictFromSummaries(first(200, nineteen));
    expect(refused.predictions).toBeUndefined();
    expect(refused.notes[0]).toMatch(/there are 200 and 19\.$/);
  });

  it('values, when all purchases were free', () => {
    const free = predictFromSummaries({ ...customers, meanValue: new Float64Array(customers.count) });
    expect(free.predictions?.expectedOrders).toHaveLength(customers.count);
    expect(free.predictions?.expectedValue).toBeUndefined();
    expect(free.predictions?.model.spend).toBeNull();
    expect(free.notes).toEqual([expect.stringMatching(/^Expected value was left out/)]);
  });

  it('who left, when nobody seems to have: the parameters of leaving are null, not at their bound', () => {
    const loyal = { seed: 3, customers: 1_000, oldest: 540, r: 1, alpha: 30, a: 1e-4, b: 1e3 };
    const spend = { p: 6.25, q: 3.74, v: 15.44 };
    const { predictions, notes } = predictFromSummaries(
      simulateCustomers({ ...loyal, spend, leavesAtOnce: true }),
    );
    expect(predictions?.model).toMatchObject({ name: 'NBD', a: null, b: null });
    expect(predictions?.probabilityAlive).toBeUndefined();
    expect(notes).toEqual([expect.stringMatching(/no sign of customers leaving/)]);
  });

  it('anything, when all customers leave alike: a and b run to their bound, and it is not that nobody leaves', () => {
    const alike = { seed: 1, customers: 8_000, oldest: 540, r: 1, alpha: 10, a: 2e5, b: 8e5 };
    const spend = { p: 6.25, q: 3.74, v: 15.44 };
    const { predictions, notes } = predictFromSummaries(
      simulateCustomers({ ...alike, spend, leavesAtOnce: true }),
    );
    expect(predictions).toBeUndefined();
    expect(notes).toEqual([expect.stringMatching(/do not show .* how customers leave/)]);
  });
});

test('any orders of any customers: figures in their bounds or none, and equal each time', () => {
  const order = fc.record({
    customer: fc.nat(150).map((c) => `c${Math.floor(c ** 2 / 150)}`),
    date: fc.nat(600).map((day) => new Date(1.7e12 + day * 86_400_000).toISOString()),
    lines: fc.array(
      fc
        .tuple(fc.double({ min: 0, max: 1e6, noNaN: true }), fc.integer({ min: -5, max: 50 }))
        .map(([price, units]) => line('Tea', price, units)),
      { maxLength: 2 },
    ),
  });
  fc.assert(
    fc.property(fc.array(order, { minLength: 150, maxLength: 400, size: 'max' }), (drawn) => {
      const orders: LiteralOrder[] = drawn.map((one, i) => ({ id: `o${i}`, ...one }));
      const columns = columnsOf(orders);
      const reference = Math.floor(1.7e12 / 86_400_000) + 600;
      const selected = rfmCustomers(columns, settingsOf(), reference);
      const prediction = predictCustomers(columns, selected, reference);
      expect(predictCustomers(columns, selected, reference)).toEqual(prediction);
      const { predictions, notes } = prediction;
      if (predictions === undefined) {
        expect(notes).toHaveLength(1);
        return;
      }
      for (let c = 0; c < selected.count; c++) {
        const alive = predictions.probabilityAlive?.[c] ?? predictions.probabilityPurchase[c] ?? Number.NaN;
        expect(alive >= 0 && alive <= 1).toBe(true);
        expect(predictions.expectedOrders[c]).toSatisfy(isAmount);
        if (predictions.expectedValue !== undefined) expect(predictions.expectedValue[c]).toSatisfy(isAmount);
      }
    }),
    { numRuns: 25 },
  );
});

function isAmount(value: number): boolean {
  return Number.isFinite(value) && value >= 0;
}
