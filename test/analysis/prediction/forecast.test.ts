// Forecasts per customer and segment, and the data from which none are published.

import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { createCustomerDays } from '../../../src/analysis/prediction/customer-days.ts';
import {
  estimateOrdersPerDay,
  summarizeCustomers,
} from '../../../src/analysis/prediction/customer-summaries.ts';
import { forecast } from '../../../src/analysis/prediction/forecast.ts';
import { computeProbabilityAlive } from '../../../src/analysis/prediction/models/beta-geometric.ts';
import {
  computeExpectedPurchases,
  computeNextPurchaseWithin,
} from '../../../src/analysis/prediction/models/expected-purchases.ts';
import { computeExpectedSpend } from '../../../src/analysis/prediction/models/gamma-gamma.ts';
import { selectRfmCustomers } from '../../../src/analysis/rfm/customers.ts';
import { SEGMENT_NAMES } from '../../../src/contract/report-types/rfm/segments.ts';
import { writeEnglish } from '../../../src/contract/sentences/english.ts';
import { createRandom } from '../../../tools/harness/random/random.ts';
import { createLine, createMbaSettings, type LiteralOrder, toColumns } from '../orders/literal-orders.ts';
import {
  createHistories,
  createRegulars,
  createShop,
  FIRST,
  forecastOrders,
  formatDate,
  getDay,
  isPurchase,
  REFERENCE,
} from './shops.ts';

/** Orders of customers who buy at random times and leave with an own probability after each order. */
function createLeavers(customers: number): LiteralOrder[] {
  const random = createRandom(21);
  return Array.from({ length: customers }).flatMap((_, c) => {
    const [rate, leaves] = [0.005 + 0.06 * random() ** 2, 0.6 * random() ** 2];
    const spends = 5 + 40 * random() ** 2;
    const orders: LiteralOrder[] = [];
    for (let day = 250 * random(); day <= 360; day += -Math.log(1 - random()) / rate) {
      const date = formatDate(FIRST + Math.floor(day));
      const price = spends * (0.5 + random());
      orders.push({
        id: `${c}-${orders.length}`,
        customer: `c${c}`,
        date,
        lines: [createLine('Tea', Number(price.toFixed(2)))],
      });
      if (random() < leaves) break;
    }
    return orders;
  });
}

describe('forecasts per customer', () => {
  const { found, days, segment } = forecastOrders(createLeavers(1_500));
  const { model, customers } = found;
  const all = Uint32Array.from({ length: days.count }, (_, c) => c);
  const summaries = summarizeCustomers(days, all, REFERENCE);

  it('can be recomputed from the published model', () => {
    if (model === null || model.spend === null || customers?.value === undefined) throw new Error('None.');
    const { name, r, alpha, a, b, k } = model;
    expect(name).toMatch(/^M?BG\/NBD$/);
    const family = name === 'BG/NBD' ? 'BG/NBD' : 'MBG/NBD';
    if (r === null || alpha === null || a === null || b === null || k === null) throw new Error('none');
    const perDay = estimateOrdersPerDay(summaries);
    for (let c = 0; c < days.count; c += 37) {
      if (Number.isNaN(customers.orders[c])) continue;
      const history = {
        frequency: summaries.frequency[c] ?? 0,
        recency: summaries.recency[c] ?? 0,
        age: summaries.age[c] ?? 0,
      };
      const bought = computeExpectedPurchases(family, { r, alpha, a, b, k }, history, 90);
      const value = computeExpectedSpend(model.spend, history.frequency, summaries.meanValue[c] ?? 0);
      const alive = computeProbabilityAlive(family, { r, alpha, a, b, k }, history);
      expect(customers.alive?.[c]).toBe(alive);
      expect(customers.orders[c]).toBe(bought * (perDay[c] ?? 0));
      expect(customers.value[c]).toBeCloseTo(bought * value * model.spend.kept_value_share, 10);
      expect(customers.anyOrder[c]).toBe(
        alive * computeNextPurchaseWithin({ r, alpha, a, b, k }, history, 90),
      );
    }
  });

  it('give an order within 90 days at most the probability of being alive and at most the expected orders', () => {
    for (let c = 0; c < days.count; c++) {
      const any = customers?.anyOrder[c] ?? Number.NaN;
      if (Number.isNaN(any)) continue;
      expect(any).toBeGreaterThan(0);
      expect(any).toBeLessThanOrEqual(customers?.alive?.[c] ?? 0);
      expect(any).toBeLessThanOrEqual((customers?.orders[c] ?? 0) * 1.001);
    }
  });

  it('sum to the figures of segments', () => {
    const total = (values: ArrayLike<number> | undefined) =>
      Array.from(values ?? []).reduce((sum, one) => sum + (Number.isNaN(one) ? 0 : one), 0);
    const isPredicted = (c: number) => !Number.isNaN(customers?.orders[c]);
    const withCustomers = new Set([...segment].filter((_, c) => isPredicted(c)));
    const segments = (found.segments ?? []).filter((_, s) => withCustomers.has(s));
    expect(total(segments.map((one) => one.expected_orders_90d))).toBeCloseTo(total(customers?.orders), 6);
    expect(total(segments.map((one) => one.expected_value_90d ?? 0))).toBeCloseTo(total(customers?.value), 4);
    expect(total(segments.map((one) => one.one_time_buyers))).toBe(
      summaries.frequency.filter((x, c) => x === 0 && isPredicted(c)).length,
    );
  });
});

