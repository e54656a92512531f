// What an RFM report is made of: gathered from orders, or joined from what partitions of the customers found. The report
// itself is made in one way.
import { purchaseDays } from '../../core/cohorts/purchase-days.ts';
import { listedCustomers } from '../../core/customer-lists/build-list.ts';
import type { CustomerIds } from '../../core/customer-lists/customer-ids.ts';
import type { Numbers } from '../../core/extract/packed-columns.ts';
import type { OrderColumns } from '../../core/orders/columns.ts';
import { customerDays } from '../../core/prediction/customer-days.ts';
import { type Histories, historiesOf } from '../../core/prediction/histories.ts';
import { eachBought } from '../../core/rfm/customer-products.ts';
import { type CustomerScores, scoreCustomers } from '../../core/rfm/customer-scores.ts';
import { type RfmSelection, rfmCustomers } from '../../core/rfm/customers.ts';
import { type DayGaps, dayGaps } from '../../core/rfm/day-gaps.ts';
import { SEGMENT_NAMES } from '../../core/rfm/segments.ts';
import { type ProductSums, productSums } from '../../core/rfm/top-products.ts';
import type { ReportSettings } from '../../core/settings/settings.ts';

/** What takes long is computed when it is asked for, once: it is not held here as well. All that is per customer is indexed as `selected`. */
export interface RfmSource {
  readonly selected: RfmSelection;
  scores(): CustomerScores;
  /** Only where the report looks at whole histories. */
  histories(): Histories;
  gaps(): DayGaps;
  products(scores: CustomerScores): ProductSums;
  ids(): CustomerIds;
  /** Day of the first purchase that the report looks at. */
  firstDays(): Numbers;
}

export function sourceOfOrders(
  columns: OrderColumns,
  settings: ReportSettings,
  reference: number,
): RfmSource {
  const selected = rfmCustomers(columns, settings, reference);
  return {
    selected,
    scores: () => scoreCustomers(selected),
    histories: () => historiesOf(customerDays(columns, selected), reference),
    gaps: () => dayGaps(columns, selected),
    products: (scores) =>
      productSums(
        {
          products: columns.products,
          scores,
          monetary: selected.monetary,
          segments: SEGMENT_NAMES.length,
          scale: columns.lines.scale,
        },
        (visit) => eachBought(columns, selected, visit),
      ),
    ids: () => listedCustomers(columns, selected),
    firstDays: () => purchaseDays(columns, selected).first,
  };
}
