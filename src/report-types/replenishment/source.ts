// What a replenishment report is made of: gathered from orders, or joined from what partitions of the customers found. The
// report itself is made in one way.

import { purchaseDays } from '../../core/cohorts/purchase-days.ts';
import type { CustomerIds } from '../../core/customer-lists/customer-ids.ts';
import { listedCustomers } from '../../core/customer-lists/listed-customers.ts';
import type { OrderColumns } from '../../core/orders/columns.ts';
import { type CustomerDays, customerDays } from '../../core/prediction/customer-days.ts';
import { type DueProducts, dueProducts } from '../../core/prediction/replenishment/due-products.ts';
import { productSpells } from '../../core/prediction/replenishment/product-spells.ts';
import { type ProductTable, productTable } from '../../core/prediction/replenishment/product-table.ts';
import { type RfmCustomers, type RfmSelection, rfmCustomers } from '../../core/rfm/customers.ts';
import type { ReportSettings } from '../../core/settings/settings.ts';

/** All that is per customer is indexed as `selected`. */
export interface ReplenishmentSource {
  readonly selected: RfmSelection;
  readonly table: ProductTable;
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
  const { counts, spells } = spellsOf(columns, selected, settings, reference);
  const table = productTable(counts);
  return {
    selected,
    table,
    due: dueProducts(spells, table.rows, rowsOf(columns.products, table), reference),
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
  return productSpells(columns, selected, reference, skips);
}

/** Per product its row of the table, or -1. */
export function rowsOf(products: readonly string[], { rows }: Pick<ProductTable, 'rows'>): Int32Array {
  const rowOf = new Map(rows.map(({ product }, row) => [product, row]));
  return Int32Array.from(products, (product) => rowOf.get(product) ?? -1);
}
