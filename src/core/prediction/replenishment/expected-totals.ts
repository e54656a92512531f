// Orders and revenue of the whole shop in the days ahead, with intervals from the errors on past dates.

import { dateOfDay } from '../../orders/calendar.ts';
import type { CustomerForecast } from '../candidates.ts';
import { type Interval, isMissed, type Missed, totalInterval } from '../intervals.ts';

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

/** What was expected of as many days on the latest past date, and what came. */
export interface LastExpected {
  readonly cut_date: string;
  readonly predicted_orders: number;
  readonly actual_orders: number;
  readonly predicted_revenue: number | null;
  readonly actual_revenue: number;
}

export interface ExpectedDays {
  readonly days: number;
  readonly orders: number;
  readonly orders_interval: Interval;
  /** Null where spend could not be modelled, or was off by too much on the latest past date. */
  readonly revenue: number | null;
  readonly revenue_interval: Interval | null;
  readonly last: LastExpected;
}

/** What was expected on a past date, and what came. */
export interface PastTotal {
  readonly cut: number;
  readonly expected: ExpectedTotal;
  readonly orders: number;
  readonly value: number;
}

/** `past`: latest first, at least one, `step` days apart. */
export function expectedDays(
  days: number,
  now: ExpectedTotal,
  { past, step }: { readonly past: readonly [PastTotal, ...PastTotal[]]; readonly step: number },
): ExpectedDays | undefined {
  const apart = { step, horizon: days };
  const ordered = past.map(
    ({ expected, orders }): Missed => ({ mean: expected.orders, variance: expected.orders, actual: orders }),
  );
  const spent = past.map(
    ({ expected, value }): Missed => ({
      ...{ mean: expected.value ?? 0, variance: expected.valueVariance, actual: value },
    }),
  );
  const [latest] = past;
  if (ordered[0] !== undefined && isMissed(ordered[0])) return undefined;
  const value = spent[0] !== undefined && isMissed(spent[0]) ? undefined : now.value;
  const revenue = value === undefined ? undefined : { mean: value, variance: now.valueVariance };
  return {
    ...{ days, orders: now.orders },
    orders_interval: totalInterval({ mean: now.orders, variance: now.orders }, ordered, apart),
    revenue: revenue?.mean ?? null,
    revenue_interval: revenue === undefined ? null : totalInterval(revenue, spent, apart),
    last: {
      cut_date: dateOfDay(latest.cut),
      predicted_orders: latest.expected.orders,
      actual_orders: latest.orders,
      predicted_revenue: latest.expected.value ?? null,
      actual_revenue: latest.value,
    },
  };
}
