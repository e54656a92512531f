// What the customers of a report buy next: the parameter that requests it, and the members of a row that show it. All
// types with a list of customers have it.
import * as v from 'valibot';
import {
  type CustomerList,
  getNextAt,
  HISTORY_BASES,
  MOST_NEXT,
  type NextProducts,
} from '../customer-lists/columns.ts';
import { optionally } from '../schema/described.ts';
import { oneOf, orNull } from '../schema/fields.ts';
import { MOST_PAST_ORDERS } from '../schema/limits.ts';
import type { ReportSettings } from '../settings/settings.ts';
import type { TableColumn } from './table.ts';

/** Most products of the recommendations: their scores take about 120 MB. */
export const MOST_SERVED_PRODUCTS = 100_000;

export const nextProductsParams = {
  next_products: orNull(
    v.boolean('expected true or false'),
    `true: for each customer, up to ${MOST_NEXT} products that they buy again and up to ${MOST_NEXT} new ones, as \`next_again\` and \`next_new\` in the list of customers, from the recommendations that are served when the report is requested. Needs whole histories: not with \`filters.conditions\`, \`filters.dateRange.start\` or \`customer_scope\`. Without recommendations, the report's notes state why there are none. Default: false.`,
  ),
};

/** The first setting that cuts histories, in a request for next products; undefined without one. */
export function findCutHistories({
  nextProducts,
  conditions,
  dateRange,
  customerScope,
}: ReportSettings): string | undefined {
  if (nextProducts !== true) return undefined;
  if (conditions.length > 0) return 'filters.conditions';
  if (dateRange?.start !== undefined) return 'filters.dateRange.start';
  return customerScope === 'all' ? undefined : 'params.customer_scope';
}

const names = v.nullable(v.array(v.string()));

/** Members of a row, in a list with next products. */
export const nextProductFields = {
  next_basis: optionally(
    v.nullable(oneOf(HISTORY_BASES)),
    `What \`next_again\` and \`next_new\` were computed from: all_orders of the customer, latest_orders (the latest ${MOST_PAST_ORDERS}), or best_sellers if they have no order with a product of the recommendations. Null for a customer who has left. Missing, as both, if the report was not requested with \`next_products\` or has none.`,
  ),
  next_again: optionally(
    names,
    `Up to ${MOST_NEXT} products that they have bought and buy again, the most likely first.`,
    { examples: [['Earl Grey']] },
  ),
  next_new: optionally(
    names,
    `Up to ${MOST_NEXT} products that they have not bought, the most likely first.`,
    { examples: [['Tea Strainer']] },
  ),
};

export const NEXT_COLUMNS: readonly TableColumn[] = [
  { name: 'next_basis', type: 'text' },
  { name: 'next_again', type: 'texts' },
  { name: 'next_new', type: 'texts' },
];

/** Empty for a list without next products. */
export function readNextFields(list: CustomerList, row: number) {
  if (list.head.next === undefined) return {};
  return toNextFields(getNextAt(list, row)) ?? { next_basis: null, next_again: null, next_new: null };
}

export function toNextFields(next: NextProducts | undefined) {
  return next && { next_basis: next.basis, next_again: [...next.again], next_new: [...next.fresh] };
}

/** The report whose recommendations they come from. */
export const nextProductsFrom = optionally(
  v.string(),
  'Id of the report whose recommendations `next_again` and `next_new` come from. Missing in a list without them.',
  { examples: ['01M7YSS0RX071BHY57DAW1YJTP'] },
);
