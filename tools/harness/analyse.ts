// Reports of orders that are in memory, by type.

import { cohortAnalysis } from '../../src/analysis/report-types/cohort/cohort.ts';
import { effectAnalysis } from '../../src/analysis/report-types/effect/effect.ts';
import { marketBasketAnalysis } from '../../src/analysis/report-types/market-basket/market-basket.ts';
import { analyseOrders, type ReportTypeAnalysis } from '../../src/analysis/report-types/partitioned.ts';
import { replenishmentAnalysis } from '../../src/analysis/report-types/replenishment/replenishment.ts';
import { rfmAnalysis } from '../../src/analysis/report-types/rfm/rfm.ts';
import type { Kind } from '../../src/contract/report-types/report-type.ts';

type Rest<K extends Kind> = Parameters<typeof analyseOrders<K>> extends [unknown, ...infer R] ? R : never;

const analyser =
  <K extends Kind>(analysis: ReportTypeAnalysis<K>) =>
  (...rest: Rest<K>) =>
    analyseOrders<K>(analysis, ...rest);

export const analyseCohorts = analyser(cohortAnalysis);
export const analyseEffect = analyser(effectAnalysis);
export const analyseMarketBasket = analyser(marketBasketAnalysis);
export const analyseReplenishment = analyser(replenishmentAnalysis);
export const analyseRfm = analyser(rfmAnalysis);
