// The back-test: what it compares, that it sees nothing of the days it predicts, and what follows from its verdict.
import { describe, expect, it, test } from 'vitest';
import { randomFrom } from '../../../quality/harness/random.ts';
import { backtest } from '../../../src/core/prediction/backtest.ts';
import { backtestFigures } from '../../../src/core/prediction/backtest-figures.ts';
import { dispersionOf, intervalOf } from '../../../src/core/prediction/dispersion.ts';
import { forecast, historiesOf } from '../../../src/core/prediction/forecast.ts';
import { predictCustomers } from '../../../src/core/prediction/predict.ts';
import type { SegmentForecast } from '../../../src/core/prediction/segment-forecasts.ts';
import { scoreCustomers } from '../../../src/core/rfm/customer-scores.ts';
import { rfmCustomers } from '../../../src/core/rfm/customers.ts';
import { SEGMENT_NAMES } from '../../../src/core/rfm/segments.ts';
import { columnsOf, type LiteralOrder, line, settingsOf } from '../orders/literal-orders.ts';

const FIRST = Date.UTC(2024, 0, 1) / 86_400_000;
const REFERENCE = FIRST + 360;
const CUT = REFERENCE - 90;

/** Customers who each come at a rate of their own; returns among the orders. `last`: the last day of orders. */
function shop(customers: number, rateAfter = 1, last = REFERENCE): LiteralOrder[] {
  const random = randomFrom(3);
  return Array.from({ length: customers }).flatMap((_, c) => {
    const rate = 0.002 + 0.03 * random() ** 3;
    const joined = Math.floor(200 * random());
    const orders: LiteralOrder[] = [];
    for (let day = joined; day <= 360; day++) {
      const isLater = FIRST + day > CUT;
      if (day > joined && random() >= rate * (isLater ? rateAfter : 1)) continue;
      const units = random() < 0.1 && day > joined ? -1 : 1 + Math.floor(3 * random());
      const date = new Date((FIRST + day) * 86_400_000).toISOString();
      if (FIRST + day <= last)
        orders.push({ id: `${c}-${day}`, customer: `c${c}`, date, lines: [line('Tea', 4 + (c % 9), units)] });
    }
    return orders;
  });
}

const dayOf = ({ date = '' }: LiteralOrder): number => Math.floor(Date.parse(date) / 86_400_000);
const isPurchase = ({ lines }: LiteralOrder): boolean => lines.some(({ quantity }) => quantity > 0);
const spendOf = ({ lines }: LiteralOrder): number =>
  lines.reduce((sum, { unitPrice, quantity }) => sum + unitPrice * quantity, 0);

describe('the back-test', () => {
  const orders = shop(400);
  const result = backtest(backtestFigures(columnsOf(orders), REFERENCE));
  const past = orders.filter((order) => dayOf(order) <= CUT);
  const known = new Set(past.filter(isPurchase).map(({ customer }) => customer));
  const during = (from: number, to: number) =>
    orders.filter((order) => known.has(order.customer) && dayOf(order) > from && dayOf(order) <= to);

  it('compares with the orders and the spend that came, and with those of the 90 days before', () => {
    expect(result).toMatchObject({ cut_date: '2024-09-27', customers: known.size });
    const after = during(CUT, REFERENCE);
    const before = during(CUT - 90, CUT);
    expect(after.length).toBeGreaterThan(100);
    expect(result?.orders.actual).toBe(after.filter(isPurchase).length);
    expect(result?.orders.naive).toBe(before.filter(isPurchase).length);
    expect(result?.value?.actual).toBeCloseTo(
      after.reduce((sum, order) => sum + spendOf(order), 0),
      6,
    );
    const buyers = new Set(after.filter(isPurchase).map(({ customer }) => customer)).size;
    expect(result?.segments.reduce((sum, { actual_buyers }) => sum + actual_buyers, 0)).toBe(buyers);
    expect(result?.segments.reduce((sum, { customers }) => sum + customers, 0)).toBe(known.size);
  });

  it('predicts from the orders up to the cut alone', () => {
    const columns = columnsOf(past);
    const { predictions } = predictCustomers(columns, rfmCustomers(columns, settingsOf(), CUT), CUT);
    const sum = predictions?.expectedOrders.reduce((total, count) => total + count, 0);
    expect(result?.orders.predicted).toBeCloseTo(sum ?? Number.NaN, 9);
  });

  it('averages errors over customers, for the model and for the naive guess', () => {
    const count = (list: readonly LiteralOrder[], customer: string | undefined): number =>
      list.filter((order) => order.customer === customer && isPurchase(order)).length;
    const after = during(CUT, REFERENCE);
    const before = during(CUT - 90, CUT);
    const errors = [...known].map((customer) => Math.abs(count(after, customer) - count(before, customer)));
    const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length;
    expect(result?.orders.naive_mean_absolute_error).toBeCloseTo(mean, 9);
    expect(result?.orders).toMatchObject({ better_than_naive: true });
    expect(result?.orders.mean_absolute_error).toBeLessThan(mean);
  });

  it('shows that the model is wrong if customers stop buying at the cut', () => {
    const gone = backtest(backtestFigures(columnsOf(shop(400, 0)), REFERENCE));
    expect(gone?.orders).toMatchObject({ actual: 0 });
    expect(gone?.dispersion.orders).toBeGreaterThan(10);
  });
});

