// What a replenishment report is made of: merged from what was gathered of each part's customers.
import type { CustomerIds } from '../../core/customer-lists/customer-ids.ts';
import {
  type Column,
  packColumns,
  type UnpackedColumns,
  unpackColumns,
} from '../../core/extract/packed-columns.ts';
import { JoinedRows } from '../../core/partitions/joined-rows.ts';
import type { CustomerDays } from '../../core/prediction/customer-days.ts';
import {
  type DueProducts,
  dueProducts,
  MOST_DUE,
  ofSlots,
  PRODUCT_RULES,
  slot,
  summedDue,
} from '../../core/prediction/replenishment/due-products.ts';
import {
  type ProductBacktest,
  productBacktest,
} from '../../core/prediction/replenishment/product-backtest.ts';
import { type CustomerSpells, joinedCounts } from '../../core/prediction/replenishment/product-spells.ts';
import { type ProductTable, productTable } from '../../core/prediction/replenishment/product-table.ts';
import type { RfmSelection } from '../../core/rfm/customers.ts';
import { joinedIds } from '../part-ids.ts';
import { selectionOf } from '../rfm/joined-source.ts';
import { joinedDays } from '../rfm/part-histories.ts';
import { everyNthOf } from './gather.ts';

const numbers = (values: Float64Array): Column => ({ kind: 'numbers', values });
const counts = (values: Uint32Array): Column => ({ kind: 'counts', values });
const SLOTS = Array.from({ length: MOST_DUE }, (_, at) => at);

export interface TriedTable extends ProductTable {
  /** Null where too few dates lie in the past. */
  readonly backtest: ProductBacktest | null;
}

/** All that is per customer is indexed as `selected`. */
export interface ReplenishmentSource {
  readonly selected: RfmSelection;
  readonly table: TriedTable;
  readonly due: DueProducts;
  days(): CustomerDays;
  ids(): CustomerIds;
  /** Day of the first purchase. */
  firstDays(): Float64Array;
}

/** `lines`: of the whole dataset. */
export function mergeTable(found: readonly UnpackedColumns[], reference: number, lines: number): TriedTable {
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

/** Of the customers, with the products that they are due to buy. `kept`: of `gatherSpells`. */
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
  const due = dueProducts(spells, table.rows, rowOf, reference, table.backtest?.dates_by ?? PRODUCT_RULES[0]);
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

/** Per product its row of the table, or -1. */
function rowsOf(products: readonly string[], { rows }: Pick<ProductTable, 'rows'>): Int32Array {
  const rowOf = new Map(rows.map(({ product }, row) => [product, row]));
  return Int32Array.from(products, (product) => rowOf.get(product) ?? -1);
}

/** `found`: of all parts, as `packDue` gave it. */
export function mergeCustomers(
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
