// Market basket analysis: which products are bought together.
import { daysNeeded } from '../../core/baskets/selection.ts';
import { mineRules } from '../../core/mining/rules/mine-rules.ts';
import type { ReportTypeAnalysis } from '../report-type.ts';
import { analyseBaskets } from './analyse.ts';
import type { MarketBasketKind } from './definition.ts';
import { partitionedMarketBasket } from './partitions/partitioned.ts';

export const marketBasketAnalysis = {
  daysNeeded,
  analyse: (columns, settings) => analyseBaskets(columns, settings, mineRules),
  partitioned: /* @__PURE__ */ partitionedMarketBasket(),
} as const satisfies ReportTypeAnalysis<MarketBasketKind>;
