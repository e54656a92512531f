// A finished market basket report as GET /reports/{id} returns it. docs/concepts.md defines every figure.
import * as v from 'valibot';
import {
  MAX_LISTED,
  NOTABLE_CHANGE,
  type RuleChange,
  type RuleChanges,
} from '../../core/changes/rule-changes.ts';
import { whole } from '../../core/insights/wording.ts';
import type { RuleMeasures } from '../../core/mining/rules/measures.ts';
import { type AssociationRule, SELECTED_BY } from '../../core/mining/rules/rule.ts';
import type { TestLayer } from '../../core/mining/tested-rules.ts';
import { BASKET_SCOPES, PRODUCT_IDENTIFIERS } from '../../core/settings/settings.ts';
import { described } from '../../schema/described.ts';
import { count, share } from '../../schema/fields.ts';
import { keysOf } from '../../schema/keys.ts';
import { MAX_RULES } from '../../schema/limits.ts';
import {
  type Body,
  businessContext,
  comparedWith,
  comparisonNote,
  finishedEnvelope,
  generatedBy,
  settingsEcho,
  toldContext,
  turnover,
} from '../../schema/report-parts.ts';
import type { AllSame, Same, Shape } from '../../schema/shape.ts';
import { MAX_FINDINGS } from './limits.ts';
import { echoedRules } from './rule-params.ts';
import { TEMPLATES } from './templates.ts';

const products = (description: string, example: readonly string[]) =>
  described(v.pipe(v.array(v.string()), v.minLength(1)), description, { examples: [[...example]] });

const sides = {
  antecedents: products('Products that trigger the rule.', ['Tea']),
  consequents: products('Products bought together with them.', ['Milk']),
};