describe('forecasts per segment', () => {
  it('have intervals around the expected orders', () => {
    const { model, segments = [] } = forecastOrders(createShop(400)).found;
    expect(model).toMatchObject({ interval_level: 0.8, backtest: { cut_date: '2024-09-27' } });
    const some = segments.filter((one) => one.expected_orders_90d > 0);
    expect(some.length).toBeGreaterThan(8);
    for (const { expected_orders_90d: orders, expected_orders_90d_interval: interval } of some) {
      expect(interval.low).toBeLessThanOrEqual(orders);
      expect(interval.high).toBeGreaterThan(orders);
    }
  });

  it.each([
    ['who buy at random', createShop(900)],
    ['who leave', createLeavers(900)],
    ['who buy regularly', createRegulars(900)],
  ])('contain the actual orders of customers %s in most intervals', (_, later) => {
    let [within, all] = [0, 0];
    for (const cut of [30, 15, 0].map((ago) => REFERENCE - 90 - ago)) {
      const { found, segment, ids } = forecastOrders(later, cut);
      const place = new Map(ids.map((id, at) => [id, at]));
      const actual = SEGMENT_NAMES.map(() => 0);
      for (const order of later) {
        const at = place.get(order.customer ?? '');
        const day = getDay(order);
        if (at === undefined || day <= cut || day > cut + 90 || !isPurchase(order)) continue;
        const s = segment[at] ?? 0;
        actual[s] = (actual[s] ?? 0) + 1;
      }
      for (const [s, prediction] of found.segments?.entries() ?? []) {
        if (!segment.includes(s)) continue;
        const { low, high } = prediction.expected_orders_90d_interval;
        const came = actual[s] ?? 0;
        all++;
        if (came >= low && came <= high) within++;
      }
    }
    expect(all).toBeGreaterThan(20);
    expect(within / all).toBeGreaterThan(0.65);
  });
});

