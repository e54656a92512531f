// What the contract's document says of a market basket report. Apart from the definition: what reads no bodies need not load it.
import type { ReportTypeDocument } from '../report-type.ts';
import { mbaChanges, ruleChange } from './schema/changes.ts';
import { basketFinding, mbaInsights } from './schema/insights.ts';
import { associationRule, impactAnalysis, ruleMeasures } from './schema/rule.ts';
import { mbaSettings } from './schema/settings.ts';
import { testLayer } from './schema/summary.ts';
import { mbaReport } from './schema.ts';

export const marketBasketDocument = {
  schema: mbaReport,
  components: {
    MbaReport: { schema: mbaReport, description: 'A finished market basket report.' },
    MbaSettings: {
      schema: mbaSettings,
      description: 'The effective settings, including the template and defaults.',
    },
    AssociationRule: {
      schema: associationRule,
      description: 'Buyers of the antecedents tend to buy the consequents, too.',
    },
    ImpactAnalysis: { schema: impactAnalysis, description: 'The value of a rule.' },
    RuleMeasures: {
      schema: ruleMeasures,
      description: 'Further measures of a rule, rounded to six significant digits.',
    },
    TestLayer: { schema: testLayer, description: 'Rules of as many products that could have been found.' },
    MbaChanges: { schema: mbaChanges, description: 'Changes since the earlier report.' },
    RuleChange: { schema: ruleChange, description: 'A rule in two reports.' },
    MbaInsights: { schema: mbaInsights, description: 'Findings as text.' },
    BasketFinding: { schema: basketFinding, description: 'A recommendation from a rule.' },
  },
} as const satisfies ReportTypeDocument;
