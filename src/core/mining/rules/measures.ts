// Measures of a rule from four counts. Each says something that support, confidence and lift don't.
import { fisherPValue } from './fisher.ts';

export interface RuleCounts {
  /** Baskets that hold both sides. */
  readonly together: number;
  readonly antecedents: number;
  readonly consequents: number;
  readonly baskets: number;
}

/** Rounded to six significant digits: they are there to be read, and 10,000 rules must fit into a response. */
export interface RuleMeasures {
  /** Support beyond that of independent sides, -0.25..0.25 (Piatetsky-Shapiro 1991). */
  readonly leverage: number;
  /**
   * How many times as often the rule would fail were its sides independent, 0 and up; null where it never fails
   * (Brin, Motwani, Ullman & Tsur 1997).
   */
  readonly conviction: number | null;
  /** Association from -1 (never together) over 0 (independent) to 1 (Zhang 2000). */
  readonly zhang: number;
  /** Mean of the confidences of the rule and its converse, 0..1 (Kulczynski 1927; null-invariant: Wu, Chen & Han 2010). */
  readonly kulczynski: number;
  /** How unequal the sides' supports are, 0..1: Kulczynski near 0.5 means little where it is high (Wu, Chen & Han 2010). */
  readonly imbalance_ratio: number;
  /** Chance of so many joint baskets, or more, with independent sides: Fisher's exact test, one-sided. */
  readonly p_value: number;
  /**
   * The same corrected for looking at many rules: times the number of all rules found, returned or not, at most 1
   * (Bonferroni). Below 0.05, the chance of one or more false rules among all of them is at most 5 %.
   */
  readonly p_value_corrected: number;
}

/** `ruleCount`: all rules found. No side may be empty in fact: its count is at least 1. */
export function ruleMeasures(
  { together, antecedents, consequents, baskets }: RuleCounts,
  ruleCount: number,
): RuleMeasures {
  const joint = together * baskets - antecedents * consequents;
  const misses = antecedents - together;
  const converse = Math.max(together * (baskets - antecedents), antecedents * (consequents - together));
  const pValue = fisherPValue(together, antecedents, consequents, baskets);
  return {
    leverage: rounded(joint / (baskets * baskets)),
    conviction: misses === 0 ? null : rounded((antecedents * (baskets - consequents)) / (baskets * misses)),
    zhang: converse === 0 ? 0 : rounded(joint / converse),
    kulczynski: rounded((together / antecedents + together / consequents) / 2),
    imbalance_ratio: rounded(Math.abs(antecedents - consequents) / (antecedents + consequents - together)),
    p_value: rounded(pValue),
    p_value_corrected: corrected(pValue, ruleCount),
  };
}

/** `p_value_corrected` alone. */
export function publishedPValue(
  { together, antecedents, consequents, baskets }: RuleCounts,
  ruleCount: number,
): number {
  return corrected(fisherPValue(together, antecedents, consequents, baskets), ruleCount);
}

function corrected(pValue: number, ruleCount: number): number {
  return rounded(Math.min(1, pValue * ruleCount));
}

function rounded(figure: number): number {
  return Number(figure.toPrecision(6));
}
