// Computes reports of orders that are in memory, by type.

import { cohortAnalysis } from '../../src/analysis/report-types/cohort/cohort.ts';
import { effectAnalysis } from '../../src/analysis/report-types/effect/effect.ts';
import { marketBasketAnalysis } from '../../src/analysis/report-types/market-basket/market-basket.ts';
import { analyseOrders, type ReportTypeAnalysis } from '../../src/analysis/report-types/partitioned.ts';
import { replenishmentAnalysis } from '../../src/analysis/report-types/replenishment/replenishment.ts';
import { rfmAnalysis } from '../../src/analysis/report-types/rfm/rfm.ts';
import type { Kind } from '../../src/contract/report-types/report-type.ts';

type Rest<K extends Kind> = Parameters<typeof analyseOrders<K>> extends [unknown, ...infer R] ? R : never;

const createAnalyse =
  <K extends Kind>(analysis: ReportTypeAnalysis<K>) =>
  (...rest: Rest<K>) =>
    analyseOrders<K>(analysis, ...rest);

export const analyseCohorts = createAnalyse(cohortAnalysis);
export const analyseEffect = createAnalyse(effectAnalysis);
export const analyseMarketBasket = createAnalyse(marketBasketAnalysis);
export const analyseReplenishment = createAnalyse(replenishmentAnalysis);
export const analyseRfm = createAnalyse(rfmAnalysis);
