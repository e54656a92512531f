// A rule of a market basket report, with its measures and its value.
import * as v from 'valibot';
import { described, optionally } from '../../../schema/described.ts';
import { count, share } from '../../../schema/fields.ts';

export const products = (description: string, example: readonly string[]) =>
  described(v.pipe(v.array(v.string()), v.minLength(1)), description, { examples: [[...example]] });

export const sides = {
  antecedents: products('Products that trigger the rule.', ['Tea']),
  consequents: products('Products bought together with them.', ['Milk']),
};

export const incrementalValue = described(
  v.number(),
  'Value of the consequents in the baskets that contain both sides, beyond what else explains these baskets: chance (given the sizes of baskets, within periods) or, if more, the antecedents without one of them. The baskets of highest value, one in twenty (at least 2, at most 100), count as the next highest one. Negative where chance alone would have brought more. Proven rules are rated by it.',
);

export const impactAnalysis = v.object({
  revenue: described(
    v.number(),
    "Value of the rule's products in the baskets that contain both sides, without netting returns, in the dataset's currency.",
  ),
  lift: described(v.number(), 'Equal to `lift` of the rule.'),
  conversion_rate: described(share, 'Equal to `confidence` of the rule.'),
  occurrences: described(count, 'Baskets that contain both sides.'),
  customers: optionally(
    count,
    'Customers who bought both sides in one basket. A basket without a customer counts as a customer. Absent in exported rules that the report does not return.',
  ),
  incremental_value: incrementalValue,
  half_from: optionally(
    v.nullable(count),
    'The fewest baskets that bring half of the value of the consequents; null if it takes more than one in twenty. Rules of which 5 or fewer baskets bring half are no finding. Absent in exported rules that the report does not return.',
  ),
});

export const ruleMeasures = v.object({
  leverage: described(
    v.pipe(v.number(), v.minValue(-0.25), v.maxValue(0.25)),
    'Share of baskets beyond chance: P(AC) − P(A) P(C), −0.25 to 0.25.',
  ),
  conviction: described(
    v.nullable(v.pipe(v.number(), v.minValue(0))),
    'How many times more often the rule would fail if its sides were independent: 0 or more, 1 is chance. Null if it never fails.',
  ),
  zhang: described(
    v.pipe(v.number(), v.minValue(-1), v.maxValue(1)),
    'Association from −1 (never together) over 0 (independent) to 1 (always).',
  ),
  kulczynski: described(share, 'Mean of the confidences of the rule and its converse, 0 to 1.'),
  imbalance_ratio: described(
    share,
    'How unequal the supports of the sides are, 0 to 1. Near 1, interpret kulczynski with care.',
  ),
  expected_occurrences: described(
    v.pipe(v.number(), v.minValue(0)),
    'Baskets that would contain both sides by chance, given how many products each basket holds and how many baskets hold each side (bipartite configuration model).',
  ),
  lift_given_sizes: described(
    v.pipe(v.number(), v.minValue(0)),
    'occurrences / expected_occurrences: 1 is chance, given the sizes of baskets.',
  ),
  lift_within_periods: described(
    v.pipe(v.number(), v.minValue(0)),
    'The same where chance is expected within periods of weeks and summed, so that products of one season are not taken for products of one basket. In exported rules that the report does not return: equal to lift_given_sizes.',
  ),
  p_value: described(
    share,
    "Probability of at least this many joint baskets if the sides were independent: Fisher's exact test, one-sided.",
  ),
  p_value_given_sizes: described(share, 'The same given the sizes of baskets: at least p_value.'),
  p_value_corrected: described(
    share,
    'The p-value given the sizes of baskets, within periods and by customers instead of baskets, × tests / share of its layer in `summary.rules_tested`, at most 1: corrected for all rules that were tested. The probability that any rule below 0.05 is false is at most 5 %. In exported rules that the report does not return: by baskets, within the whole time.',
  ),
  q_value: described(
    share,
    'By p_value_given_sizes: of the rules of as many products with at most this q-value, the expected share of false ones is at most this (Benjamini-Yekutieli, over all tests of the layer).',
  ),
});

export const associationRule = v.object({
  ...sides,
  support: described(share, 'Share of baskets that contain both sides, 0 to 1.'),
  confidence: described(
    share,
    'Share of the baskets with the antecedents that also contain the consequents, 0 to 1.',
  ),
  lift: described(
    v.number(),
    'Confidence divided by the share of all baskets that contain the consequents: 1 is chance, above 1 the sides attract each other.',
  ),
  impact_rating: described(
    v.picklist(['High', 'Medium', 'Low']),
    'By incremental_value among the proven rules, one for each set of products, in the direction of the higher confidence: the top fifth is High, the next three tenths Medium. Equal values share the better rating. All other rules are Low.',
  ),
  impact_analysis: impactAnalysis,
  measures: ruleMeasures,
  redundant: described(
    v.boolean(),
    'Some of the antecedents alone predict the same consequents with at least the same confidence.',
  ),
  productive: described(
    v.boolean(),
    'Each antecedent makes the consequents likelier than the other antecedents alone do, given the sizes of baskets, by customers, and corrected for all rules that were tested: the chance that any rule is falsely called productive is at most 5 %.',
  ),
  proven: described(
    v.boolean(),
    'The rule has one consequent, lift_within_periods above 1, p_value_corrected below 0.05 and is productive.',
  ),
});
