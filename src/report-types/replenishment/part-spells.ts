// What a partition of the customers finds for a replenishment report, in bytes, and the report's source joined from it.
import { listedCustomers } from '../../core/customer-lists/listed-customers.ts';
import {
  type Column,
  packColumns,
  type UnpackedColumns,
  unpackColumns,
} from '../../core/extract/packed-columns.ts';
import { JoinedRows } from '../../core/partitions/joined-rows.ts';
import type { PartColumns } from '../../core/partitions/part-columns.ts';
import { customerDays } from '../../core/prediction/customer-days.ts';
import {
  type DueProducts,
  dueProducts,
  MOST_DUE,
  ofSlots,
  slot,
  summedDue,
} from '../../core/prediction/replenishment/due-products.ts';
import { productBacktest } from '../../core/prediction/replenishment/product-backtest.ts';
import {
  type CustomerSpells,
  joinedCounts,
  type ProductCounts,
} from '../../core/prediction/replenishment/product-spells.ts';
import { productTable } from '../../core/prediction/replenishment/product-table.ts';
import type { ProductVisits } from '../../core/prediction/replenishment/product-visits.ts';
import { rfmCustomers } from '../../core/rfm/customers.ts';
import type { ReportSettings } from '../../core/settings/settings.ts';
import { idColumns, joinedIds } from '../part-ids.ts';
import type { PartResult } from '../partitioned.ts';
import { selectionOf } from '../rfm/joined-source.ts';
import { customerColumns, placeColumn } from '../rfm/part-figures.ts';
import { dayColumns, joinedDays } from '../rfm/part-histories.ts';
import { everyNthOf, type ReplenishmentSource, rowsOf, ruleOf, spellsOf, type TriedTable } from './source.ts';

const numbers = (values: Float64Array): Column => ({ kind: 'numbers', values });
const counts = (values: Uint32Array): Column => ({ kind: 'counts', values });
const SLOTS = Array.from({ length: MOST_DUE }, (_, at) => at);

/** Counts of the products, and for the next pass what each customer bought. */
export function spellsInPart(
  columns: PartColumns,
  settings: ReportSettings,
  reference: number,
  leastSpend: number | undefined,
): PartResult {
  const selected = rfmCustomers(columns, settings, reference, leastSpend);
  const { counts: found, spells, visits } = spellsOf(columns, selected, settings, reference);
  const customers = packColumns({
    ...placeColumn(columns, selected),
    ...idColumns(listedCustomers(columns, selected)),
    ...customerColumns(columns, selected),
    ...dayColumns(customerDays(columns, selected)),
  });
  return {
    found: packColumns({ ...countColumns(found), ...visitColumns(visits) }),
    kept: packKept(columns.products, customers, spells),
  };
}

function countColumns({
  products,
  product,
  cell,
  value,
  times,
  sums,
}: ProductCounts): Record<string, Column> {
  const column = (values: ArrayLike<number>) => numbers(Float64Array.from(values));
  return {
    products: { kind: 'texts', values: products },
    ...{ product: column(product), cell: column(cell), value: column(value), times: column(times) },
    ...{ purchases: column(sums.purchases), same_day: column(sums.sameDay) },
    ...{ gap_pairs: column(sums.gapPairs), gap_squares: column(sums.gapSquares) },
  };
}

/** Of the same products as the counts. */
function visitColumns({
  start,
  product,
  day,
}: ProductVisits<Uint32Array | Int32Array>): Record<string, Column> {
  return {
    visit_start: numbers(Float64Array.from(start)),
    visit_product: numbers(Float64Array.from(product)),
    visit_day: numbers(Float64Array.from(day)),
  };
}

