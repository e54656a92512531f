// What a partition of the customers finds for a cohort report, in bytes, and the report's source joined from it.
import { TURNOVER_SUMS, turnoverOf } from '../../core/baskets/selection.ts';
import type { CohortCells } from '../../core/cohorts/cohort-cells.ts';
import { cohortMembers } from '../../core/cohorts/cohort-members.ts';
import { type FirstGoods, NONE } from '../../core/cohorts/first-goods.ts';
import { joinedCells } from '../../core/cohorts/joined-cells.ts';
import { leftTruncated } from '../../core/cohorts/left-truncated.ts';
import { daysUntilSecond, purchaseDaysOf } from '../../core/cohorts/purchase-days.ts';
import {
  type Column,
  packColumns,
  type UnpackedColumns,
  unpackColumns,
} from '../../core/extract/packed-columns.ts';
import { chosenNumbers } from '../../core/partitions/chosen-rows.ts';
import { JoinedRows } from '../../core/partitions/joined-rows.ts';
import { leastNumber, summedMoney, summedNumbers, summedTimes } from '../../core/partitions/joined-sums.ts';
import { moneyColumns, moneySumsIn } from '../../core/partitions/money-columns.ts';
import type { PartColumns } from '../../core/partitions/part-columns.ts';
import { idColumns, joinedIds } from '../part-ids.ts';
import type { CohortSettings } from './settings.ts';
import { type CohortSource, sourceOfOrders } from './source.ts';

const numbers = (values: Iterable<number>): Column => ({
  kind: 'numbers',
  values: Float64Array.from(values),
});

/** Of all members: what each did. And of the cohorts: their cells. */
export function packMembers(
  columns: PartColumns,
  settings: CohortSettings,
  reference: number,
  leastSpend: number | undefined,
): Uint8Array {
  const source = sourceOfOrders(columns, settings, reference, leastSpend);
  const { members, days, leftOut } = source;
  const sums = source.sums();
  const customers = source.customers();
  return packColumns({
    place: { kind: 'doubles', values: chosenNumbers(columns.customerPlace, customers) },
    ...idColumns(source.ids()),
    first_day: numbers(chosenNumbers(days.first, members.customers)),
    until_second: numbers(chosenNumbers(daysUntilSecond(days), members.customers)),
    same_day: numbers(chosenNumbers(days.sameDay, members.customers)),
    member_orders: numbers(sums.orders),
    last_day: numbers(sums.lastDay),
    ...moneyColumns('member_revenue', sums.revenue),
    ...moneyColumns('member_early', sums.early),
    ...moneyColumns('turnover', source.turnoverSums),
    data_begin: numbers([source.begin]),
    gap_days: numbers(source.gaps.keys()),
    gap_times: numbers(source.gaps.values()),
    left_out: numbers([
      leftOut.rowsWithoutCustomer,
      leftOut.rowsWithoutDate,
      leftOut.customersWithoutPurchase,
      leftOut.acquiredEarlier,
    ]),
    ...cellColumns(source.cells()),
    ...(settings.groups && goodsColumns(source.goods())),
  });
}

/** Of the goods that a first order was. */
function goodsColumns({ labels, of }: FirstGoods): Record<string, Column> {
  const used = [...new Set(of)].filter((label) => label !== NONE);
  const placeOf = new Map(used.map((label, at) => [label, at]));
  return {
    goods: { kind: 'texts', values: used.map((label) => labels[label] ?? '') },
    // One more, so that none is 0.
    first_goods: numbers(Array.from(of, (label) => (placeOf.get(label) ?? NONE) + 1)),
  };
}

/** Of all members, with one list of labels. */
function joinedGoods(parts: readonly UnpackedColumns[], order: Uint32Array): FirstGoods {
  const labels: string[] = [];
  const placeOf = new Map<string, number>();
  const placed = parts.map((part) => {
    const places = part.texts('goods').map((label) => {
      const place = placeOf.get(label) ?? labels.push(label) - 1;
      placeOf.set(label, place);
      return place;
    });
    const own = part.numbers('first_goods').map((at) => (places[at - 1] ?? NONE) + 1);
    const place: Column = { kind: 'doubles', values: part.doubles('place') };
    return unpackColumns(packColumns({ place, goods: numbers(own) }));
  });
  const joined = JoinedRows.byPlace(placed, 'place').inOrder(order).numbers('goods');
  return { labels, of: Int32Array.from(joined, (at) => at - 1) };
}

function cellColumns(cells: CohortCells): Record<string, Column> {
  return {
    periods: numbers(cells.periods),
    customers: numbers(cells.customers),
    active: numbers(cells.active),
    orders: numbers(cells.orders),
    ...moneyColumns('revenue', cells.revenue),
    cohort_orders: numbers(cells.cohortOrders),
    ...moneyColumns('cohort_revenue', cells.cohortRevenue),
    is_beyond: { kind: 'bytes', values: cells.isBeyond },
    returns: numbers([cells.returnsBeforeFirstPurchase]),
  };
}

function cellsIn(columns: UnpackedColumns, scale: number): CohortCells {
  const counts = (name: string) => Uint32Array.from(columns.numbers(name));
  const periods = Array.from(columns.numbers('periods'));
  const active = counts('active');
  return {
    periods,
    customers: counts('customers'),
    active,
    orders: counts('orders'),
    revenue: moneySumsIn(columns, 'revenue', active.length, scale),
    cohortOrders: counts('cohort_orders'),
    cohortRevenue: moneySumsIn(columns, 'cohort_revenue', periods.length, scale),
    isBeyond: columns.bytes('is_beyond'),
    returnsBeforeFirstPurchase: columns.numbers('returns')[0] ?? 0,
  };
}

/** `found`: of all partitions, as `packMembers` gave it. */
export function joinedSource(
  found: readonly Uint8Array[],
  { cohortBy }: CohortSettings,
  reference: number,
  scale: number,
): CohortSource {
  const parts = found.map(unpackColumns);
  const rows = JoinedRows.byPlace(parts, 'place');
  const days = purchaseDaysOf(
    rows.numbers('first_day'),
    rows.numbers('until_second'),
    Uint8Array.from(rows.numbers('same_day')),
  );
  const members = cohortMembers(days, cohortBy);
  const begin = leastNumber(parts, 'data_begin');
  const gaps = summedTimes(parts, 'gap_days', 'gap_times');
  const [rowsWithoutCustomer = 0, rowsWithoutDate = 0, customersWithoutPurchase = 0, acquiredEarlier = 0] =
    summedNumbers(parts, 'left_out', 4);
  const memberRows = () => rows.inOrder(members.customers);
  return {
    members,
    days,
    leftOut: { rowsWithoutCustomer, rowsWithoutDate, customersWithoutPurchase, acquiredEarlier },
    turnover: turnoverOf(summedMoney(parts, 'turnover', TURNOVER_SUMS, scale)),
    truncated: leftTruncated(members.cohorts, cohortBy, { begin, gaps }),
    cells: () =>
      joinedCells(
        parts.map((part) => cellsIn(part, scale)),
        cohortBy,
        reference,
        scale,
      ),
    sums() {
      const inOrder = memberRows();
      return {
        orders: Uint32Array.from(inOrder.numbers('member_orders')),
        revenue: inOrder.money('member_revenue', scale),
        early: inOrder.money('member_early', scale),
        lastDay: inOrder.numbers('last_day'),
      };
    },
    goods: () => joinedGoods(parts, members.customers),
    ids: () => joinedIds(memberRows()),
  };
}
