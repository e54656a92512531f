// How far predictions can be believed: npm run -s bench -- predictions --data FILE [--cuts N --step DAYS], or --shops N for
// shops of known gaps, of whom one in twenty leaves after each order. Reports of an order
// file at several dates, the last one 90 days before its end: which forecast each chose, the errors of all of them over
// customers and segments, and how often the next 90 days of segments, and of all customers, came within their intervals.
import { parseArgs } from 'node:util';
import { readOrders } from '../../../order-files/disk/read-orders.ts';
import { orderColumns } from '../../../order-files/orders/order-columns.ts';
import { referenceDay } from '../../../src/core/baskets/window.ts';
import { dateOfDay } from '../../../src/core/orders/calendar.ts';
import type { OrderColumns } from '../../../src/core/orders/columns.ts';
import { figuresAt, type Outcomes, outcomes } from '../../../src/core/prediction/at-cut.ts';
import { type CustomerDays, customerDays, knownAt } from '../../../src/core/prediction/customer-days.ts';
import { forecast, type SegmentPrediction } from '../../../src/core/prediction/forecast.ts';
import { HORIZON_DAYS, historiesOf } from '../../../src/core/prediction/histories.ts';
import type { Interval } from '../../../src/core/prediction/intervals.ts';
import { scoreCustomers } from '../../../src/core/rfm/customer-scores.ts';
import { rfmCustomers } from '../../../src/core/rfm/customers.ts';
import { SEGMENT_NAMES } from '../../../src/core/rfm/segments.ts';
import { RHYTHM_KINDS, RHYTHM_REFERENCE, rhythmShop } from '../../harness/random/rhythm-shops.ts';
import { reportCase } from '../measuring/json-lines.ts';

export async function benchPredictions(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      data: { type: 'string' },
      shops: { type: 'string' },
      cuts: { type: 'string', default: '12' },
      step: { type: 'string', default: '8' },
    },
  });
  if (values.shops !== undefined) return benchShops(Number(values.shops));
  if (values.data === undefined) throw new Error('expected --data FILE');
  const { orders } = await readOrders([values.data], { onBadRow: () => undefined });
  const columns = await orderColumns(orders, { productIdentifier: 'name', keep: () => true });
  const last = referenceDay(columns, undefined);
  if (last === undefined) throw new Error('no order has a date');
  const all = customerDays(
    columns,
    rfmCustomers(columns, { customerScope: 'all', dateRange: undefined }, last),
  );
  const within = { orders: [0, 0] as [number, number], value: [0, 0] as [number, number] };
  const totals = { dates: 0, silent: 0, within_orders: 0, within_value: 0, of_value: 0 };
  for (let n = 0; n < Number(values.cuts); n++) {
    const cut = last - HORIZON_DAYS - n * Number(values.step);
    const found = reportAt(columns, all, cut);
    if (found === undefined) break;
    totals.dates++;
    if ('missed' in found) {
      totals.silent++;
      reportCase('predictions', found);
      continue;
    }
    totals.within_orders += found.total.orders.isWithin ? 1 : 0;
    totals.within_value += found.total.value?.isWithin ? 1 : 0;
    totals.of_value += found.total.value === null ? 0 : 1;
    for (const figure of ['orders', 'value'] as const) {
      within[figure][0] += found.within[figure][0];
      within[figure][1] += found.within[figure][1];
    }
    reportCase('predictions', found);
  }
  reportCase('coverage', {
    orders: `${within.orders.join(' of ')}: ${percentOf(within.orders)}`,
    value: `${within.value.join(' of ')}: ${percentOf(within.value)}`,
    totals,
  });
}

/** How often the orders of all customers came within their interval. */
function benchShops(shops: number): void {
  for (const [at, kind] of RHYTHM_KINDS.entries()) {
    const found = Array.from({ length: shops }, (_, shop) => ({
      ...totalInShop(rhythmShop(10_000 * at + shop, kind, { leaves: 0.05 }).days),
    }));
    const held = found.filter(({ isWithin }) => isWithin !== undefined);
    reportCase(`predictions: ${kind.name}`, {
      ...{ shops, silent: shops - held.length },
      within: held.filter(({ isWithin }) => isWithin).length / held.length,
      mean_width: rounded(held.reduce((sum, { width = 0 }) => sum + width, 0) / held.length),
    });
  }
}

