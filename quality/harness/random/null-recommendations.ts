// What recommendations claim where nothing is related: reasons that are said to be beyond chance, and what a report says of
// their quality.

import { gatherEvidence } from '../../../src/core/recommendations/product-evidence.ts';
import { recommend } from '../../../src/core/recommendations/recommend.ts';
import type { TimedBaskets } from '../../../src/core/recommendations/tested-scores.ts';
import { inEnglish } from '../../../src/core/sentences/english.ts';
import { evidenceNotes } from '../../../src/report-types/market-basket/analyse.ts';

const NOT_BETTER = 'They are not shown to be better than best sellers.';
/** Fewer than a report fits: noise is no better explained by more. */
const FITTED = 300;

export interface Claims {
  /** Of what each product alone is recommended. */
  readonly reasons: number;
  readonly isBetterThanBestSellers: boolean;
}

/** Baskets in the sequence in which they were ordered. */
export function claimsOf(baskets: TimedBaskets, minSupport: number): Claims {
  const moments = Float64Array.from({ length: baskets.basketCount }, (_, at) => at);
  const options = { minSupport, minConfidence: 0.01, mostFitted: FITTED };
  const evidence = gatherEvidence({ ...baskets, moments }, options);
  const products = [...evidence.products()];
  const summary = evidence.summary();
  const found = products.flatMap((of) => recommend(new Set([of.product]), [of], summary, { limit: 5 }));
  const note = inEnglish(evidenceNotes(evidence)).at(-1);
  return {
    reasons: found.filter(({ because }) => because !== null && because.p_value_corrected < 0.05).length,
    isBetterThanBestSellers: note?.endsWith(NOT_BETTER) === false,
  };
}
