// Packs the inputs of forecasts as columns: summaries of all customers on the reference day, and each day with an order
// of the few on whom forecasts are tried.
import { holdColumns, type PackedColumn, type UnpackedColumns } from '../../extract/packed-columns.ts';
import { JoinedRows } from '../../partitions/joined-rows.ts';
import { findLeastNumber, packMoney, sumMoneyColumns } from '../../partitions/money-columns.ts';
import { pickNumbers } from '../../partitions/part-columns.ts';
import {
  type CustomerDays,
  countRowsEach,
  findFirstPurchaseDay,
  findKnownCustomers,
  pickCustomers,
} from '../../prediction/customer-days.ts';
import { computeSummaryColumns, KEPT_SUMS, withShares } from '../../prediction/customer-summaries.ts';
import { computeEveryNth, type Histories, HORIZON_DAYS } from '../../prediction/histories.ts';
import { countOutcomes } from '../../prediction/origins.ts';

type Columns = Readonly<Record<string, PackedColumn>>;

/** Packs summaries of all customers on the reference day. */
export function packHistories(days: CustomerDays, reference: number): Columns {
  const known = findKnownCustomers(days, reference);
  const { kept, ...columns } = computeSummaryColumns(days, known, reference);
  return {
    repeat_days: columns.frequency,
    last_age: columns.recency,
    age: columns.age,
    mean_value: columns.meanValue,
    repeat_orders: columns.repeatOrders,
    last_gaps: columns.lastGaps,
    ...packMoney('kept', kept),
    first_day: Float64Array.of(findFirstPurchaseDay(days)),
  };
}

/** Packs their figures of the days before, which few forecasts need. */
export function packBefore(days: CustomerDays, reference: number): Columns {
  const known = findKnownCustomers(days, reference);
  const { orders, spend } = countOutcomes(days, known, reference - HORIZON_DAYS, reference);
  return { orders: orders, ...packMoney('value', spend) };
}

export function packDays(days: CustomerDays): Columns {
  return {
    days: countRowsEach(days),
    day: days.day,
    day_orders: days.orders,
    ...packMoney('day_value', days.value),
  };
}

/** `places` and `days`: those of a partition's customers. */
export function packTried(
  places: Float64Array,
  days: CustomerDays,
  tried: ReadonlySet<number>,
): UnpackedColumns {
  const chosen = new Uint32Array(places.length)
    .map((_, customer) => customer)
    .filter((customer) => tried.has(places[customer] ?? Number.NaN));
  return holdColumns({
    place: pickNumbers(places, chosen),
    ...packDays(pickCustomers(days, chosen)),
  });
}

export function joinDays(customers: JoinedRows, scale: number): CustomerDays {
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
  /** Results of `packHistories`. */
  readonly histories: readonly UnpackedColumns[];
  /** Results of `packBefore`. */
  readonly before: readonly UnpackedColumns[];
  /** Results of `packTried`. */
  readonly tried: readonly UnpackedColumns[];
}

/** `rows`: rows of the customers, in their sequence. */
export function joinHistories(
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
      summaries: withShares(columns, sumMoneyColumns(histories, 'kept', KEPT_SUMS, scale)),
      before: createBeforeReader(rows.of(before), scale),
    },
    firstDay: findLeastNumber(histories, 'first_day'),
    tried: joinDays(JoinedRows.byPlace(tried, 'place'), scale),
    nth: computeEveryNth(rows.count),
  };
}

/** Separate from the function above, so that its joined columns can be freed. */
function createBeforeReader(rows: JoinedRows, scale: number) {
  return () => ({ orders: rows.narrow('orders'), value: rows.money('value', scale).amounts() });
}
