// Recommends products for a cart. Each product of the cart has positive and negative scores for others
// (score-model.ts). The scores for a product are added in whole numbers, so that the sequence of the cart does not
// matter. A product whose sum is negative is no better than any other: best sellers fill the list.

import type { BASES } from '../../contract/report-types/market-basket/limits.ts';
import type { WantedValues } from '../../contract/resources/recommendations.ts';
import { fold } from '../../contract/settings/conditions.ts';
import type { FieldValue } from '../baskets/item-values.ts';
import { computeSizedPValue } from '../mining/rule-chance.ts';
import { computeConfidenceFloor } from '../mining/search/thresholds.ts';
import { createUniformModel, SizeChance } from '../mining/size-chance.ts';
import {
  computePopularity,
  type EvidenceSummary,
  type PairEvidence,
  type ProductEvidence,
  type Recommendable,
  SCORE_UNITS,
} from './evidence.ts';

type Basis = (typeof BASES)[number];

interface Recommendation {
  readonly product: string;
  readonly basis: Basis;
  /**
   * Sum of the scores of the cart's products; null for popular products. With its popularity, it determines the rank.
   */
  readonly score: number | null;
  /** The product of the cart with the highest score for it; null for popular products. */
  readonly because: Because | null;
  /** Share of all baskets that hold the product. */
  readonly support: number;
}

/** The product of the cart with the highest score for the recommended one, as a rule with exact counts. */
interface Because {
  /** One product. */
  readonly antecedents: readonly string[];
  /** Baskets that hold the antecedents and the product. */
  readonly occurrences: number;
  readonly confidence: number;
  readonly lift: number;
  /** Fisher's exact test, one-sided, given the sizes of baskets, times all pairs of products; at most 1. */
  readonly p_value_corrected: number;
}

export interface RecommendOptions {
  readonly limit: number;
  /** Never recommended, like the products of the cart. */
  readonly exclude?: ReadonlySet<string>;
  /** Accepts products that may be recommended. Default: all. */
  readonly accepts?: (product: Recommendable) => boolean;
  /** Best-selling products that fill the list. Default: those of the summary. */
  readonly popular?: readonly Recommendable[];
  /** How much the scores of a product of the cart count. Default: 1. */
  readonly weigh?: (product: string) => number;
}

/** `evidence`: of the known products of the cart. Products are unique; the better seller wins a tie. */
export function recommend(
  cart: ReadonlySet<string>,
  evidence: readonly ProductEvidence[],
  summary: EvidenceSummary,
  options: RecommendOptions,
): Recommendation[] {
  const { limit, exclude, accepts = () => true, popular = summary.popular, weigh = () => 1 } = options;
  const isOpen = (each: Recommendable): boolean =>
    !cart.has(each.product) && exclude?.has(each.product) !== true && accepts(each);
  const candidates = collectCandidates(evidence, isOpen, weigh);
  const computeStanding = (score: number, { baskets }: Recommendable): number =>
    score + computePopularity(baskets, summary.baskets, summary.popularityShare ?? 0);
  const ranked: Ranked[] = [];
  const named = new Set<string>();
  for (const { score, strongest } of candidates.values()) {
    if (strongest === undefined || score <= 0) continue;
    named.add(strongest.pair.product);
    ranked.push({ of: strongest.pair, score, strongest, standing: computeStanding(score, strongest.pair) });
  }
  for (const of of popular) {
    if (named.has(of.product) || !isOpen(of)) continue;
    ranked.push({ of, standing: computeStanding(candidates.get(of.product)?.score ?? 0, of) });
  }
  const chance = new SizeChance(summary.chance ?? createUniformModel(summary.baskets));
  return ranked
    .sort(compareByStanding)
    .slice(0, limit)
    .map(({ of, score, strongest }) =>
      strongest === undefined || score === undefined
        ? {
            product: of.product,
            basis: 'popular',
            score: null,
            because: null,
            support: of.baskets / summary.baskets,
          }
        : describe(score, strongest, summary, chance),
    );
}

interface Ranked {
  readonly of: Recommendable;
  readonly standing: number;
  /** Undefined for a best seller without scores. */
  readonly score?: number;
  readonly strongest?: Voice;
}

