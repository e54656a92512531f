// Market basket analysis: which products are bought together.
// What requests, the contract and the document need to know of the type, without its analysis.
import type { FoundRules } from '../../core/changes/found-rules.ts';
import type { Kind, ReportTypeDefinition } from '../report-type.ts';
import {
  associationRule,
  basketFinding,
  impactAnalysis,
  type MbaBody,
  mbaChanges,
  mbaInsights,
  mbaReport,
  mbaSettings,
  ruleChange,
  ruleMeasures,
  testLayer,
} from './schema.ts';
import { echoMbaSettings, type MbaSettings, mbaParams, mbaSettingsOf } from './settings.ts';
import { TEMPLATES } from './templates.ts';

export interface MarketBasketKind extends Kind {
  readonly type: 'MBA';
  readonly settings: MbaSettings;
  readonly body: MbaBody;
  readonly companion: FoundRules;
}

export const marketBasketDefinition = {
  type: 'MBA',
  prefix: 'Mba',
  description: 'market basket analysis: products bought together',
  defaultName: 'Market basket analysis',
  templates: TEMPLATES,
  params: mbaParams,
  settings: mbaSettingsOf,
  echo: echoMbaSettings,
  lists: ['association_rules'],
  schema: mbaReport,
  customers: undefined,
  exports: ['rules'],
  tables: {},
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
} as const satisfies ReportTypeDefinition<MarketBasketKind>;
