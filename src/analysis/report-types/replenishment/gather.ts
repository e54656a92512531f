// Gathers the figures of a part's customers for a replenishment report.

import type { ReportSettings } from '../../../contract/settings/settings.ts';
import { createListedCustomers } from '../../customer-lists/build-list.ts';
import { hashInto } from '../../customer-lists/customer-ids.ts';
import { holdColumns, type PackedColumn } from '../../extract/packed-columns.ts';
import type { PartColumns } from '../../partitions/part-columns.ts';
import { createCustomerDays } from '../../prediction/customer-days.ts';
import { findProductSpells, type ProductCounts } from '../../prediction/replenishment/product-spells.ts';
import { findProductVisits, type ProductVisits } from '../../prediction/replenishment/product-visits.ts';
import type { ServedModel } from '../../recommendations/served-model.ts';
import { selectRfmCustomers } from '../../rfm/customers.ts';
import { packIds } from '../part-ids.ts';
import type { PartResult } from '../partitioned.ts';
import { packCustomers, packPlaces } from '../rfm/part-figures.ts';
import { packDays } from '../rfm/part-histories.ts';

/** Most lines of customers on whom dates of products are tried; of more, every n-th customer by a hash of the id. */
const MOST_TRIED_LINES = 500_000;

/**
 * Counts the products and, for the next pass, the purchases of each customer. Rows without the custom field that stands
 * for products are skipped. `leastSpend`: threshold of scope high_value.
 */
export function gatherSpells(
  columns: PartColumns,
  settings: ReportSettings,
  reference: number,
  { leastSpend, model }: { readonly leastSpend: number | undefined; readonly model: ServedModel | undefined },
): PartResult {
  const selected = selectRfmCustomers(columns, settings, reference, leastSpend);
  const shouldSkip = (line: number): boolean =>
    settings.productLevel !== undefined && columns.lines.isUnderOther(line);
  const { counts: found, spells } = findProductSpells(columns, selected, reference, shouldSkip);
  const visits = findProductVisits(columns, selected, createTriedTest(columns), shouldSkip);
  const customers = holdColumns({
    ...packPlaces(columns, selected),
    ...packIds(createListedCustomers(columns, selected, model)),
    ...packCustomers(columns, selected),
    ...packDays(createCustomerDays(columns, selected)),
  });
  const { start, product, days, firstDay, lastDay } = spells;
  return {
    found: holdColumns({ ...countColumns(found), ...packVisits(visits) }),
    kept: holdColumns({
      customers,
      products: columns.products,
      ...{ start: start, product: product, days: days },
      first_day: firstDay,
      last_day: lastDay,
    }),
  };
}

function createTriedTest({ customers, wholeLines, lineCount }: PartColumns): (customer: number) => boolean {
  const nth = computeEveryNthByLines(wholeLines ?? lineCount);
  const lanes = new Uint32Array(2);
  return (customer) => {
    if (nth === 1) return true;
    hashInto(customers[customer] ?? '', lanes, 0);
    return (lanes[0] ?? 0) % nth === 0;
  };
}

/** `lines`: number of lines of the whole dataset. */
export function computeEveryNthByLines(lines: number): number {
  return Math.max(1, Math.ceil(lines / MOST_TRIED_LINES));
}

function countColumns({
  products,
  product,
  cell,
  value,
  times,
  sums,
}: ProductCounts): Record<string, PackedColumn> {
  return {
    products,
    ...{ product: product, cell: cell, value: value, times: times },
    ...{ purchases: sums.purchases, same_day: sums.sameDay },
    ...{ gap_pairs: sums.gapPairs, gap_squares: sums.gapSquares },
  };
}

/** Columns of visits, with the same products as the counts. */
function packVisits({ start, product, day }: ProductVisits): Record<string, PackedColumn> {
  return {
    ...{ visit_start: start, visit_product: product },
    visit_day: day,
  };
}
