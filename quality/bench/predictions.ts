// How far predictions can be believed: npm run -s bench -- predictions --data FILE [--cuts N --step DAYS]. Back-tests of
// an order file at several dates, the last one 90 days before its end, with errors over all customers and over segments,
// and how often a segment's next 90 days came within the interval.
import { parseArgs } from 'node:util';
import { readOrders } from '../../order-files/disk/read-orders.ts';
import { orderColumns } from '../../order-files/orders/order-columns.ts';
import { referenceDay } from '../../src/core/baskets/window.ts';
import { dateOfDay } from '../../src/core/orders/calendar.ts';
import { type Backtest, backtest } from '../../src/core/prediction/backtest.ts';
import { backtestFigures } from '../../src/core/prediction/backtest-figures.ts';
import { intervalOf } from '../../src/core/prediction/dispersion.ts';
import { HORIZON_DAYS } from '../../src/core/prediction/predict.ts';
import { reportCase } from './json-lines.ts';

export async function benchPredictions(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      data: { type: 'string' },
      cuts: { type: 'string', default: '8' },
      step: { type: 'string', default: '15' },
    },
  });
  if (values.data === undefined) throw new Error('expected --data FILE');
  const { orders } = await readOrders([values.data], { onBadRow: () => undefined });
  const columns = await orderColumns(orders, { productIdentifier: 'name', keep: () => true });
  const last = referenceDay(columns, undefined);
  if (last === undefined) throw new Error('no order has a date');
  for (let n = 0; n < Number(values.cuts); n++) {
    const reference = last - n * Number(values.step);
    const test = backtest(backtestFigures(columns, reference));
    if (test === undefined) break;
    const { cut_date, customers, orders: count, value } = test;
    reportCase('predictions', {
      cut_date,
      customers,
      orders: rounded(count),
      orders_off_by_segment: bySegment(test, 'orders'),
      ...(value && { value: rounded(value), value_off_by_segment: bySegment(test, 'value') }),
      buyers: sums(test, 'predicted_buyers', 'actual_buyers'),
      within_interval: coverage(backtest(backtestFigures(columns, reference - HORIZON_DAYS)), test),
      reference: dateOfDay(reference),
    });
  }
}

function rounded(series: Backtest['orders']): object {
  return Object.fromEntries(
    Object.entries(series).map(([name, figure]) => [
      name,
      typeof figure === 'number' ? Number(figure.toPrecision(4)) : figure,
    ]),
  );
}

/** Σ over segments of |error| / what came, of the model and of the naive guess. */
function bySegment({ segments }: Backtest, what: 'orders' | 'value'): object {
  const off = (guess: 'predicted' | 'naive'): number => {
    const errors = segments.map((segment) =>
      Math.abs((segment[`${guess}_${what}`] ?? 0) - segment[`actual_${what}`]),
    );
    const came = segments.reduce((sum, segment) => sum + segment[`actual_${what}`], 0);
    return Number((errors.reduce((sum, error) => sum + error, 0) / came).toFixed(3));
  };
  return { model: off('predicted'), naive: off('naive') };
}

function sums({ segments }: Backtest, ...names: ('predicted_buyers' | 'actual_buyers')[]): number[] {
  return names.map((name) => Math.round(segments.reduce((sum, segment) => sum + segment[name], 0)));
}

/** Segments whose orders came within the interval that the back-test of 90 days earlier had led to. */
function coverage(earlier: Backtest | undefined, { segments }: Backtest): string | null {
  if (earlier === undefined) return null;
  const within = segments.filter(({ predicted_orders, actual_orders }) => {
    const { low, high } = intervalOf(
      predicted_orders,
      predicted_orders,
      earlier.dispersion.orders,
      earlier.segments.length,
    );
    return actual_orders >= low && actual_orders <= high;
  });
  return `${within.length} of ${segments.length}`;
}