/** `lines`: of the whole dataset. */
export function joinedTable(found: readonly UnpackedColumns[], reference: number, lines: number): TriedTable {
  const visits = found.map((part) => ({
    products: part.texts('products'),
    start: part.numbers('visit_start'),
    product: part.numbers('visit_product'),
    day: part.numbers('visit_day'),
  }));
  const table = productTable(
    joinedCounts(
      found.map((part) => ({
        products: part.texts('products'),
        product: part.numbers('product'),
        cell: part.numbers('cell'),
        value: part.numbers('value'),
        times: part.numbers('times'),
        sums: {
          purchases: part.numbers('purchases'),
          sameDay: part.numbers('same_day'),
          gapPairs: part.numbers('gap_pairs'),
          gapSquares: part.numbers('gap_squares'),
        },
      })),
    ),
  );
  return { ...table, backtest: productBacktest(visits, reference, everyNthOf(lines)) };
}

/** JSON keeps every double. */
export function packTable(table: TriedTable): Uint8Array {
  return packColumns({ table: { kind: 'texts', values: [JSON.stringify(table)] } });
}

export function unpackTable(bytes: Uint8Array): TriedTable {
  const table: TriedTable = JSON.parse(unpackColumns(bytes).texts('table')[0] ?? '');
  return table;
}

function packKept(
  products: readonly string[],
  customers: Uint8Array,
  { start, product, days, firstDay, lastDay }: CustomerSpells,
): Uint8Array {
  return packColumns({
    customers: { kind: 'bytes', values: customers },
    products: { kind: 'texts', values: products },
    ...{ start: counts(start), product: counts(product), days: counts(days) },
    first_day: { kind: 'integers', values: firstDay },
    last_day: { kind: 'integers', values: lastDay },
  });
}

/** Of the customers, with the products that they are due to buy. `kept`: of `spellsInPart`. */
export function packDue(kept: Uint8Array, table: TriedTable, reference: number): Uint8Array {
  const columns = unpackColumns(kept);
  const spells: CustomerSpells = {
    start: Uint32Array.from(columns.integers('start')),
    product: Uint32Array.from(columns.integers('product')),
    days: Uint32Array.from(columns.integers('days')),
    firstDay: Int32Array.from(columns.integers('first_day')),
    lastDay: Int32Array.from(columns.integers('last_day')),
  };
  const rowOf = rowsOf(columns.texts('products'), table);
  const due = dueProducts(spells, table.rows, rowOf, reference, ruleOf(table));
  const customers = columns.bytes('customers');
  const slots = SLOTS.flatMap((at) => [
    [`row_${at}`, numbers(slot(due.row, at))] as const,
    [`day_${at}`, numbers(slot(due.day, at))] as const,
  ]);
  const place: Column = { kind: 'doubles', values: unpackColumns(customers).doubles('place') };
  return packColumns({
    customers: { kind: 'bytes', values: customers },
    due: { kind: 'bytes', values: packColumns({ place, ...Object.fromEntries(slots) }) },
    customers_due: counts(due.customersDue),
  });
}

/** `found`: of all partitions, as `packDue` gave it. */
export function joinedSource(
  found: readonly Uint8Array[],
  table: TriedTable,
  scale: number,
): ReplenishmentSource {
  const parts = found.map(unpackColumns);
  const customers = parts.map((part) => unpackColumns(part.bytes('customers')));
  const rows = JoinedRows.byPlace(customers, 'place');
  return {
    selected: selectionOf(rows, customers, scale),
    table,
    due: joinedDue(parts, table.rows.length),
    days: () => joinedDays(rows, scale),
    ids: () => joinedIds(rows),
    firstDays: () => rows.numbers('first_day'),
  };
}

function joinedDue(parts: readonly UnpackedColumns[], products: number): DueProducts {
  const rows = JoinedRows.byPlace(
    parts.map((part) => unpackColumns(part.bytes('due'))),
    'place',
  );
  return {
    row: ofSlots(SLOTS.map((at) => rows.numbers(`row_${at}`))),
    day: ofSlots(SLOTS.map((at) => rows.numbers(`day_${at}`))),
    customersDue: summedDue(
      products,
      parts.map((part) => part.integers('customers_due')),
    ),
  };
}
