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
  'Value of the consequents in the baskets that contain both sides × (1 − 1/lift_given_sizes): their value beyond chance. Negative if lift_given_sizes is below 1, when chance alone would have brought more, or if prices are negative. Rules beyond chance are rated by it.',
);

export const impactAnalysis = v.object({
  revenue: described(
    v.number(),
    "Value of the rule's products in the baskets that contain both sides, without netting returns, in the dataset's currency.",
  ),
  lift: described(v.number(), 'Equal to `lift` of the rule.'),
  conversion_rate: described(share, 'Equal to `confidence` of the rule.'),
  occurrences: described(count, 'Baskets that contain both sides.'),
  incremental_value: incrementalValue,
  robust_value: optionally(
    v.number(),
    'incremental_value by a robust mean: the baskets of highest value, one in twenty (at least 2, at most 1,000), count as the next highest one. Only of rules that findings are chosen from.',
  ),
  half_from: optionally(
    v.nullable(count),
    'The fewest baskets that bring half of the value of the consequents; null if it takes more than one in twenty. Rules of which 5 or fewer baskets bring half are no finding. Only of rules that findings are chosen from.',
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
  expected_occurrences: optionally(
    v.pipe(v.number(), v.minValue(0)),
    'Baskets that would contain both sides by chance, given how many products each basket holds and how many baskets hold each side (bipartite configuration model). Absent in reports of earlier versions.',
  ),
  lift_given_sizes: optionally(
    v.pipe(v.number(), v.minValue(0)),
    'occurrences / expected_occurrences: 1 is chance, given the sizes of baskets. Absent in reports of earlier versions.',
  ),
  p_value: described(
    share,
    "Probability of at least this many joint baskets if the sides were independent: Fisher's exact test, one-sided.",
  ),
  p_value_given_sizes: optionally(
    share,
    'The same given the sizes of baskets: at least p_value. Absent in reports of earlier versions.',
  ),
  p_value_corrected: described(
    share,
    'p_value_given_sizes × tests / share of its layer in `summary.rules_tested`, at most 1: corrected for all rules that could have been found. The probability that any rule below 0.05 is false is at most 5 %. In reports of earlier versions: p_value × number of rules considered.',
  ),
  q_value: optionally(
    share,
    'Of the rules of as many products with at most this q-value, the expected share of false ones is at most this (Benjamini-Yekutieli, over all tests of the layer). Absent in reports of earlier versions.',
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
    'By incremental_value among all rules considered that are beyond chance (lift_given_sizes > 1): the top fifth is High, the next three tenths Medium. Equal values share the better rating.',
  ),
  impact_analysis: impactAnalysis,
  measures: ruleMeasures,
  redundant: described(
    v.boolean(),
    'Some of the antecedents alone predict the same consequents with at least the same confidence.',
  ),
  productive: optionally(
    v.boolean(),
    'Each antecedent makes the consequents likelier than the other antecedents alone do, given the sizes of baskets and corrected for all rules that could have been found: the chance that any rule is falsely called productive is at most 5 %. Absent in reports of earlier versions.',
  ),
});
