// Market basket analysis: which products are bought together.
import { daysNeeded } from '../../core/baskets/selection.ts';
import type { ReportTypeAnalysis } from '../report-type.ts';
import type { MarketBasketKind } from './definition.ts';
import { analyseMarketBasket, partitionedMarketBasket } from './partitions/partitioned.ts';

export const marketBasketAnalysis = {
  daysNeeded,
  analyse: analyseMarketBasket,
  partitioned: partitionedMarketBasket,
} as const satisfies ReportTypeAnalysis<MarketBasketKind>;
