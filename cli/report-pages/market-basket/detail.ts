// A market basket report as its pages read it: the members that the interface has always had, and additions that an
// older body may lack.
import * as v from 'valibot';
import { ruleChange } from '../../../src/report-types/market-basket/schema/changes.ts';
import { associationRule } from '../../../src/report-types/market-basket/schema/rule.ts';
import { mbaSettings } from '../../../src/report-types/market-basket/schema/settings.ts';
import { mbaSummary } from '../../../src/report-types/market-basket/schema/summary.ts';
import { mbaReport } from '../../../src/report-types/market-basket/schema.ts';
import { turnover } from '../../../src/schema/report-parts.ts';
import { comparison, insights, laterMembers, lenient } from '../shown-report.ts';

const {
  measures: _measures,
  redundant: _redundant,
  productive: _productive,
  proven,
  ...ruleEntries
} = associationRule.entries;
/** Those that tables show. */
const { lift_within_periods, p_value_corrected } = associationRule.entries.measures.entries;
const measures = v.optional(
  v.looseObject({
    lift_within_periods: v.optional(lift_within_periods),
    p_value_corrected: v.optional(p_value_corrected),
  }),
);
const { antecedents, consequents } = ruleChange.entries;
const changedRules = v.optional(v.array(v.looseObject({ antecedents, consequents })), []);

const changes = v.looseObject({
  ...comparison,
  rules: v.nullish(
    v.looseObject({
      appeared: changedRules,
      vanished: changedRules,
      strengthened: changedRules,
      weakened: changedRules,
    }),
  ),
});

export const mbaDetail = v.looseObject({
  ...mbaReport.entries,
  ...laterMembers,
  settings: v.nullish(lenient(mbaSettings.entries)),
  summary: v.looseObject({ ...mbaSummary.entries, ...v.partial(v.object(turnover)).entries }),
  association_rules: v.array(v.looseObject({ ...ruleEntries, measures, proven: v.optional(proven) })),
  changes: v.nullish(changes),
  ai_insights: insights,
});
export type MbaDetail = v.InferOutput<typeof mbaDetail>;
export type ShownRule = MbaDetail['association_rules'][number];
export type MbaChanges = v.InferOutput<typeof changes>;
