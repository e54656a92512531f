// GET /reports/{id}/customers: the customers of a finished report, filtered and ordered, page by page. An addition to the
// contract.
import * as v from 'valibot';
import { DAYS_OF_ALL, FIGURES_OF_ALL, OWN_FIGURES } from '../../report-types/customer-rows.ts';
import { CUSTOMER_ROWS } from '../../report-types/report-types.ts';
import { described } from '../../schema/described.ts';
import { count, oneOf, text, ulid } from '../../schema/fields.ts';
import { CUSTOMER_LIST_DEFAULT, CUSTOMER_LIST_MAX, MAX_REPEATED_PARAMETER } from '../../schema/limits.ts';
import { listCursor, listLimit, nextCursor } from '../list-fields.ts';
import { flagText, repeatable, scoreText, signedText, withOrderedBounds } from '../query-values.ts';

/** Filtered by range. */
export const RANGED_FIGURES = [...FIGURES_OF_ALL, ...OWN_FIGURES] as const;
export type RangedFigure = (typeof RANGED_FIGURES)[number];
export const CUSTOMER_ORDERS = [...FIGURES_OF_ALL, ...DAYS_OF_ALL, ...OWN_FIGURES] as const;

/** A segment or cohort; a parameter may name several. */
const names = repeatable(text(100, 1), MAX_REPEATED_PARAMETER);

const SCORES = 5;
const scores = repeatable(scoreText, SCORES);

const bound = (description: string) => v.optional(described(signedText, description));
const OF: Readonly<Record<RangedFigure, string>> = {
  recency: 'days since the last purchase',
  frequency: 'purchases',
  monetary: 'spend, net of returns,',
  probability_alive: 'RFM: probability of not having left for good',
  expected_orders_90d: 'RFM: orders expected in 90 days',
  expected_value_90d: 'RFM: spend expected in 90 days',
  days_to_second_order: 'COHORT: days from the first purchase to the second',
};
const least = (figure: RangedFigure) => bound(`Lowest ${OF[figure]}, inclusive.`);
const most = (figure: RangedFigure) => bound(`Highest ${OF[figure]}, inclusive.`);

export const listCustomersPath = v.object({ id: ulid('The report_id from `POST /reports`.') });

export const listCustomersQuery = withOrderedBounds(
  v.object({
    segment: described(names, 'RFM: only customers of this segment. May be repeated: of any of them.', {
      examples: [['At Risk']],
    }),
    previous_segment: described(
      names,
      'RFM: only customers who were in this segment in the report compared with. May be repeated: in any of them.',
      { examples: [['Champions']] },
    ),
    r_score: described(scores, 'RFM: only customers with this R, 1 to 5. May be repeated: with any of them.'),
    fm_score: described(
      scores,
      'RFM: only customers with this FM, 1 to 5: half of F + M, rounded up. With `r_score`, the customers of a cell of `score_grid`. May be repeated: with any of them.',
    ),
    cohort: described(names, 'COHORT: only customers of this cohort. May be repeated: of any of them.', {
      examples: [['2026-01']],
    }),
    previous_cohort: described(
      names,
      'COHORT: only customers who were in this cohort in the report compared with. May be repeated: in any of them.',
      { examples: [['2026-01']] },
    ),
    moved: v.optional(
      described(
        flagText,
        'true: only customers whose segment or cohort differs from that in the report compared with.',
      ),
    ),
    joined: v.optional(described(flagText, 'true: only customers who are not in the report compared with.')),
    left: v.optional(
      described(
        flagText,
        'true: instead of the customers of the report, those who are only in the report compared with, with their figures and `previous_segment` in it.',
      ),
      'false',
    ),
    min_recency: least('recency'),
    max_recency: most('recency'),
    min_frequency: least('frequency'),
    max_frequency: most('frequency'),
    min_monetary: least('monetary'),
    max_monetary: most('monetary'),
    min_probability_alive: least('probability_alive'),
    max_probability_alive: most('probability_alive'),
    min_expected_orders_90d: least('expected_orders_90d'),
    max_expected_orders_90d: most('expected_orders_90d'),
    min_expected_value_90d: least('expected_value_90d'),
    max_expected_value_90d: most('expected_value_90d'),
    min_days_to_second_order: least('days_to_second_order'),
    max_days_to_second_order: most('days_to_second_order'),
    order_by: v.optional(
      described(
        oneOf(CUSTOMER_ORDERS),
        'The figure to order by. Customers with equal figures are in an order that stays the same; those without the figure come last.',
      ),
      'monetary',
    ),
    order: v.optional(described(oneOf(['asc', 'desc']), 'Lowest or highest first.'), 'desc'),
    limit: v.optional(
      described(
        listLimit(CUSTOMER_LIST_MAX),
        `Maximum number of customers in the list, 1 to ${CUSTOMER_LIST_MAX}.`,
      ),
      String(CUSTOMER_LIST_DEFAULT),
    ),
    cursor: v.optional(listCursor),
  }),
);
export type ListCustomersQuery = v.InferOutput<typeof listCustomersQuery>;

export const listCustomersResponse = v.object({
  compared_with: described(
    v.nullable(v.string()),
    'Id of the report that `previous_…`, `moved`, `joined` and `left` refer to: `compared_with` of its changes. Null if there is none, or if it has no list of customers.',
    { examples: ['01M7YN9QHZYR8GXB77DH0YCNR5'] },
  ),
  customers_matched: described(count, 'Customers that match, on all pages.'),
  customers: described(
    v.array(v.union(CUSTOMER_ROWS.map(({ component }) => component.schema))),
    'In the requested order. The customers of a segment or cohort are as many as the report says, without those who have been erased since.',
  ),
  next_cursor: nextCursor,
});
