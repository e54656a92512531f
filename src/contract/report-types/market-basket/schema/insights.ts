// Findings of a market basket report as text.

import * as v from 'valibot';
import { wordedFields } from '../../../schema/coded.ts';
import { described } from '../../../schema/described.ts';
import { count, share } from '../../../schema/fields.ts';
import { insightsHead } from '../../../schema/report-parts.ts';
import { MAX_FINDINGS } from '../limits.ts';
import { products, sides } from './rule.ts';

export const basketFinding = v.object({
  products: products('The products concerned.', ['Milk', 'Tea']),
  ...wordedFields('The finding as a sentence.'),
  expected_incremental_revenue: described(
    v.number(),
    "The rule's incremental_value: a figure about the past, not a forecast.",
  ),
  rule: described(v.object(sides), 'The rule behind it.'),
  evidence: described(
    v.object({
      baskets_together: described(count, 'Baskets that hold all products.'),
      baskets_with_antecedents: described(count, 'Baskets that hold the antecedents.'),
      customers: described(count, 'Customers who bought all products in one basket.'),
      lift_within_periods: described(
        v.number(),
        'Observed over expected frequency, given the sizes of baskets, within periods.',
      ),
      p_value_corrected: described(
        share,
        'The p-value of the rule, corrected for all rules that were tested.',
      ),
    }),
    'The figures that the sentence rests on.',
  ),
});

const findings = (what: string) =>
  described(
    v.array(basketFinding),
    `${what} At most ${MAX_FINDINGS}, without a product in common; no two products are together in more than one finding of the report.`,
  );

export const mbaInsights = v.object({
  ...insightsHead('Summary in a sentence.'),
  bundles: findings('Products to sell as a bundle.'),
  cross_sells: findings('Products to offer to buyers of other products.'),
  placements: findings('Products to place side by side.'),
});
