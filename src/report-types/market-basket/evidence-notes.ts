// What a report says of the recommendations that it serves: how they were computed, and what they are worth on later orders.

import type { Evidence } from '../../core/recommendations/product-evidence.ts';
import type { ScoreTest } from '../../core/recommendations/tested-scores.ts';
import { type Sentence, say } from '../../core/sentences/sentence.ts';

export function evidenceNotes(evidence: Evidence | undefined): Sentence[] {
  if (evidence === undefined) return [];
  const { largestBasket, scores } = evidence;
  return [
    ...(Number.isFinite(largestBasket)
      ? [say('recommendations_of_smaller_baskets', { max_products: largestBasket })]
      : []),
    ...(scores === undefined ? [say('recommendations_by_cosine', {})] : []),
    ...(scores?.tested === undefined ? [] : [testNote(scores.tested)]),
  ];
}

/** The order counts once, so that large ones do not decide. */
function testNote({ orders, quality, popular }: ScoreTest): Sentence {
  const { hitRate, margin } = quality;
  return say('recommendations_tested', {
    orders,
    share: hitRate,
    lower: Math.max(0, hitRate - margin),
    upper: hitRate + margin,
    best_sellers: popular.hitRate,
    // Both are measured on these orders, best sellers on the same few products each time: both may be off.
    is_better: hitRate - popular.hitRate > margin + popular.margin,
  });
}