function totalInShop(days: CustomerDays) {
  const cut = RHYTHM_REFERENCE - HORIZON_DAYS;
  const known = knownAt(days, cut);
  const { segment } = scoreCustomers(figuresAt(days, known, cut));
  const { model } = forecast(historiesOf(days, cut), cut, { segment, segments: SEGMENT_NAMES.length });
  if (model === null) return undefined;
  const { low, high } = model.expected_orders_90d_interval;
  const actual = outcomes(days, known, cut, RHYTHM_REFERENCE).orders.reduce((sum, orders) => sum + orders, 0);
  return { isWithin: low <= actual && actual <= high, width: (high - low) / model.expected_orders_90d };
}

/** The report that knows the orders until `cut`, against the days after it. */
function reportAt(columns: OrderColumns, all: CustomerDays, cut: number) {
  const dateRange = { end: dateOfDay(cut) };
  const selected = rfmCustomers(columns, { customerScope: 'all', dateRange }, cut);
  const { segment } = scoreCustomers(selected);
  const report = forecast(historiesOf(customerDays(columns, selected), cut), cut, {
    segment,
    segments: SEGMENT_NAMES.length,
  });
  const missed = report.notes.find(({ code }) => code === 'predictions_missed');
  if (report.model === null && missed !== undefined) return { cut: dateOfDay(cut), missed: missed.params };
  if (report.model === null || report.segments === undefined) return undefined;
  const { name, k, regularity, value_by, backtest, ...model } = report.model;
  const after = bySegment(outcomes(all, knownAt(all, cut), cut, cut + HORIZON_DAYS), segment);
  const before = bySegment(outcomes(all, knownAt(all, cut), cut - HORIZON_DAYS, cut), segment);
  const expected = report.segments.map(({ expected_orders_90d }) => expected_orders_90d);
  return {
    cut: dateOfDay(cut),
    ...{ name, k, value_by, regularity: rounded(regularity ?? 0) },
    origins: backtest.cut_dates.length,
    tried: Object.fromEntries(
      backtest.candidates.map((one) => [
        one.name,
        [rounded(one.root_mean_square_error), rounded(one.segment_mean_absolute_error)],
      ]),
    ),
    off_by_segment: { chosen: offBy(expected, after.orders), naive: offBy(before.orders, after.orders) },
    total: {
      orders: totalOf(model.expected_orders_90d, model.expected_orders_90d_interval, after.orders),
      value:
        model.expected_value_90d_interval === null
          ? null
          : totalOf(model.expected_value_90d ?? 0, model.expected_value_90d_interval, after.value),
    },
    within: {
      orders: coverage(report.segments, after.orders, (one) => one.expected_orders_90d_interval),
      value: coverage(report.segments, after.value, (one) => one.expected_value_90d_interval),
    },
  };
}

function bySegment({ orders, value }: Outcomes, segment: Uint8Array): { orders: number[]; value: number[] } {
  const sums = { orders: SEGMENT_NAMES.map(() => 0), value: SEGMENT_NAMES.map(() => 0) };
  for (const [c, s] of segment.entries()) {
    sums.orders[s] = (sums.orders[s] ?? 0) + (orders[c] ?? 0);
    sums.value[s] = (sums.value[s] ?? 0) + (value[c] ?? 0);
  }
  return sums;
}

function totalOf(expected: number, { low, high }: Interval, came: readonly number[]) {
  const actual = came.reduce((sum, value) => sum + value, 0);
  return { figures: [expected, low, high, actual].map(rounded), isWithin: low <= actual && actual <= high };
}

/** Σ over segments of |error| / what came. */
function offBy(guess: readonly number[], came: readonly number[]): number {
  const errors = guess.reduce((sum, value, s) => sum + Math.abs(value - (came[s] ?? 0)), 0);
  return rounded(errors / came.reduce((sum, value) => sum + value, 0));
}

function coverage(
  segments: readonly SegmentPrediction[],
  came: readonly number[],
  intervalOf: (segment: SegmentPrediction) => Interval | null,
): [within: number, of: number] {
  const judged = segments.flatMap((segment, s) => {
    const interval = intervalOf(segment);
    if (interval === null || interval.high === 0) return [];
    return [(came[s] ?? 0) >= interval.low && (came[s] ?? 0) <= interval.high];
  });
  return [judged.filter(Boolean).length, judged.length];
}

function rounded(value: number): number {
  return Number(value.toPrecision(4));
}

function percentOf([within, of]: readonly [number, number]): string {
  return `${((100 * within) / of).toFixed(1)} %`;
}