describe('a forecast from insufficient or unusual data', () => {
  it('is refused for 49 customers and for 19 who came back', () => {
    const few = forecastOrders(createShop(49)).found;
    expect(few).toMatchObject({ model: null, segments: undefined, customers: undefined });
    expect(writeEnglish(few.notes)[0]).toMatch(/^Predictions need 50 customers, 20 .* there are 49/);
    // Keep only the first order of each customer beyond the nineteenth who came back.
    const days = new Map<string, Set<string>>();
    for (const order of createShop(200).filter(isPurchase)) {
      const seen = days.get(order.customer ?? '') ?? new Set();
      days.set(order.customer ?? '', seen.add(order.date ?? ''));
    }
    const back = [...days].filter(([, dates]) => dates.size > 1).map(([customer]) => customer);
    const kept = new Set(back.slice(0, 19));
    const first = new Map(
      createShop(200)
        .map((order) => [order.customer, order.id] as const)
        .reverse(),
    );
    const once = createShop(200).filter(
      ({ id, customer = '' }) => kept.has(customer) || first.get(customer) === id,
    );
    expect(writeEnglish(forecastOrders(once).found.notes)[0]).toMatch(/there are 200 and 19\.$/);
  });

  it('is refused with fewer than the 180 days of orders that a back-test requires', () => {
    const early = FIRST + 170;
    const { model, segments, notes } = forecastOrders(createShop(400, 1, early), early).found;
    expect({ model, segments }).toEqual({ model: null, segments: undefined });
    expect(writeEnglish(notes)).toEqual([
      expect.stringMatching(/appear with a test on past orders only\. It needs 180 days/),
    ]);
  });

  it('has no spend if every purchase was free', () => {
    const free = createShop(400).map((order) => ({
      ...order,
      lines: order.lines.map((one) => ({ ...one, unitPrice: 0 })),
    }));
    const { model, segments = [], customers, notes } = forecastOrders(free).found;
    expect(model).toMatchObject({ value_by: 'naive', spend: null, expected_value_90d: null });
    for (const segment of segments)
      expect(segment).toMatchObject({ expected_value_90d: null, expected_value_90d_interval: null });
    expect(customers?.value).toBeUndefined();
    expect(notes).toMatchObject([{ code: 'past_repeated', params: { figures: ['value'] } }]);
  });

  it('has null for the parameters of leaving if nobody seems to have left', () => {
    const random = createRandom(5);
    // Rates are exponential over customers: gamma of shape 1, as NBD assumes.
    const loyal = Array.from({ length: 1_000 }).flatMap((_, c) => {
      const rate = -0.02 * Math.log(1 - random());
      const orders: LiteralOrder[] = [];
      for (let day = 200 * random(); day <= 360; day += -Math.log(1 - random()) / rate) {
        const date = formatDate(FIRST + Math.floor(day));
        orders.push({ id: `${c}-${orders.length}`, customer: `c${c}`, date, lines: [createLine('Tea', 4)] });
      }
      return orders;
    });
    const { model, customers } = forecastOrders(loyal).found;
    expect(model).toMatchObject({ name: 'NBD', a: null, b: null });
    expect(customers?.alive).toBeUndefined();
  });
});

test('forecast returns figures within their bounds or none, and the same on each call, for any orders', () => {
  const order = fc.record({
    customer: fc.nat(150).map((c) => `c${Math.floor(c ** 2 / 150)}`),
    date: fc.nat(600).map((day) => new Date(1.7e12 + day * 86_400_000).toISOString()),
    lines: fc.array(
      fc
        .tuple(fc.double({ min: 0, max: 1e6, noNaN: true }), fc.integer({ min: -5, max: 50 }))
        .map(([price, units]) => createLine('Tea', price, units)),
      { maxLength: 2 },
    ),
  });
  let predicted = 0;
  fc.assert(
    fc.property(fc.array(order, { minLength: 150, maxLength: 400, size: 'max' }), (drawn) => {
      const orders: LiteralOrder[] = drawn.map((one, i) => ({ id: `o${i}`, ...one }));
      const columns = toColumns(orders);
      const reference = Math.floor(1.7e12 / 86_400_000) + 600;
      const selected = selectRfmCustomers(columns, createMbaSettings(), reference);
      const days = createCustomerDays(columns, selected);
      const one = { segment: new Uint8Array(selected.count), segments: SEGMENT_NAMES.length };
      const histories = createHistories(days, reference);
      const found = forecast(histories, reference, one);
      expect(forecast(histories, reference, one)).toEqual(found);
      const { customers, notes } = found;
      if (customers === undefined) {
        expect(notes).toHaveLength(1);
        return;
      }
      predicted++;
      for (let c = 0; c < selected.count; c++) {
        if (Number.isNaN(customers.orders[c])) continue;
        const any = customers.anyOrder[c] ?? Number.NaN;
        const alive = customers.alive?.[c] ?? any;
        expect(any >= 0 && any <= 1 && alive >= 0 && alive <= 1).toBe(true);
        expect(customers.orders[c]).toSatisfy(isAmount);
        if (customers.value !== undefined) expect(customers.value[c]).toSatisfy(isAmount);
      }
    }),
    { numRuns: 15 },
  );
  // About nine of the 15 draws suffice for a prediction.
  expect(predicted).toBeGreaterThan(0);
});

function isAmount(value: number): boolean {
  return Number.isFinite(value) && value >= 0;
}