describe('what is published', () => {
  function published(orders: readonly LiteralOrder[], reference = REFERENCE) {
    const columns = columnsOf(orders);
    const selected = rfmCustomers(columns, settingsOf(), reference);
    const { segment } = scoreCustomers(selected);
    return forecast(historiesOf(columns, selected, reference), { segment, segments: SEGMENT_NAMES.length });
  }

  it('is every segment with intervals around what is expected, and the back-test beside it', () => {
    const { model, segments = [] } = published(shop(400));
    expect(model).toMatchObject({ interval_level: 0.8, backtest: { cut_date: '2024-09-27' } });
    const some = segments.filter(({ expected_orders_90d }) => expected_orders_90d > 0);
    expect(some.length).toBeGreaterThan(8);
    for (const { expected_orders_90d: orders, expected_orders_90d_interval: interval } of some) {
      expect(interval.low).toBeLessThanOrEqual(orders);
      expect(interval.high).toBeGreaterThan(orders);
    }
  });

  it('is nothing without a back-test: 180 days of orders are needed', () => {
    const early = FIRST + 170;
    const { model, segments, notes } = published(shop(400, 1, early), early);
    expect({ model, segments }).toEqual({ model: null, segments: undefined });
    expect(notes).toEqual([
      expect.stringMatching(/published with a back-test only, which requires 180 days/),
    ]);
  });

  it('comes with a note where it is no better than the same as before', () => {
    // All come every tenth day: nothing beats the same again.
    const clockwork = Array.from({ length: 60 }).flatMap((_, c) =>
      Array.from({ length: 36 }, (__, n): LiteralOrder => {
        const date = new Date((FIRST + 10 * n + (c % 10)) * 86_400_000).toISOString();
        const every = 1 + (c % 4);
        return {
          id: `${c}-${n}`,
          customer: `c${c}`,
          date,
          lines: [line('Tea', 4 + c, n % every === 0 ? 1 : -1)],
        };
      }),
    );
    const { model, notes } = published(clockwork);
    expect(model?.backtest.orders.better_than_naive).toBe(false);
    expect(notes).toContainEqual(expect.stringMatching(/predictions of orders.* were no better than/));
  });
});

describe('intervals', () => {
  const judged = (orders: number, actual_orders: number) => {
    const forecast: SegmentForecast = {
      customers: 9,
      orders,
      buyers: 1,
      alive: 1,
      value: undefined,
      valueVariance: 0,
      oneTimeBuyers: 0,
    };
    return { forecast, actual_orders, actual_value: 0 };
  };

  it('take the dispersion from the errors of the segments, never less than chance', () => {
    // (36 / 16 + 100 / 25) / 2 and (1 / 100 + 0) / 2.
    expect(dispersionOf([judged(16, 22), judged(25, 15)])).toEqual({ orders: 3.125, value: null });
    expect(dispersionOf([judged(100, 101), judged(25, 25)])).toEqual({ orders: 1, value: null });
    expect(dispersionOf([])).toEqual({ orders: 1, value: null });
  });

  it('reach as far as Student’s t on as many degrees of freedom, and not below 0', () => {
    // t(.9; 10) = 1.372184; 10 × sqrt(4 × 1) = 20.
    const { low, high } = intervalOf(100, 100, 4, 10);
    expect(high - 100).toBeCloseTo(20 * 1.372184, 4);
    expect(100 - low).toBeCloseTo(20 * 1.372184, 4);
    // An expansion about the normal quantile gave 2.13 instead of 3.08 at one segment.
    expect(intervalOf(100, 100, 1, 1).high - 100).toBeCloseTo(10 * 3.077684, 4);
    expect(intervalOf(1, 100, 4, 10).low).toBe(0);
  });
});

test('four of five segments come within their interval, where the next 90 days are like the last', () => {
  let within = 0;
  let all = 0;
  const later = shop(1_500, 1, REFERENCE);
  const columns = columnsOf(later);
  for (const cut of [CUT - 30, CUT - 15, CUT]) {
    const selected = rfmCustomers(columns, { ...settingsOf(), dateRange: { end: dateOf(cut) } }, cut);
    const { segment } = scoreCustomers(selected);
    const { segments } = forecast(historiesOf(columns, selected, cut), {
      segment,
      segments: SEGMENT_NAMES.length,
    });
    const actual = new Map<number, number>(SEGMENT_NAMES.map((_, s) => [s, 0]));
    const place = new Map([...selected.customer].map((index, at) => [columns.customers[index], at]));
    for (const order of later) {
      const at = place.get(order.customer ?? '');
      const day = dayOf(order);
      if (at === undefined || day <= cut || day > cut + 90 || !isPurchase(order)) continue;
      const s = segment[at] ?? 0;
      actual.set(s, (actual.get(s) ?? 0) + 1);
    }
    for (const [s, prediction] of segments?.entries() ?? []) {
      const { low, high } = prediction.expected_orders_90d_interval;
      const came = actual.get(s) ?? 0;
      if (prediction.expected_orders_90d === 0) continue;
      all++;
      if (came >= low && came <= high) within++;
    }
  }
  expect(all).toBeGreaterThan(25);
  expect(within / all).toBeGreaterThan(0.65);
});

function dateOf(day: number): string {
  return new Date(day * 86_400_000).toISOString().slice(0, 10);
}
