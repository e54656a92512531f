// Figures over all baskets of a market basket report.
import * as v from 'valibot';
import { described } from '../../../schema/described.ts';
import { count, share } from '../../../schema/fields.ts';
import { turnover } from '../../../schema/report-parts.ts';

export const testLayer = v.object({
  products: described(count, 'Products of a rule, on both sides.'),
  tests: described(
    v.pipe(v.number(), v.minValue(0)),
    'Ways to divide so many of the frequent products into two sides; a rule and its converse are one.',
  ),
  share: described(share, 'Part of the 5 % of false rules that is theirs.'),
});

const setsSearched = v.object({
  min_baskets: described(count, 'Baskets that hold all products of a set, at least.'),
  max_products: described(count, 'Products of the largest sets found.'),
  complete: described(
    v.boolean(),
    'Whether these are all sets that reach min_support and fulfil settings.rules. False: larger ones were left out, or min_baskets was raised; a warning says which.',
  ),
});

export const mbaSummary = v.object({
  orders_processed: described(count, 'Baskets: orders, or customers if scope is customer.'),
  total_revenue_processed: described(
    v.number(),
    "Value (unit_price × quantity) of all rows of the orders that are in baskets, net of returns in these orders, in the dataset's currency. Orders with returns but no purchase are in no basket; net_revenue includes them, and a warning states their number.",
  ),
  ...turnover,
  average_order_value: described(
    v.number(),
    'total_revenue_processed / orders_processed; 0 without baskets.',
  ),
  average_basket_size: described(
    v.number(),
    'Mean number of distinct products in a basket; of several levels, of the first in settings.product_level.',
  ),
  association_rules_found: described(count, 'Number of rules found, whether returned or not.'),
  association_rules_considered: described(
    count,
    'Number of rules that ratings are over: those found, and those that constraints on figures left out.',
  ),
  sets_searched: described(
    setsSearched,
    'Sets of products that rules are made of: all figures are exact for these.',
  ),
  rules_tested: described(
    v.array(testLayer),
    'Tests that `p_value_corrected` accounts for, by the number of products of a rule.',
  ),
});
