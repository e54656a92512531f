// Merges the figures gathered of each part's customers into the source of a replenishment report.

import { PRODUCT_RULES } from '../../../contract/report-types/replenishment/limits.ts';
import type { CustomerIds } from '../../customer-lists/customer-ids.ts';
import { holdColumns, type UnpackedColumns } from '../../extract/packed-columns.ts';
import { JoinedRows } from '../../partitions/joined-rows.ts';
import type { CustomerDays } from '../../prediction/customer-days.ts';
import {
  type DueProducts,
  findDueProducts,
  MOST_DUE,
  sumDue,
} from '../../prediction/replenishment/due-products.ts';
import { type ProductBacktest, testProductRules } from '../../prediction/replenishment/product-backtest.ts';
import { type CustomerSpells, joinCounts } from '../../prediction/replenishment/product-spells.ts';
import { createProductTable, type ProductTable } from '../../prediction/replenishment/product-table.ts';
import type { RfmSelection } from '../../rfm/customers.ts';
import { joinIds } from '../part-ids.ts';
import { joinSelection } from '../rfm/joined-source.ts';
import { joinDays } from '../rfm/part-histories.ts';
import { computeEveryNthByLines } from './gather.ts';

export interface TriedTable extends ProductTable {
  /** Null if too few dates lie in the past. */
  readonly backtest: ProductBacktest | null;
}

/** Figures per customer are indexed as `selected`. */
export interface ReplenishmentSource {
  readonly selected: RfmSelection;
  readonly table: TriedTable;
  readonly due: DueProducts;
  days(): CustomerDays;
  ids(): CustomerIds;
  /** Day of the first purchase. */
  firstDays(): Float64Array;
}

/** `lines`: number of lines of the whole dataset. */
export function mergeTable(found: readonly UnpackedColumns[], reference: number, lines: number): TriedTable {
  const visits = found.map((part) => ({
    products: part.texts('products'),
    start: part.numbers('visit_start'),
    product: part.numbers('visit_product'),
    day: part.numbers('visit_day'),
  }));
  const table = createProductTable(
    joinCounts(
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
  return { ...table, backtest: testProductRules(visits, reference, computeEveryNthByLines(lines)) };
}

/** Stored as JSON, which keeps every double. */
export function packTable(table: TriedTable): UnpackedColumns {
  return holdColumns({ table: [JSON.stringify(table)] });
}

export function readTable(columns: UnpackedColumns): TriedTable {
  const table: TriedTable = JSON.parse(columns.texts('table')[0] ?? '');
  return table;
}

/** Packs the customers with the products that they are due to buy. `kept`: the result of `gatherSpells`. */
export function packDue(kept: UnpackedColumns, table: TriedTable, reference: number): UnpackedColumns {
  const spells: CustomerSpells<ArrayLike<number>, ArrayLike<number>> = {
    ...{ start: kept.integers('start'), product: kept.integers('product'), days: kept.integers('days') },
    ...{ firstDay: kept.integers('first_day'), lastDay: kept.integers('last_day') },
  };
  const rowOf = findRows(kept.texts('products'), table);
  const due = findDueProducts(
    spells,
    table.rows,
    rowOf,
    reference,
    table.backtest?.dates_by ?? PRODUCT_RULES[0],
  );
  const customers = kept.columns('customers');
  return holdColumns({
    customers,
    due_row: due.row,
    due_day: due.day,
    customers_due: due.customersDue,
  });
}

/** Per product, its row of the table, or -1. */
function findRows(products: readonly string[], { rows }: Pick<ProductTable, 'rows'>): Int32Array {
  const rowOf = new Map(rows.map(({ product }, row) => [product, row]));
  return Int32Array.from(products, (product) => rowOf.get(product) ?? -1);
}

/** `parts`: the results of `packDue`. */
export function mergeCustomers(
  parts: readonly UnpackedColumns[],
  table: TriedTable,
  scale: number,
): ReplenishmentSource {
  const customers = parts.map((part) => part.columns('customers'));
  const rows = JoinedRows.byPlace(customers, 'place');
  return {
    selected: joinSelection(rows, customers, scale),
    table,
    due: {
      row: rows.of(parts).numbers('due_row', MOST_DUE),
      day: rows.of(parts).numbers('due_day', MOST_DUE),
      customersDue: sumDue(
        table.rows.length,
        parts.map((part) => part.integers('customers_due')),
      ),
    },
    days: () => joinDays(rows, scale),
    ids: () => joinIds(rows),
    firstDays: () => rows.numbers('first_day'),
  };
}