const incrementalValue = described(
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
  robust_value: v.optional(
    described(
      v.number(),
      'incremental_value by a robust mean: the baskets of highest value, one in twenty (at least 2, at most 1,000), count as the next highest one. Only of rules that findings are chosen from.',
    ),
  ),
  half_from: v.optional(
    described(
      v.nullable(count),
      'The fewest baskets that bring half of the value of the consequents; null if it takes more than one in twenty. Rules of which 5 or fewer baskets bring half are no finding. Only of rules that findings are chosen from.',
    ),
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
  expected_occurrences: v.optional(
    described(
      v.pipe(v.number(), v.minValue(0)),
      'Baskets that would contain both sides by chance, given how many products each basket holds and how many baskets hold each side (bipartite configuration model). Absent in reports of earlier versions.',
    ),
  ),
  lift_given_sizes: v.optional(
    described(
      v.pipe(v.number(), v.minValue(0)),
      'occurrences / expected_occurrences: 1 is chance, given the sizes of baskets. Absent in reports of earlier versions.',
    ),
  ),
  p_value: described(
    share,
    "Probability of at least this many joint baskets if the sides were independent: Fisher's exact test, one-sided.",
  ),
  p_value_given_sizes: v.optional(
    described(
      share,
      'The same given the sizes of baskets: at least p_value. Absent in reports of earlier versions.',
    ),
  ),
  p_value_corrected: described(
    share,
    'p_value_given_sizes × tests / share of its layer in `summary.rules_tested`, at most 1: corrected for all rules that could have been found. The probability that any rule below 0.05 is false is at most 5 %. In reports of earlier versions: p_value × number of rules considered.',
  ),
  q_value: v.optional(
    described(
      share,
      'Of the rules of as many products with at most this q-value, the expected share of false ones is at most this (Benjamini-Yekutieli, over all tests of the layer). Absent in reports of earlier versions.',
    ),
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
  productive: v.optional(
    described(
      v.boolean(),
      'Each antecedent makes the consequents likelier than the other antecedents alone do, at the 5 % level (Fisher). Absent in reports of earlier versions.',
    ),
  ),
});

export const testLayer = v.object({
  products: described(count, 'Products of a rule, on both sides.'),
  tests: described(
    v.pipe(v.number(), v.minValue(0)),
    'Ways to divide so many of the frequent products into two sides; a rule and its converse are one.',
  ),
  share: described(share, 'Part of the 5 % of false rules that is theirs.'),
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
  association_rules_considered: v.optional(
    described(
      count,
      'Number of rules that ratings are over: those found, and those that constraints on figures left out. Absent in reports of earlier versions.',
    ),
  ),
  rules_tested: v.optional(
    described(
      v.array(testLayer),
      'What p_value_corrected is corrected for, by the number of products of a rule. Absent in reports of earlier versions.',
    ),
  ),
});

const ruleFigures = v.object({
  support: described(share, 'Support in that report.'),
  confidence: described(share, 'Confidence in that report.'),
  lift: described(v.number(), 'Lift in that report.'),
  incremental_value: incrementalValue,
});

export const ruleChange = v.object({
  ...sides,
  lift: described(v.number(), 'Lift in this report; for a vanished rule, in the earlier one.'),
  before: described(v.nullable(ruleFigures), 'Figures in the earlier report; null for a rule that appeared.'),
  after: described(v.nullable(ruleFigures), 'Figures in this report; null for a rule that vanished.'),
});

const NOTABLE = `${100 * NOTABLE_CHANGE} %`;

const changedRules = (which: string) =>
  described(
    v.array(ruleChange),
    `${which} At most ${MAX_LISTED}, fewer where names are very long, the most valuable first.`,
  );

const ruleChanges = v.object({
  counts: described(
    v.object({
      appeared: described(count, 'Rules that the earlier report did not find.'),
      vanished: described(count, 'Rules that only the earlier report found.'),
      strengthened: described(count, `Rules whose lift rose by ${NOTABLE} or more.`),
      weakened: described(count, `Rules whose lift fell by ${NOTABLE} or more.`),
      unchanged: described(count, `Rules whose lift moved by less than ${NOTABLE}.`),
    }),
    'Number of rules of each kind, whether listed or not.',
  ),
  appeared: changedRules('Rules that the earlier report did not find.'),
  vanished: changedRules('Rules that only the earlier report found.'),
  strengthened: changedRules(`Rules whose lift rose by ${NOTABLE} or more.`),
  weakened: changedRules(`Rules whose lift fell by ${NOTABLE} or more.`),
});

export const mbaChanges = v.object({
  compared_with: comparedWith,
  note: comparisonNote,
  rules: v.optional(
    described(
      ruleChanges,
      `Changes among the ${whole(MAX_RULES)} best rules that each report found, whether returned or not.`,
    ),
  ),
});

export const basketFinding = v.object({
  products: products('The products concerned.', ['Milk', 'Tea']),
  text: described(v.string(), 'The finding as a sentence.'),
  expected_incremental_revenue: described(
    v.number(),
    "The rule's robust_value: a figure about the past, not a forecast. In reports of earlier versions: its incremental_value.",
  ),
  rule: described(v.object(sides), 'The rule behind it.'),
  evidence: v.optional(
    described(
      v.object({
        baskets_together: described(count, 'Baskets that hold all products.'),
        baskets_with_antecedents: described(count, 'Baskets that hold the antecedents.'),
        lift_given_sizes: described(
          v.number(),
          'How many times as often as chance in baskets of their sizes.',
        ),
        p_value_corrected: described(share, 'Of the rule, corrected for all that could have been found.'),
      }),
      'The figures that the sentence rests on. Absent in reports of earlier versions.',
    ),
  ),
});

const findings = (what: string) =>
  described(
    v.array(basketFinding),
    `${what} At most ${MAX_FINDINGS}, without a product in common; no two products are together in more than one finding of the report.`,
  );

export const mbaInsights = v.object({
  generated_by: generatedBy,
  summary: described(v.string(), 'Summary in a sentence.'),
  business_context: businessContext,
  context: toldContext,
  bundles: findings('Products to sell as a bundle.'),
  cross_sells: findings('Products to offer to buyers of other products.'),
  placements: findings('Products to place side by side.'),
});

export const mbaSettings = settingsEcho(keysOf(TEMPLATES), {
  min_support: described(share, 'Minimum share of baskets.'),
  min_confidence: described(share, 'Minimum confidence.'),
  scope: described(v.picklist(BASKET_SCOPES), 'One basket per order, or per customer.'),
  product_identifier: described(v.picklist(PRODUCT_IDENTIFIERS), 'What identifies a product.'),
  product_level: v.optional(
    described(
      v.union([v.string(), v.array(v.string())]),
      'The custom field whose values stand for products, or the levels whose items baskets hold at once, products first. Absent: products themselves.',
      { examples: ['custom:category'] },
    ),
  ),
  rules: v.optional(described(echoedRules, 'Which rules were looked for. Absent: all.')),
  serve: v.optional(
    described(
      v.union([
        v.literal(true),
        v.object({ fields: described(v.array(v.string()), 'Keys of custom fields.') }),
      ]),
      'Requested with `params.serve`: recommendations come from this report when it is finished, and can be filtered by these custom fields. Absent: not requested, or a report of an earlier version.',
      { examples: [{ fields: ['category', 'brand'] }] },
    ),
  ),
  select: v.optional(
    described(
      v.object({
        top: described(count, 'Most rules returned.'),
        by: described(v.picklist(SELECTED_BY), 'The measure.'),
      }),
      'Which rules are returned. Absent: the best by impact.',
    ),
  ),
  insight_min_baskets: v.optional(
    described(count, 'Baskets that a rule is in at least to be a finding. Absent: the default.'),
  ),
  leave_out: v.optional(
    described(
      v.union([v.literal('not_goods'), v.array(v.string())]),
      'Fees and services that are left out of baskets: these products, or those whose names look like fees. Missing if nothing is.',
    ),
  ),
  product_profiles: v.optional(
    described(v.boolean(), 'Whether the report has a profile of each product. Absent: it has none.'),
  ),
});

export const mbaReport = v.object({
  ...finishedEnvelope,
  report_type: described(v.literal('MBA'), 'Market basket analysis.'),
  settings: mbaSettings,
  summary: described(mbaSummary, 'Figures over all baskets.'),
  association_rules: described(
    v.array(associationRule),
    `The best rules first: by impact, revenue, lift, names, or as \`params.select\` says. At most ${whole(MAX_RULES)}, fewer where the response would exceed 6 MB; a warning says so.`,
  ),
  fees_and_services: v.optional(
    described(
      v.array(v.string()),
      'Products that are fees or services, such as postage or discounts, by name and by how they sell. Insights leave them out. Absent in reports of earlier versions.',
    ),
  ),
  changes: described(v.nullable(mbaChanges), 'Changes since the earlier report.'),
  ai_insights: described(v.nullable(mbaInsights), 'Findings as text.'),
});

export type MbaBody = Body<typeof mbaReport>;
export type BasketFinding = Shape<typeof basketFinding>;

/**
 * The core's types must equal these shapes: a difference does not compile.
 */
export type Checked = AllSame<
  [
    Same<AssociationRule, Shape<typeof associationRule>>,
    Same<RuleMeasures, Shape<typeof ruleMeasures>>,
    Same<TestLayer, Shape<typeof testLayer>>,
    Same<RuleChange, Shape<typeof ruleChange>>,
    Same<RuleChanges, Shape<typeof ruleChanges>>,
  ]
>;
