// The order of rules: impact, revenue, lift, names. Figures lie in typed arrays; names are only compared on ties.
import { ratedAboveLow } from './rated-above-low.ts';
import type { ImpactRating } from './rule.ts';
import type { RuleFigures } from './rule-figures.ts';

export interface RankedRule {
  readonly candidate: number;
  readonly rating: ImpactRating;
}

/** `positiveCount`: all rules with a lift above 1, candidates or not. The first `count` of the candidates in final order: a total one, as no two rules have both sides in common. */
export function rankRules(figures: RuleFigures, positiveCount: number, count: number): RankedRule[] {
  const { revenue, lift, incrementalValue } = figures;
  const byRevenue = (a: number, b: number): number =>
    revenue[b] - revenue[a] || lift[b] - lift[a] || (figures.labelOf(a) < figures.labelOf(b) ? -1 : 1);
  const all = Uint32Array.from(revenue.keys());
  const positive = all
    .filter((at) => lift[at] > 1)
    .sort((a, b) => incrementalValue[b] - incrementalValue[a] || byRevenue(a, b));
  const { high, medium } = ratedAboveLow(positiveCount);
  const tiers: readonly (readonly [ImpactRating, Uint32Array])[] = [
    ['High', positive.slice(0, high)],
    ['Medium', positive.slice(high, medium)],
    ['Low', lowRules(all, positive.subarray(0, medium))],
  ];
  const ranked: RankedRule[] = [];
  for (const [rating, candidates] of tiers) {
    if (ranked.length === count) break;
    for (const candidate of candidates.sort(byRevenue).subarray(0, count - ranked.length)) {
      ranked.push({ candidate, rating });
    }
  }
  return ranked;
}

function lowRules(all: Uint32Array, rated: Uint32Array): Uint32Array {
  const isRated = new Uint8Array(all.length);
  for (const candidate of rated) isRated[candidate] = 1;
  return all.filter((candidate) => isRated[candidate] === 0);
}
