// Schemas of a market basket report for the OpenAPI document. Separate from the definition, so that code that reads no
// bodies does not load them.
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
    MbaReport: [mbaReport, 'A finished market basket report.'],
    MbaSettings: [mbaSettings, 'The effective settings, including the template and defaults.'],
    AssociationRule: [associationRule, 'Buyers of the antecedents tend to buy the consequents, too.'],
    ImpactAnalysis: [impactAnalysis, 'The value of a rule.'],
    RuleMeasures: [ruleMeasures, 'Further measures of a rule, rounded to six significant digits.'],
    TestLayer: [testLayer, 'Rules of as many products that could have been found.'],
    MbaChanges: [mbaChanges, 'Changes since the earlier report.'],
    RuleChange: [ruleChange, 'A rule in two reports.'],
    MbaInsights: [mbaInsights, 'Findings as text.'],
    BasketFinding: [basketFinding, 'A recommendation from a rule.'],
  },
} as const satisfies ReportTypeDocument;
