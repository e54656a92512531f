// Advises on the customers of a segment. Segments are relative, so that some customers are recent, frequent or lost in
// every report: each advice is given only if the figures support its claim.

import type { RfmBody, RfmSegment } from '../../../contract/report-types/rfm/schema.ts';
import type { SegmentName } from '../../../contract/report-types/rfm/segments.ts';
import { type Sentence, say } from '../../../contract/sentences/sentence.ts';
import { isAway, isLate } from './lateness.ts';

/** The facts that advice may depend on. */
interface Facts {
  /** The median of their orders is one. */
  readonly orderedOnce: boolean;
  /** Whether they spent less on average than the report's customers. */
  readonly spentLess: boolean;
}

/** Calls customers late repeat buyers only if they ordered more than once. */
const advisePersonally = ({ orderedOnce }: Facts): Sentence =>
  orderedOnce ? say('advice_once_and_away', {}) : say('advice_at_risk', {});
const adviseKnownBuyers = (ofNew: Sentence): ((facts: Facts) => Sentence) => {
  return ({ orderedOnce }) => (orderedOnce ? ofNew : say('advice_not_the_first_order', {}));
};
const adviseRepeatBuyers = (ofOld: Sentence): ((facts: Facts) => Sentence) => {
  return ({ orderedOnce }) => (orderedOnce ? say('advice_first_order', {}) : ofOld);
};
/** Suggests cheap measures only: the wording gives the customers up. */
const adviseCheaply = (ofSmall: Sentence): ((facts: Facts) => Sentence) => {
  return (facts) => (facts.spentLess ? ofSmall : advisePersonally(facts));
};

/** Advice for segments whose last order is as recent, or as late, as their name claims. */
const ADVICE: Readonly<Record<SegmentName, (facts: Facts) => Sentence>> = {
  Champions: adviseRepeatBuyers(say('advice_champions', {})),
  'Loyal Customers': adviseRepeatBuyers(say('advice_loyal_customers', {})),
  'Potential Loyalists': () => say('advice_potential_loyalists', {}),
  'Recent Customers': adviseKnownBuyers(say('advice_recent_customers', {})),
  Promising: adviseKnownBuyers(say('advice_promising', {})),
  'Customers Needing Attention': () => say('advice_customers_needing_attention', {}),
  'About to Sleep': adviseCheaply(say('advice_about_to_sleep', {})),
  'At Risk': advisePersonally,
  "Can't Lose Them": (facts) =>
    facts.spentLess || facts.orderedOnce ? advisePersonally(facts) : say('advice_cant_lose_them', {}),
  Hibernating: adviseCheaply(say('advice_hibernating', {})),
  Lost: adviseCheaply(say('advice_lost', {})),
};

export function adviseOnSegment(segment: RfmSegment, body: RfmBody): Sentence {
  const { name, median_frequency, avg_monetary } = segment;
  const late = isLate(segment, body);
  // Replaces advice that contradicts the dates, such as winning back customers who are not late.
  if (isAway(name) && !late) return say('not_overdue', {});
  if (!isAway(name) && late) return say('advice_later_than_usual', {});
  return ADVICE[name]({
    orderedOnce: median_frequency === 1,
    spentLess: avg_monetary < (body.metrics?.mean_monetary ?? 0),
  });
}
