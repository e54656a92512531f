// Creates the list of a replenishment report's customers. Products are names among the list's groups, after the stages.

import { DUE_STAGES, PRODUCT_MARK } from '../../../contract/report-types/replenishment/limits.ts';
import type { Listed } from '../../customer-lists/build-list.ts';
import type { CustomerIds } from '../../customer-lists/customer-ids.ts';
import type { DueFigures } from '../../prediction/replenishment/due-customers.ts';
import { type DueProducts, getSlot } from '../../prediction/replenishment/due-products.ts';
import type { ProductRow } from '../../prediction/replenishment/product-table.ts';
import type { RfmFigures } from '../../rfm/customers.ts';

interface DueList {
  readonly ids: CustomerIds;
  readonly selected: RfmFigures;
  readonly firstDays: Float64Array;
  readonly products: readonly ProductRow[];
  readonly due: DueProducts;
}

/** `figures`: undefined without due dates. */
export function createReplenishmentList(
  { ids, selected, firstDays, products, due }: DueList,
  figures: DueFigures | undefined,
  reference: number,
): Listed {
  const { count, recency, frequency, monetary } = selected;
  const names = products.map(({ product }) => PRODUCT_MARK + product);
  const group = (at: number) => getSlot(due.row, at).map((row) => DUE_STAGES.length + row);
  return {
    reportType: 'REPLENISHMENT',
    ids,
    groups: [...DUE_STAGES, ...names],
    figures: {
      group: figures?.stage ?? new Uint8Array(count).fill(DUE_STAGES.indexOf('too_few_orders')),
      recency,
      frequency,
      monetary,
      first_purchase: firstDays,
      last_purchase: (customer) => reference - (recency[customer] ?? Number.NaN),
      ...(figures && {
        priority: figures.priority,
        days_until_due: figures.daysUntilDue,
        window_from: figures.windowFrom,
        window_to: figures.windowTo,
        overdue_ratio: figures.overdueRatio,
        probability_in_30_days: figures.probability,
      }),
      product_1: group(0),
      product_1_due_on: getSlot(due.day, 0),
      product_2: group(1),
      product_2_due_on: getSlot(due.day, 1),
      product_3: group(2),
      product_3_due_on: getSlot(due.day, 2),
    },
  };
}
