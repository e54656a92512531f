// What forecasts need of customers, as columns: of all of them how they stand on the reference day, of the few that forecasts
// are tried on each day with an order.
import { type Column, heldColumns, type UnpackedColumns } from '../../extract/packed-columns.ts';
import { JoinedRows } from '../../partitions/joined-rows.ts';
import { leastNumber, moneyColumns, summedMoney } from '../../partitions/money-columns.ts';
import { chosenNumbers } from '../../partitions/part-columns.ts';
import {
  type CustomerDays,
  daysOfSome,
  firstPurchaseDay,
  knownAt,
  rowsEach,
} from '../../prediction/customer-days.ts';
import { KEPT_SUMS, summaryColumns, withShares } from '../../prediction/customer-summaries.ts';
import { everyNthOf, type Histories, HORIZON_DAYS } from '../../prediction/histories.ts';
import { outcomes } from '../../prediction/origins.ts';

type Columns = Readonly<Record<string, Column>>;

/** Of all customers, as they are known on the reference day. */
export function historyColumns(days: CustomerDays, reference: number): Columns {
  const known = knownAt(days, reference);
  const { kept, ...columns } = summaryColumns(days, known, reference);
  return {
    repeat_days: columns.frequency,
    last_age: columns.recency,
    age: columns.age,
    mean_value: columns.meanValue,
    repeat_orders: columns.repeatOrders,
    last_gaps: columns.lastGaps,
    ...moneyColumns('kept', kept),
    first_day: Float64Array.of(firstPurchaseDay(days)),
  };
}

/** What they did in the days before, which few forecasts ask for. */
export function beforeColumns(days: CustomerDays, reference: number): Columns {
  const known = knownAt(days, reference);
  const { orders, spend } = outcomes(days, known, reference - HORIZON_DAYS, reference);
  return { orders: orders, ...moneyColumns('value', spend) };
}

export function dayColumns(days: CustomerDays): Columns {
  return {
    days: rowsEach(days),
    day: days.day,
    day_orders: days.orders,
    ...moneyColumns('day_value', days.value),
  };
}

/** `places` and `days`: of a partition's customers. */
export function triedColumns(
  places: Float64Array,
  days: CustomerDays,
  tried: ReadonlySet<number>,
): UnpackedColumns {
  const chosen = new Uint32Array(places.length)
    .map((_, customer) => customer)
    .filter((customer) => tried.has(places[customer] ?? Number.NaN));
  return heldColumns({
    place: chosenNumbers(places, chosen),
    ...dayColumns(daysOfSome(days, chosen)),
  });
}

export function joinedDays(customers: JoinedRows, scale: number): CustomerDays {
  const { start, rows } = customers.runs('days');
  return {
    ...{ count: customers.count, start },
    day: rows.integers('day'),
    orders: rows.counts('day_orders'),
    value: rows.money('day_value', scale),
  };
}

/** Blocks of each partition. */
interface HistoryBlocks {
  /** Of `historyColumns`. */
  readonly histories: readonly UnpackedColumns[];
  /** Of `beforeColumns`. */
  readonly before: readonly UnpackedColumns[];
  /** Of `triedColumns`. */
  readonly tried: readonly UnpackedColumns[];
}

/** `rows`: of the customers, in their sequence. */
export function joinedHistories(
  rows: JoinedRows,
  { histories, before, tried }: HistoryBlocks,
  scale: number,
): Histories {
  const joined = rows.of(histories);
  const columns = {
    count: rows.count,
    frequency: joined.narrow('repeat_days'),
    recency: joined.narrow('last_age'),
    age: joined.narrow('age'),
    meanValue: joined.numbers('mean_value'),
    repeatOrders: joined.narrow('repeat_orders'),
    lastGaps: joined.narrow('last_gaps', 2),
  };
  return {
    now: {
      summaries: withShares(columns, summedMoney(histories, 'kept', KEPT_SUMS, scale)),
      before: beforeOf(rows.of(before), scale),
    },
    firstDay: leastNumber(histories, 'first_day'),
    tried: joinedDays(JoinedRows.byPlace(tried, 'place'), scale),
    nth: everyNthOf(rows.count),
  };
}

/** Apart from the function above, so that what that has joined need not stay as well. */
function beforeOf(rows: JoinedRows, scale: number) {
  return () => ({ orders: rows.narrow('orders'), value: rows.money('value', scale).amounts() });
}
