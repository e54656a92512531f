// What is gathered of a part's customers for a replenishment report.

import type { ReportSettings } from '../../../contract/settings/settings.ts';
import { listedCustomers } from '../../customer-lists/build-list.ts';
import { hashInto } from '../../customer-lists/customer-ids.ts';
import { type Column, type Counts, heldColumns, type Numbers } from '../../extract/packed-columns.ts';
import type { PartColumns } from '../../partitions/part-columns.ts';
import { customerDays } from '../../prediction/customer-days.ts';
import { type ProductCounts, productSpells } from '../../prediction/replenishment/product-spells.ts';
import { type ProductVisits, productVisits } from '../../prediction/replenishment/product-visits.ts';
import { rfmCustomers } from '../../rfm/customers.ts';
import { idColumns } from '../part-ids.ts';
import type { PartResult } from '../partitioned.ts';
import { customerColumns, placeColumn } from '../rfm/part-figures.ts';
import { dayColumns } from '../rfm/part-histories.ts';

const numbers = (values: Numbers): Column => ({ kind: 'numbers', values });
const counts = (values: Counts): Column => ({ kind: 'counts', values });

/** Lines whose customers the dates of products are tried on; of more, every n-th customer by a hash of the id. */
const MOST_TRIED_LINES = 500_000;

/**
 * Counts of the products, and for the next pass what each customer bought. Rows without the custom field that stands for products
 * are of no product. `leastSpend`: of scope high_value.
 */
export function gatherSpells(
  columns: PartColumns,
  settings: ReportSettings,
  reference: number,
  leastSpend: number | undefined,
): PartResult {
  const selected = rfmCustomers(columns, settings, reference, leastSpend);
  const skips = (line: number): boolean =>
    settings.productLevel !== undefined && columns.lines.isUnderOther(line);
  const { counts: found, spells } = productSpells(columns, selected, reference, skips);
  const visits = productVisits(columns, selected, triedOf(columns), skips);
  const customers = heldColumns({
    ...placeColumn(columns, selected),
    ...idColumns(listedCustomers(columns, selected)),
    ...customerColumns(columns, selected),
    ...dayColumns(customerDays(columns, selected)),
  });
  const { start, product, days, firstDay, lastDay } = spells;
  return {
    found: heldColumns({ ...countColumns(found), ...visitColumns(visits) }),
    kept: heldColumns({
      customers: { kind: 'columns', values: customers },
      products: { kind: 'texts', values: columns.products },
      ...{ start: counts(start), product: counts(product), days: counts(days) },
      first_day: { kind: 'integers', values: firstDay },
      last_day: { kind: 'integers', values: lastDay },
    }),
  };
}

function triedOf({ customers, wholeLines, lineCount }: PartColumns): (customer: number) => boolean {
  const nth = everyNthOf(wholeLines ?? lineCount);
  const lanes = new Uint32Array(2);
  return (customer) => {
    if (nth === 1) return true;
    hashInto(customers[customer] ?? '', lanes, 0);
    return (lanes[0] ?? 0) % nth === 0;
  };
}

/** `lines`: of the whole dataset. */
export function everyNthOf(lines: number): number {
  return Math.max(1, Math.ceil(lines / MOST_TRIED_LINES));
}

function countColumns({
  products,
  product,
  cell,
  value,
  times,
  sums,
}: ProductCounts): Record<string, Column> {
  return {
    products: { kind: 'texts', values: products },
    ...{ product: numbers(product), cell: numbers(cell), value: numbers(value), times: numbers(times) },
    ...{ purchases: numbers(sums.purchases), same_day: numbers(sums.sameDay) },
    ...{ gap_pairs: numbers(sums.gapPairs), gap_squares: numbers(sums.gapSquares) },
  };
}

/** Of the same products as the counts. */
function visitColumns({ start, product, day }: ProductVisits): Record<string, Column> {
  return {
    ...{ visit_start: counts(start), visit_product: counts(product) },
    visit_day: { kind: 'integers', values: day },
  };
}
