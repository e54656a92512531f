// Market basket analysis: which products are bought together.
import { ruleChanges } from '../../core/changes/rule-changes.ts';
import { mineRules } from '../../core/mining/mine-rules.ts';
import type { ReportTypeRecord } from '../report-type.ts';
import { buildMbaReport } from './analyse.ts';
import { type MarketBasketKind, marketBasketDefinition } from './definition.ts';
import { fitRules } from './fit.ts';
import { withMbaInsights } from './insights.ts';
import { wordMbaInsights } from './model-wording.ts';

export const marketBasket = {
  ...marketBasketDefinition,
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
