// GET /reports/{id}/customers: the customers of a finished report, filtered and ordered, page by page. An addition to
// the contract.
import * as v from 'valibot';
import { pageEnd, pageStart } from '../../list-fields.ts';
import { flagText, repeatable, scoreText, signedText, withOrderedBounds } from '../../query-values.ts';
import { FIGURES_OF_ALL } from '../../report-types/customer-rows.ts';
import { nextProductsFrom } from '../../report-types/next-products.ts';
import {
  CUSTOMER_GROUPS,
  CUSTOMER_ORDERS,
  CUSTOMER_ROWS,
  type CustomerGroup,
  getDefinition,
  type OWN_FIGURES,
  REPORT_TYPES,
} from '../../report-types/report-types.ts';
import { described, optionally } from '../../schema/described.ts';
import { count, oneOf, text, ulid } from '../../schema/fields.ts';
import {
  CUSTOMER_LIST_DEFAULT,
  CUSTOMER_LIST_MAX,
  MAX_ID_LENGTH,
  MAX_PRODUCT_LENGTH,
  MAX_REPEATED_PARAMETER,
  MOST_LINES_WITH_PURCHASES,
} from '../../schema/limits.ts';

const GROUPS = CUSTOMER_GROUPS.join(' or ');

/** Names of groups; a parameter may hold several. */
const names = repeatable(text(100, 1), MAX_REPEATED_PARAMETER);

const SCORES = 5;
const scores = repeatable(scoreText, SCORES);

const bound = (description: string) => optionally(signedText, description);

/** `min_…` and `max_…` of each figure, which `said` describes. */
function boundFields<const F extends string>(
  said: Readonly<Record<F, string>>,
): { readonly [P in `${'min' | 'max'}_${F}`]: ReturnType<typeof bound> };
function boundFields(said: Readonly<Record<string, string>>) {
  return Object.fromEntries(
    Object.entries(said).flatMap(([figure, what]) => [
      [`min_${figure}`, bound(`Lowest ${what}, inclusive.`)] as const,
      [`max_${figure}`, bound(`Highest ${what}, inclusive.`)] as const,
    ]),
  );
}

const groupFilter = (description: string, example: string) =>
  described(names, description, { examples: [[example]] });

/** Groups of a type's customers, in this report and in the one compared with. */
function groupFilters(): Readonly<
  Record<CustomerGroup | `previous_${CustomerGroup}`, ReturnType<typeof groupFilter>>
>;
function groupFilters() {
  return Object.fromEntries(
    REPORT_TYPES.flatMap((type) => {
      const { customers } = getDefinition(type);
      if (customers === undefined) return [];
      const { group, groupExample } = customers;
      const now = `${type}: only customers of this ${group}. May be repeated: of any of them.`;
      const before = `${type}: only customers who were in this ${group} in the report compared with. May be repeated: in any of them.`;
      return [
        [group, groupFilter(now, groupExample)] as const,
        [`previous_${group}`, groupFilter(before, groupExample)] as const,
      ];
    }),
  );
}

/** Figures of one type, with its name. */
function describeOwnFigures(): Readonly<Record<keyof typeof OWN_FIGURES, string>>;
function describeOwnFigures() {
  return Object.fromEntries(
    REPORT_TYPES.flatMap((type) =>
      Object.entries(getDefinition(type).customers?.figures ?? {}).map(([figure, what]): [string, string] => [
        figure,
        `${type}: ${what}`,
      ]),
    ),
  );
}

export const listCustomersPath = v.object({ id: ulid('The report_id from `POST /reports`.') });

export const listCustomersQuery = withOrderedBounds(
  v.object({
    ...groupFilters(),
    r_score: described(scores, 'RFM: only customers with this R, 1 to 5. May be repeated: with any of them.'),
    fm_score: described(
      scores,
      'RFM: only customers with this FM, 1 to 5: half of F + M, rounded up. With `r_score`, the customers of a cell of `score_grid`. May be repeated: with any of them.',
    ),
    moved: optionally(
      flagText,
      `true: only customers whose ${GROUPS} differs from that in the report compared with.`,
    ),
    joined: optionally(flagText, 'true: only customers who are not in the report compared with.'),
    left: v.optional(
      described(
        flagText,
        'true: instead of the customers of the report, those who are only in the report compared with, with their figures and `previous_segment` in it.',
      ),
      'false',
    ),
    customer_id: optionally(
      text(MAX_ID_LENGTH, 1),
      'Only this customer; with identity rules, the person who has this id.',
      { examples: ['c1'] },
    ),
    search: optionally(
      text(MAX_ID_LENGTH, 1),
      'Only customers whose id contains this text, in upper or lower case.',
      {
        examples: ['@example.com'],
      },
    ),
    product: described(
      repeatable(text(MAX_PRODUCT_LENGTH, 1), MAX_REPEATED_PARAMETER),
      `Only customers who bought this product in the orders that the report looks at, as the report names products. May be repeated: one of them. Reports of more than ${MOST_LINES_WITH_PURCHASES / 1e6} million line items do not keep it: request one with the product in its filters.`,
      { examples: [['Earl Grey']] },
    ),
    ...boundFields(FIGURES_OF_ALL),
    ...boundFields(describeOwnFigures()),
    order_by: v.optional(
      described(
        oneOf(CUSTOMER_ORDERS),
        'The figure to order by. Customers with equal figures are in an order that stays the same; those without the figure come last.',
      ),
      'monetary',
    ),
    order: v.optional(described(oneOf(['asc', 'desc']), 'Lowest or highest first.'), 'desc'),
    ...pageStart('customers', CUSTOMER_LIST_DEFAULT, CUSTOMER_LIST_MAX),
  }),
);
export type ListCustomersQuery = v.InferOutput<typeof listCustomersQuery>;

const personIds = v.object({
  customer_id: described(v.string(), 'The id of the person in `customers`.', { examples: ['17'] }),
  other_ids: described(v.array(v.string()), 'Their other ids.', { examples: [['ann@example.com']] }),
});
export type PersonIds = v.InferOutput<typeof personIds>;

export const listCustomersResponse = v.object({
  compared_with: described(
    v.nullable(v.string()),
    'Id of the report that `previous_…`, `moved`, `joined` and `left` refer to: `compared_with` of its changes. Null if there is none, or if it has no list of customers.',
    { examples: ['01M7YN9QHZYR8GXB77DH0YCNR5'] },
  ),
  customers_matched: described(count, 'Customers that match, on all pages.'),
  customers: described(
    v.array(v.union(CUSTOMER_ROWS.map(({ component: [schema] }) => schema))),
    `In the requested order. The customers of a ${GROUPS} are as many as the report says, without those who have been erased since.`,
  ),
  persons: optionally(
    v.array(personIds),
    'Customers of this page who have several ids by the identity rules of the report. Missing if nobody has.',
  ),
  next_products_from: nextProductsFrom,
  ...pageEnd,
});
