// What a replenishment report is made of: gathered from orders, or joined from what partitions of the customers found. The
// report itself is made in one way.

import { purchaseDays } from '../../core/cohorts/purchase-days.ts';
import { hashInto } from '../../core/customer-lists/customer-hash.ts';
import type { CustomerIds } from '../../core/customer-lists/customer-ids.ts';
import { listedCustomers } from '../../core/customer-lists/listed-customers.ts';
import type { OrderColumns } from '../../core/orders/columns.ts';
import { type CustomerDays, customerDays } from '../../core/prediction/customer-days.ts';
import {
  type DueProducts,
  dueProducts,
  PRODUCT_RULES,
} from '../../core/prediction/replenishment/due-products.ts';
import {
  type ProductBacktest,
  productBacktest,
} from '../../core/prediction/replenishment/product-backtest.ts';
import { productSpells } from '../../core/prediction/replenishment/product-spells.ts';
import { type ProductTable, productTable } from '../../core/prediction/replenishment/product-table.ts';
import { productVisits } from '../../core/prediction/replenishment/product-visits.ts';
import { type RfmCustomers, type RfmSelection, rfmCustomers } from '../../core/rfm/customers.ts';
import type { ReportSettings } from '../../core/settings/settings.ts';

/** Lines whose customers the dates of products are tried on; of more, every n-th customer by a hash of the id. */
const MOST_TRIED_LINES = 500_000;

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

export function sourceOfOrders(
  columns: OrderColumns,
  settings: ReportSettings,
  reference: number,
): ReplenishmentSource {
  const selected = rfmCustomers(columns, settings, reference);
  const { counts, spells, visits } = spellsOf(columns, selected, settings, reference);
  const backtest = productBacktest([visits], reference, everyNthOf(linesOf(columns)));
  const table = { ...productTable(counts), backtest };
  return {
    selected,
    table,
    due: dueProducts(spells, table.rows, rowsOf(columns.products, table), reference, ruleOf(table)),
    days: () => customerDays(columns, selected),
    ids: () => listedCustomers(columns, selected),
    firstDays: () => purchaseDays(columns, selected).first,
  };
}

/** Rows without the custom field that stands for products are of no product. */
export function spellsOf(
  columns: OrderColumns,
  selected: RfmCustomers,
  { productLevel }: ReportSettings,
  reference: number,
) {
  const skips = (line: number): boolean => productLevel !== undefined && columns.lines.isUnderOther(line);
  const nth = everyNthOf(linesOf(columns));
  const lanes = new Uint32Array(2);
  const isTried = (customer: number): boolean => {
    if (nth === 1) return true;
    hashInto(columns.customers[customer] ?? '', lanes, 0);
    return (lanes[0] ?? 0) % nth === 0;
  };
  return {
    ...productSpells(columns, selected, reference, skips),
    visits: productVisits(columns, selected, isTried, skips),
  };
}

/** `lines`: of the whole dataset. */
export function everyNthOf(lines: number): number {
  return Math.max(1, Math.ceil(lines / MOST_TRIED_LINES));
}

function linesOf({ wholeLines, lineCount }: OrderColumns): number {
  return wholeLines ?? lineCount;
}

/** That dates of products follow. */
export function ruleOf({ backtest }: Pick<TriedTable, 'backtest'>) {
  return backtest?.dates_by ?? PRODUCT_RULES[0];
}

/** Per product its row of the table, or -1. */
export function rowsOf(products: readonly string[], { rows }: Pick<ProductTable, 'rows'>): Int32Array {
  const rowOf = new Map(rows.map(({ product }, row) => [product, row]));
  return Int32Array.from(products, (product) => rowOf.get(product) ?? -1);
}
