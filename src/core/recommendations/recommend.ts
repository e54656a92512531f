// Products to show beside a cart. Each product of the cart votes for the products that its buyers bought, too, with the
// strongest rule that it belongs to and that the cart fulfils; the votes for a product are added.
// This is item-based top-N recommendation with conditional probabilities, scaled by the recommended product's frequency
// to the power of 1/2 (Deshpande & Karypis 2004), extended to rules with several antecedents. Few baskets say little:
// votes are damped (significance weighting, Herlocker et al. 1999). `evaluate recommendations` measures it.
import { fisherPValue } from '../mining/rules/fisher.ts';
import { confidenceFloor } from '../mining/search/thresholds.ts';
import type { EvidenceSummary, ProductEvidence, Recommendable } from './evidence.ts';

/**
 * `rule`: a rule of the report says so. `pair`: the products were bought together more often than by chance, too rarely
 * for a rule of the report. `popular`: a best-selling product, whatever is in the cart.
 */
export const BASES = ['rule', 'pair', 'popular'] as const;
export type Basis = (typeof BASES)[number];

export interface Recommendation {
  readonly product: string;
  readonly basis: Basis;
  /** Sum of the votes; null for popular products, which have none. */
  readonly score: number | null;
  /** The strongest rule behind it; null for popular products. */
  readonly because: Because | null;
  /** Share of all baskets that hold the product. */
  readonly support: number;
}

/** A rule that leads to the recommended product, with exact counts. */
export interface Because {
  readonly antecedents: readonly string[];
  /** Baskets that hold the antecedents and the product. */
  readonly occurrences: number;
  readonly confidence: number;
  readonly lift: number;
  /** Fisher's exact test, one-sided, times the number of rules (or pairs) that were looked at; at most 1. */
  readonly p_value_corrected: number;
}

/** A vote for a product, from all `antecedents` alike. */
export interface Vote {
  readonly antecedents: readonly string[];
  readonly product: string;
  readonly together: number;
  readonly antecedentBaskets: number;
  readonly baskets: number;
}

/** How much a vote counts. */
export type VoteStrength = (vote: Vote, baskets: number) => number;

/** A vote of antecedents in so many baskets counts half of what their figures say. */
export const DAMPING = 20;

/** √(confidence × lift), damped. */
export const dampedStrength: VoteStrength = ({ together, antecedentBaskets, baskets: held }, baskets) =>
  (together / (antecedentBaskets + DAMPING)) * Math.sqrt(baskets / held);

export interface RecommendOptions {
  readonly limit: number;
  /** Never recommended, like the products of the cart. */
  readonly exclude?: ReadonlySet<string>;
  /** Products that may be recommended. Default: all. */
  readonly accepts?: (product: Recommendable) => boolean;
  /** Best-selling products to fill up with. Default: those of the summary. */
  readonly popular?: readonly Recommendable[];
  /** Default: dampedStrength. */
  readonly strength?: VoteStrength;
}

/** `evidence`: of the products of the cart that are known. Products are unique; a tie goes to the better seller. */
export function recommend(
  cart: ReadonlySet<string>,
  evidence: readonly ProductEvidence[],
  summary: EvidenceSummary,
  options: RecommendOptions,
): Recommendation[] {
  return rankProducts(cart, evidence, summary, options).map(({ product, baskets, candidate }) =>
    candidate === undefined
      ? { product, basis: 'popular', score: null, because: null, support: baskets / summary.baskets }
      : describe(candidate, summary),
  );
}

interface RankedProduct extends Recommendable {
  /** Undefined: it is only popular. */
  readonly candidate: Candidate | undefined;
}