interface Candidate {
  score: number;
  /** Undefined if all scores are negative. */
  strongest: Voice | undefined;
}

/** A cart product's evidence for another product. */
interface Voice {
  readonly of: ProductEvidence;
  readonly pair: PairEvidence;
  /** Score of the pair as it counts, in whole millionths. */
  readonly score: number;
}

function collectCandidates(
  evidence: readonly ProductEvidence[],
  isOpen: (product: Recommendable) => boolean,
  weigh: (product: string) => number,
): Map<string, Candidate> {
  const candidates = new Map<string, Candidate>();
  for (const of of evidence) {
    const weight = weigh(of.product);
    for (const pair of of.pairs) {
      if (!isOpen(pair)) continue;
      const voice = { of, pair, score: Math.round(weight * pair.score) };
      const candidate = candidates.get(pair.product);
      if (candidate === undefined) candidates.set(pair.product, { score: voice.score, strongest: voice });
      else {
        candidate.score += voice.score;
        if (candidate.strongest === undefined || isStronger(voice, candidate.strongest))
          candidate.strongest = voice;
      }
    }
  }
  for (const { product: of, against } of evidence) {
    const weight = weigh(of);
    for (const { product, score: unweighed } of against) {
      const score = Math.round(weight * unweighed);
      const candidate = candidates.get(product);
      if (candidate !== undefined) candidate.score += score;
      else candidates.set(product, { score, strongest: undefined });
    }
  }
  return candidates;
}

function compareByStanding(a: Ranked, b: Ranked): number {
  return b.standing - a.standing || b.of.baskets - a.of.baskets || (a.of.product < b.of.product ? -1 : 1);
}

/** At equal scores, the product with more joint baskets is stronger, then the first by name. */
function isStronger({ of, pair, score }: Voice, other: Voice): boolean {
  if (score !== other.score) return score > other.score;
  if (pair.together !== other.pair.together) return pair.together > other.pair.together;
  return of.product < other.of.product;
}

function describe(
  score: number,
  { of, pair }: Voice,
  summary: EvidenceSummary,
  chance: SizeChance,
): Recommendation {
  const { product, together, baskets } = pair;
  const isRule =
    together >= summary.leastBaskets && together >= computeConfidenceFloor(of.baskets, summary.minConfidence);
  const expected = chance.expected(of.baskets, baskets);
  const pValue = computeSizedPValue(together, of.baskets, baskets, expected, summary.baskets);
  return {
    product,
    basis: isRule ? 'rule' : 'pair',
    score: score / SCORE_UNITS,
    because: {
      antecedents: [of.product],
      occurrences: together,
      confidence: together / of.baskets,
      lift: (together * summary.baskets) / (of.baskets * baskets),
      p_value_corrected: roundFigure(Math.min(1, pValue * Math.max(1, summary.pairs))),
    },
    support: baskets / summary.baskets,
  };
}

function roundFigure(figure: number): number {
  return Number(figure.toPrecision(6));
}

// Filters recommendations by values of custom fields: products must have one of the requested values of every field.

export function hasWantedValues(wanted: WantedValues): (product: Recommendable) => boolean {
  const fields = [...wanted];
  return ({ values = [] }) =>
    fields.every(([field, texts]) =>
      values.some((each) => each.field === field && texts.has(fold(each.value))),
    );
}

export function listWanted(wanted: WantedValues): FieldValue[] {
  return [...wanted].flatMap(([field, texts]) => [...texts].map((value) => ({ field, value })));
}

/** `lists`: the best sellers of single values. Returns the accepted ones without duplicates, the best seller first. */
export function mergePopular(
  lists: readonly (readonly Recommendable[])[],
  accepts: (product: Recommendable) => boolean,
): Recommendable[] {
  const found = new Map<string, Recommendable>();
  for (const each of lists.flat())
    if (!found.has(each.product) && accepts(each)) found.set(each.product, each);
  return [...found.values()].sort((a, b) => b.baskets - a.baskets || (a.product < b.product ? -1 : 1));
}
