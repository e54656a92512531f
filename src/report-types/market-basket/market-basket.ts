// Market basket analysis: which products are bought together.
import { ruleChanges } from '../../core/changes/rule-changes.ts';
import { mineRules } from '../../core/mining/mine-rules.ts';
import type { Kind, ReportTypeRecord } from '../report-type.ts';
import { buildMbaReport } from './analyse.ts';
import { fitRules } from './fit.ts';
import { withMbaInsights } from './insights.ts';
import { wordMbaInsights } from './model-wording.ts';
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
} from './schema.ts';
import { echoMbaSettings, type MbaSettings, mbaParams, mbaSettingsOf } from './settings.ts';
import { TEMPLATES } from './templates.ts';

export interface MarketBasketKind extends Kind {
  readonly type: 'MBA';
  readonly settings: MbaSettings;
  readonly body: MbaBody;
  readonly companion: undefined;
}

export const marketBasket = {
  type: 'MBA',
  prefix: 'Mba',
  defaultName: 'Market basket analysis',
  templates: TEMPLATES,
  params: mbaParams,
  settings: mbaSettingsOf,
  echo: echoMbaSettings,
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
    MbaChanges: { schema: mbaChanges, description: 'Changes since the earlier report.' },
    RuleChange: { schema: ruleChange, description: 'A rule in two reports.' },
    MbaInsights: { schema: mbaInsights, description: 'Findings as text.' },
    BasketFinding: { schema: basketFinding, description: 'A recommendation from a rule.' },
  },
  analyse(columns, settings, deps) {
    const body = buildMbaReport(columns, settings, (baskets, options) =>
      mineRules(baskets, { ...options, ...deps }),
    );
    return { body, companion: undefined };
  },
  async compare(compared_with, earlier, later) {
    const [before, after] = await Promise.all([earlier.body(), later.body()]);
    if (before === undefined || after === undefined) return undefined;
    return { compared_with, rules: ruleChanges(before.association_rules, after.association_rules) };
  },
  companion: undefined,
  describe: (body, changes, settings) => withMbaInsights({ ...body, changes }, settings),
  word: wordMbaInsights,
  fit: fitRules,
} as const satisfies ReportTypeRecord<MarketBasketKind>;
