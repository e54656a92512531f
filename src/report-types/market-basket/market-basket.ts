// Market basket analysis: which products are bought together.
import { daysNeeded } from '../../core/baskets/window.ts';
import { packFoundRules, unpackFoundRules } from '../../core/changes/found-rules.ts';
import { ruleChanges } from '../../core/changes/rule-changes.ts';
import { mineRules } from '../../core/mining/rules/mine-rules.ts';
import type { ReportTypeRecord } from '../report-type.ts';
import { analyseBaskets } from './analyse.ts';
import { type MarketBasketKind, marketBasketDefinition } from './definition.ts';
import { fitRules } from './fit.ts';
import { withMbaInsights } from './insights.ts';
import { chooseMbaInsights } from './model-choice.ts';
import { partitionedMarketBasket } from './partitions/partitioned.ts';

export const marketBasket = {
  ...marketBasketDefinition,
  daysNeeded,
  analyse: (columns, settings) => analyseBaskets(columns, settings, mineRules),
  partitioned: partitionedMarketBasket(),
  async compare(compared_with, earlier, later) {
    const [before, after] = await Promise.all([earlier.companion(), later.companion()]);
    if (before === undefined || after === undefined) return undefined;
    return { compared_with, rules: ruleChanges(before, after) };
  },
  companion: { pack: packFoundRules, unpack: unpackFoundRules },
  describe: (body, changes, settings) => withMbaInsights({ ...body, changes }, settings),
  choose: chooseMbaInsights,
  fit: fitRules,
} as const satisfies ReportTypeRecord<MarketBasketKind>;
