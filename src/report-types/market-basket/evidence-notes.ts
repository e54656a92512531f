// What a report says of the recommendations that it serves: how they were computed, and what they are worth on later orders.

import type { Evidence } from '../../core/recommendations/product-evidence.ts';
import type { ScoreTest } from '../../core/recommendations/tested-scores.ts';

export function evidenceNotes(evidence: Evidence | undefined): string[] {
  if (evidence === undefined) return [];
  const { largestBasket, scores } = evidence;
  return [
    ...(Number.isFinite(largestBasket)
      ? [`Recommendations use no pairs of baskets with more than ${largestBasket} products.`]
      : []),
    ...(scores === undefined ? [COSINES] : []),
    ...(scores?.tested === undefined ? [] : [testNote(scores.tested)]),
  ];
}

const COSINES =
  'Recommendations of a dataset of this size are ranked by the cosine of weighted baskets: no model is fitted, and they are not tested on later orders.';

/** The order counts once, so that large ones do not decide. */
function testNote({ orders, quality, popular }: ScoreTest): string {
  const { hitRate, margin } = quality;
  return (
    `Recommendations were tested on the latest ${orders} orders with two or more products, computed from the orders ` +
    `before: ${percent(hitRate)} of the products that were hidden are among the first five ` +
    `(95 % interval: ${percent(hitRate - margin)} to ${percent(hitRate + margin)}), with best sellers ${percent(popular.hitRate)}.`
  );
}

const percent = (share: number): string => `${(Math.max(0, share) * 100).toFixed(1)} %`;
