// Converts a query for customers to a filter of their list, for the type of report.

import {
  type CustomerFilter,
  filterRows,
  hasPurchases,
  type Range,
} from '../../../analysis/customer-lists/list-page.ts';
import type { CustomerList } from '../../../contract/customer-lists/columns.ts';
import { InvalidRequestError } from '../../../contract/errors/errors.ts';
import type { CustomerRows } from '../../../contract/report-types/customer-rows.ts';
import {
  CUSTOMER_GROUPS,
  type CustomerGroup,
  OWN_FIGURES,
  RANGED_FIGURES,
  type RangedFigure,
} from '../../../contract/report-types/report-types.ts';
import type { ListCustomersQuery } from '../../../contract/resources/reports/report-customers.ts';
import { MOST_LINES_WITH_PURCHASES } from '../../../contract/schema/limits.ts';

/** Throws InvalidRequestError for a figure, a score, a segment or a cohort that reports of this type do not have. */
export function toCustomerFilter(rows: CustomerRows, query: ListCustomersQuery): CustomerFilter {
  if (!hasFigure(rows, query.order_by)) throw createNoSuchError('order_by', rows, query.order_by);
  let groups: ReadonlySet<string> | undefined;
  let previousGroups: ReadonlySet<string> | undefined;
  for (const group of CUSTOMER_GROUPS) {
    if (group === rows.group) {
      groups = pickNames(rows, query, group);
      previousGroups = pickNames(rows, query, `previous_${group}`);
      continue;
    }
    for (const param of [group, `previous_${group}`] as const) {
      if (query[param] !== undefined) throw createNoSuchError(param, rows, `${group}s`);
    }
  }
  return {
    ranges: RANGED_FIGURES.flatMap((figure) => listRanges(rows, query, figure)),
    groups,
    previousGroups,
    scores: createScoreTest(rows, query),
    moved: query.moved,
    joined: query.joined,
    left: query.left,
    customer: query.customer_id,
    search: query.search,
    products: query.product && new Set(query.product),
  };
}

/** Like `filterRows`. Throws InvalidRequestError for a product if the list does not record purchases. */
export function findMatchingRows(
  list: CustomerList,
  filter: CustomerFilter,
  hidden: Uint32Array,
): Uint32Array {
  if (filter.products === undefined || hasPurchases(list, filter)) return filterRows(list, filter, hidden);
  throw new InvalidRequestError(
    'product',
    `this report does not keep what its customers bought, as those of more than ${MOST_LINES_WITH_PURCHASES / 1e6} million line items. Request a report with the product in its filters.`,
  );
}

function listRanges(rows: CustomerRows, query: ListCustomersQuery, figure: RangedFigure): Range[] {
  const { [`min_${figure}` as const]: min, [`max_${figure}` as const]: max } = query;
  if (min === undefined && max === undefined) return [];
  if (!hasFigure(rows, figure))
    throw createNoSuchError(min === undefined ? `max_${figure}` : `min_${figure}`, rows, figure);
  if (min !== undefined && max !== undefined && max < min)
    throw new InvalidRequestError(`max_${figure}`, `expected at least min_${figure}`);
  return [{ column: figure, min: min ?? Number.NEGATIVE_INFINITY, max: max ?? Number.POSITIVE_INFINITY }];
}

function createScoreTest(
  rows: CustomerRows,
  { r_score, fm_score }: ListCustomersQuery,
): CustomerFilter['scores'] {
  if (r_score === undefined && fm_score === undefined) return undefined;
  const { fmScore } = rows;
  if (fmScore === undefined)
    throw createNoSuchError(r_score === undefined ? 'fm_score' : 'r_score', rows, 'scores');
  return (r, f, m) =>
    (r_score === undefined || r_score.includes(r)) &&
    (fm_score === undefined || fm_score.includes(fmScore(f, m)));
}

function hasFigure({ figures }: CustomerRows, figure: string): boolean {
  return !(figure in OWN_FIGURES) || figure in figures;
}

function pickNames(
  { groupNames }: CustomerRows,
  query: ListCustomersQuery,
  param: CustomerGroup | `previous_${CustomerGroup}`,
): ReadonlySet<string> | undefined {
  const names = query[param];
  if (names === undefined) return undefined;
  const unknown = groupNames && names.find((name) => !groupNames.includes(name));
  if (unknown !== undefined)
    throw new InvalidRequestError(
      param,
      `expected ${groupNames?.join(', ')}, got ${JSON.stringify(unknown)}`,
    );
  return new Set(names);
}

function createNoSuchError(param: string, { group }: CustomerRows, what: string): InvalidRequestError {
  return new InvalidRequestError(param, `reports of ${group}s have no ${what}`);
}
