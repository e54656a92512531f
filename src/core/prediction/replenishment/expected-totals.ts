// Orders and revenue of the whole shop in the days ahead, with intervals from the errors on past dates.
import type { CustomerForecast } from '../candidates.ts';
import { dispersionOf, type Interval, intervalOf } from '../intervals.ts';

/** Over all customers. */
export interface ExpectedTotal {
  readonly orders: number;
  /** Net of returns; undefined where spend could not be modelled. */
  readonly value: number | undefined;
  /** By chance alone: Σ expected orders × value of one². */
  readonly valueVariance: number;
}

export function totalOf({ orders, value }: CustomerForecast): ExpectedTotal {
  const total = { orders: 0, value: 0, valueVariance: 0 };
  for (let c = 0; c < orders.length; c++) {
    total.orders += orders[c];
    if (value === undefined) continue;
    total.value += value[c];
    if (orders[c] > 0) total.valueVariance += value[c] ** 2 / orders[c];
  }
  return value === undefined ? { ...total, value: undefined } : total;
}

export interface ExpectedDays {
  readonly days: number;
  readonly orders: number;
  readonly orders_interval: Interval;
  readonly revenue: number | null;
  readonly revenue_interval: Interval | null;
}

/** What was expected on a past date, and what came. */
export interface PastTotal {
  readonly expected: ExpectedTotal;
  readonly orders: number;
  readonly value: number;
}

export function expectedDays(days: number, now: ExpectedTotal, past: readonly PastTotal[]): ExpectedDays {
  const orders = { mean: now.orders, variance: now.orders };
  const spread = dispersionOf(
    past.map(({ expected, orders: actual }) => ({
      ...{ mean: expected.orders, variance: expected.orders, actual },
    })),
  );
  const figures = { days, orders: now.orders, orders_interval: intervalOf(orders, spread) };
  if (now.value === undefined) return { ...figures, revenue: null, revenue_interval: null };
  const spentSpread = dispersionOf(
    past.map(({ expected, value }) => ({
      ...{ mean: expected.value ?? 0, variance: expected.valueVariance, actual: value },
    })),
  );
  const revenue = { mean: now.value, variance: now.valueVariance };
  return { ...figures, revenue: now.value, revenue_interval: intervalOf(revenue, spentSpread) };
}