/** The same products as `recommend`, without their figures. */
export function rankProducts(
  cart: ReadonlySet<string>,
  evidence: readonly ProductEvidence[],
  summary: EvidenceSummary,
  {
    limit,
    exclude,
    accepts = () => true,
    popular = summary.popular,
    strength = dampedStrength,
  }: RecommendOptions,
): RankedProduct[] {
  const isOpen = (each: Recommendable): boolean =>
    !cart.has(each.product) && exclude?.has(each.product) !== true && accepts(each);
  const strengthOf = (vote: Vote): number => strength(vote, summary.baskets);
  const candidates = [...candidatesOf(cart, evidence, strengthOf, isOpen).values()].sort(byScore);
  const found: RankedProduct[] = candidates
    .slice(0, limit)
    .map((candidate) => ({ ...candidate.best.vote, candidate }));
  const named = new Set(found.map(({ product }) => product));
  for (const each of popular) {
    if (found.length >= limit) break;
    if (!named.has(each.product) && isOpen(each)) found.push({ ...each, candidate: undefined });
  }
  return found;
}

function byScore(a: Candidate, b: Candidate): number {
  const [one, other] = [a.best.vote, b.best.vote];
  return b.score - a.score || other.baskets - one.baskets || (one.product < other.product ? -1 : 1);
}

interface Candidate {
  score: number;
  /** The strongest vote; of equally strong ones, that with more antecedents. */
  best: StrongVote;
  /** Per product of the cart, its strongest vote by a rule with several antecedents. */
  combined: Map<string, number> | undefined;
}

interface StrongVote {
  readonly vote: Vote;
  readonly strength: number;
}

function candidatesOf(
  cart: ReadonlySet<string>,
  evidence: readonly ProductEvidence[],
  strengthOf: (vote: Vote) => number,
  isOpen: (product: Recommendable) => boolean,
): Map<string, Candidate> {
  const candidates = new Map<string, Candidate>();
  const candidateFor = (vote: Vote, strength: number): Candidate => {
    let candidate = candidates.get(vote.product);
    if (candidate === undefined) {
      candidate = { score: 0, best: { vote, strength }, combined: undefined };
      candidates.set(vote.product, candidate);
    } else if (isStronger({ vote, strength }, candidate.best)) candidate.best = { vote, strength };
    return candidate;
  };
  for (const { combined } of evidence) {
    for (const rule of combined) {
      if (!rule.antecedents.every((each) => cart.has(each)) || !isOpen(rule)) continue;
      const strength = strengthOf(rule);
      const candidate = candidateFor(rule, strength);
      candidate.combined ??= new Map();
      for (const antecedent of rule.antecedents) {
        const before = candidate.combined.get(antecedent) ?? 0;
        if (strength <= before) continue;
        candidate.combined.set(antecedent, strength);
        candidate.score += strength - before;
      }
    }
  }
  for (const { product, baskets, pairs } of evidence) {
    for (const pair of pairs) {
      if (!isOpen(pair)) continue;
      const vote: Vote = { ...pair, antecedents: [product], antecedentBaskets: baskets };
      const strength = strengthOf(vote);
      const candidate = candidateFor(vote, strength);
      const before = candidate.combined?.get(product) ?? 0;
      if (strength > before) candidate.score += strength - before;
    }
  }
  return candidates;
}

function isStronger(one: StrongVote, other: StrongVote): boolean {
  if (one.strength !== other.strength) return one.strength > other.strength;
  return one.vote.antecedents.length > other.vote.antecedents.length;
}

function describe({ score, best: { vote } }: Candidate, summary: EvidenceSummary): Recommendation {
  const { antecedents, product, together, antecedentBaskets, baskets } = vote;
  const isRule =
    together >= summary.leastBaskets && together >= confidenceFloor(antecedentBaskets, summary.minConfidence);
  const tests = isRule ? summary.rules : summary.pairs;
  const pValue = fisherPValue(together, antecedentBaskets, baskets, summary.baskets);
  return {
    product,
    basis: isRule ? 'rule' : 'pair',
    score: rounded(score),
    because: {
      antecedents: [...antecedents].sort(),
      occurrences: together,
      confidence: together / antecedentBaskets,
      lift: (together * summary.baskets) / (antecedentBaskets * baskets),
      p_value_corrected: rounded(Math.min(1, pValue * Math.max(1, tests))),
    },
    support: baskets / summary.baskets,
  };
}

function rounded(figure: number): number {
  return Number(figure.toPrecision(6));
}
