// Recommendations measured on later orders, beside the products that sell best and beside other scores: what the choice
// of the score rests on, and what a shop can expect of it.
import type { BasketColumns } from '../baskets/basket-columns.ts';
import type { MinedRules } from '../mining/rules/rule.ts';
import type { EvidenceSummary, ProductEvidence } from './evidence.ts';
import { LOOKED_AT, leaveOneOut, type Quality, splitBaskets } from './leave-one-out.ts';
import { gatherEvidence } from './product-evidence.ts';
import { dampedStrength, rankProducts, type VoteStrength } from './recommend.ts';

export interface EvaluationOptions {
  readonly minSupport: number;
  readonly minConfidence: number;
  /** Share of the orders, the latest ones, that are held back. */
  readonly heldBack: number;
  readonly mine: (baskets: BasketColumns) => Pick<MinedRules, 'itemsets' | 'ruleCount'>;
}

export interface Evaluation {
  /** Orders that the recommendations were computed from. */
  readonly trainedOn: number;
  /** Later orders with two or more products. */
  readonly testedOn: number;
  readonly results: readonly MethodQuality[];
}

export interface MethodQuality extends Quality {
  readonly method: string;
}

/** What is measured, the first one being what the service does. */
export const METHODS = {
  service: 'as recommended: √(confidence × lift), damped',
  singleRules: 'without rules of several antecedents',
  undamped: 'without damping',
  confidence: 'confidence alone',
  lift: 'lift alone',
  popular: 'best-selling products',
} as const;

const undamped: VoteStrength = ({ together, antecedentBaskets, baskets: held }, baskets) =>
  (together / antecedentBaskets) * Math.sqrt(baskets / held);
const confidence: VoteStrength = ({ together, antecedentBaskets }) => together / antecedentBaskets;
const lift: VoteStrength = ({ together, antecedentBaskets, baskets: held }, baskets) =>
  (together * baskets) / (antecedentBaskets * held);

/** `baskets`: one per order, oldest first. */
export function evaluateRecommendations(
  baskets: BasketColumns,
  { minSupport, minConfidence, heldBack, mine }: EvaluationOptions,
): Evaluation {
  const trainedOn = Math.floor(baskets.basketCount * (1 - heldBack));
  const { earlier, later } = splitBaskets(baskets, trainedOn);
  const { itemsets, ruleCount } = mine(earlier);
  const gathered = gatherEvidence(earlier, itemsets, { minSupport, minConfidence, ruleCount });
  const evidence = new Map([...gathered.products()].map((each) => [each.product, each]));
  const single = new Map([...evidence].map(([product, each]) => [product, { ...each, combined: [] }]));
  const summary = gathered.summary();
  const measure = (of: ReadonlyMap<string, ProductEvidence>, strength: VoteStrength): Quality =>
    leaveOneOut({ orders: later, known: evidence.size }, ranking(of, summary, strength));
  return {
    trainedOn,
    testedOn: later.length,
    results: [
      { method: METHODS.service, ...measure(evidence, dampedStrength) },
      { method: METHODS.singleRules, ...measure(single, dampedStrength) },
      { method: METHODS.undamped, ...measure(evidence, undamped) },
      { method: METHODS.confidence, ...measure(evidence, confidence) },
      { method: METHODS.lift, ...measure(evidence, lift) },
      { method: METHODS.popular, ...measure(new Map(), dampedStrength) },
    ],
  };
}

function ranking(
  evidence: ReadonlyMap<string, ProductEvidence>,
  summary: EvidenceSummary,
  strength: VoteStrength,
): (cart: ReadonlySet<string>) => string[] {
  return (cart) => {
    const known = [...cart].flatMap((product) => evidence.get(product) ?? []);
    return rankProducts(cart, known, summary, { limit: LOOKED_AT, strength }).map(({ product }) => product);
  };
}
