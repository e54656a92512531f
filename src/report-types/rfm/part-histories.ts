// What forecasts need of customers, in bytes: of all of them how they stand on the reference day, of the few that forecasts
// are tried on each day with an order.
import {
  type Column,
  type Numbers,
  packColumns,
  type UnpackedColumns,
} from '../../core/extract/packed-columns.ts';
import { chosenNumbers } from '../../core/partitions/chosen-rows.ts';
import { JoinedRows } from '../../core/partitions/joined-rows.ts';
import { leastNumber, summedMoney } from '../../core/partitions/joined-sums.ts';
import { moneyColumns } from '../../core/partitions/money-columns.ts';
import { outcomes } from '../../core/prediction/at-cut.ts';
import {
  type CustomerDays,
  daysOfSome,
  firstPurchaseDay,
  knownAt,
  rowsEach,
} from '../../core/prediction/customer-days.ts';
import { KEPT_SUMS, summaryColumns, withShares } from '../../core/prediction/customer-summaries.ts';
import { everyNthOf, type Histories, HORIZON_DAYS } from '../../core/prediction/histories.ts';

type Columns = Readonly<Record<string, Column>>;

const numbers = (values: Numbers): Column => ({ kind: 'numbers', values });

/** Of all customers, as they are known on the reference day. */
export function historyColumns(days: CustomerDays, reference: number): Columns {
  const known = knownAt(days, reference);
  const { kept, ...columns } = summaryColumns(days, known, reference);
  const before = outcomes(days, known, reference - HORIZON_DAYS, reference);
  return {
    repeat_days: numbers(columns.frequency),
    last_age: numbers(columns.recency),
    age: numbers(columns.age),
    mean_value: numbers(columns.meanValue),
    repeat_orders: numbers(columns.repeatOrders),
    last_gaps: numbers(columns.lastGaps),
    ...moneyColumns('kept', kept),
    orders_before: numbers(before.orders),
    ...moneyColumns('value_before', before.spend),
    first_day: numbers(Float64Array.of(firstPurchaseDay(days))),
  };
}

export function dayColumns(days: CustomerDays): Columns {
  return {
    days: { kind: 'counts', values: rowsEach(days) },
    day: { kind: 'integers', values: days.day },
    day_orders: { kind: 'counts', values: days.orders },
    ...moneyColumns('day_value', days.value),
  };
}

/** `places` and `days`: of a partition's customers. */
export function packTried(places: Float64Array, days: CustomerDays, tried: ReadonlySet<number>): Uint8Array {
  const chosen = Uint32Array.from(places.keys()).filter((customer) =>
    tried.has(places[customer] ?? Number.NaN),
  );
  return packColumns({
    place: { kind: 'doubles', values: chosenNumbers(places, chosen) },
    ...dayColumns(daysOfSome(days, chosen)),
  });
}

export function joinedDays(customers: JoinedRows, scale: number): CustomerDays {
  const { start, rows } = customers.runs('days');
  return {
    ...{ count: customers.count, start },
    // The same bits: days before 1970 are negative.
    day: new Int32Array(rows.counts('day').buffer),
    orders: rows.counts('day_orders'),
    value: rows.money('day_value', scale),
  };
}

/** `rows`: of the customers, in their sequence. `found`, `tried`: a block per partition, of `historyColumns` and `packTried`. */
export function joinedHistories(
  rows: JoinedRows,
  found: readonly UnpackedColumns[],
  tried: readonly UnpackedColumns[],
  scale: number,
): Histories {
  const histories = rows.of(found);
  const columns = {
    count: rows.count,
    frequency: histories.narrow('repeat_days'),
    recency: histories.narrow('last_age'),
    age: histories.narrow('age'),
    meanValue: histories.numbers('mean_value'),
    repeatOrders: histories.narrow('repeat_orders'),
    lastGaps: histories.narrow('last_gaps', 2),
  };
  return {
    now: {
      summaries: withShares(columns, summedMoney(found, 'kept', KEPT_SUMS, scale)),
      before: () => ({
        orders: histories.numbers('orders_before'),
        value: histories.money('value_before', scale).amounts(),
      }),
    },
    firstDay: leastNumber(found, 'first_day'),
    tried: joinedDays(JoinedRows.byPlace(tried, 'place'), scale),
    nth: everyNthOf(rows.count),
  };
}
