// The shop at a glance: figures of ranges of days, compared with earlier days, and a series of points.
import * as v from 'valibot';
import { described } from '../../../schema/described.ts';
import { count, share } from '../../../schema/fields.ts';
import { calendarDay, turnover } from '../../../schema/report-parts.ts';
import {
  OVERVIEW_DAYS,
  OVERVIEW_MONTHS,
  OVERVIEW_PRODUCTS,
  OVERVIEW_RANGES,
  OVERVIEW_WEEKS,
} from '../limits.ts';

const span = {
  first_day: calendarDay('The first day.'),
  last_day: calendarDay('The last day.'),
};

const counts = {
  orders: described(count, 'Orders with a row of positive quantity, with or without a customer.'),
  customers: described(count, 'Customers with at least one of these orders, each counted once.'),
  returning_customers: described(
    count,
    'Of them, customers whose first order is before the first day. The others are new.',
  ),
};

export const overviewFigures = v.object({
  ...span,
  ...turnover,
  ...counts,
  average_order_value: described(v.nullable(v.number()), 'net_revenue / orders. Null without orders.'),
  returning_share: described(
    v.nullable(share),
    'returning_customers / customers, 0 to 1. Null without customers, and where the days begin before `returning_from`.',
  ),
});

export const overviewPoint = v.object({
  ...span,
  complete: described(
    v.boolean(),
    'Whether the point covers its whole day, week or month: false if the data begin or end within it.',
  ),
  net_revenue: turnover.net_revenue,
  ...counts,
});

export const overviewProduct = v.object({
  product_name: described(v.string(), 'The product.', { examples: ['Tea'] }),
  orders: described(count, 'Orders with a row of it of positive quantity.'),
  quantity: described(v.pipe(v.number(), v.integer()), 'Units, returns deducted.'),
  net_revenue: described(v.number(), 'Value of its rows, returns deducted.'),
});

const compared = (description: string) =>
  described(v.nullable(overviewFigures), `${description} Null where the data begin later.`);

export const overviewRange = v.object({
  range: described(
    v.picklist(OVERVIEW_RANGES),
    'The days, up to the reference date. `this_year` begins on 1 January, `all` with the data.',
  ),
  ...overviewFigures.entries,
  previous: compared('As many days just before. Null for `this_year` and `all`.'),
  previous_year: compared('The days up to the same date of the year before. Null for `all`.'),
  top_products: described(
    v.array(overviewProduct),
    `The ${OVERVIEW_PRODUCTS} products with the highest net revenue, without names that look like fees. Empty if the report identifies products by a custom field.`,
  ),
});

const points = (description: string) => described(v.array(overviewPoint), description);

export const overview = v.object({
  begins: calendarDay('The first day with an order in the data.'),
  returning_from: described(
    v.nullable(calendarDay('A day.')),
    'Customers first seen from this day on count as new; before it, they may have ordered before the data begin. Null without customers.',
  ),
  ranges: described(
    v.array(overviewRange),
    'Ranges of days that the data cover, the shortest first; `all` always.',
  ),
  days: points(`The last ${OVERVIEW_DAYS} days, oldest first.`),
  weeks: points(
    `The last 90 days as ${OVERVIEW_WEEKS} points of seven days up to the reference date, the oldest one of six.`,
  ),
  months: points(`Calendar months, oldest first; the newest ${OVERVIEW_MONTHS}.`),
});
