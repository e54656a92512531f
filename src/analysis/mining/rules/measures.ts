// Computes measures of a rule from four counts. Each measure adds to support, confidence and lift.
import type { ruleMeasures as ruleMeasuresSchema } from '../../../contract/report-types/market-basket/schema/rule.ts';
import type { Shape } from '../../../contract/schema/shape.ts';
import { computeFisherPValue } from '../../chance/fisher.ts';
import { toAmount } from '../../money/decimal.ts';

export interface RuleCounts {
  /** Baskets that hold both sides. */
  readonly together: number;
  readonly antecedents: number;
  readonly consequents: number;
  readonly baskets: number;
}

/** Rounded to six significant digits, so that 10,000 rules fit into a response. */
export type RuleMeasures = Shape<typeof ruleMeasuresSchema>;

/** The expectation that a rule is compared with. */
interface ChanceOfRule {
  /** Expected baskets with both sides, given the sizes of baskets: over the whole time, and within periods. */
  readonly expected: number;
  readonly inPeriods: number;
  /** Given the sizes of baskets; the second also within periods, with customers instead of baskets. */
  readonly pValue: number;
  readonly customersPValue: number;
  /** The factor of the p-value. */
  readonly correction: number;
  readonly qValue: number;
}

/** Both sides occur: their counts are at least 1. */
export function computeRuleMeasures(
  { together, antecedents, consequents, baskets }: RuleCounts,
  { expected, inPeriods, pValue, customersPValue, correction, qValue }: ChanceOfRule,
): RuleMeasures {
  const joint = together * baskets - antecedents * consequents;
  const misses = antecedents - together;
  const converse = Math.max(together * (baskets - antecedents), antecedents * (consequents - together));
  return {
    leverage: roundFigure(joint / (baskets * baskets)),
    conviction:
      misses === 0 ? null : roundFigure((antecedents * (baskets - consequents)) / (baskets * misses)),
    zhang: converse === 0 ? 0 : roundFigure(joint / converse),
    kulczynski: roundFigure((together / antecedents + together / consequents) / 2),
    imbalance_ratio: roundFigure(
      Math.abs(antecedents - consequents) / (antecedents + consequents - together),
    ),
    expected_occurrences: Number(expected.toPrecision(9)),
    lift_given_sizes: roundFigure(together / expected),
    lift_within_periods: roundFigure(together / inPeriods),
    p_value: roundFigure(computeFisherPValue(together, antecedents, consequents, baskets)),
    p_value_given_sizes: roundFigure(pValue),
    p_value_corrected: correctPValue(customersPValue, correction),
    q_value: roundFigure(qValue),
  };
}

/** Corrects and rounds the p-value as published. */
export function correctPValue(pValue: number, correction: number): number {
  return roundFigure(Math.min(1, pValue * correction));
}

function roundFigure(figure: number): number {
  return Number(figure.toPrecision(6));
}

// Computes what a rule is worth, and how many rules are rated High and Medium for it.

const HIGH_SHARE = 0.2;
const MEDIUM_SHARE = 0.3;

/**
 * The value of the consequents beyond expectation: their value in the baskets with both sides × the share of these
 * baskets beyond it.
 */
export function computeIncrementalValue(together: number, expected: number, consequentValue: number): number {
  return ((together - expected) / together) * consequentValue;
}

/** Significant digits: enough to recompute a value, too few to show the rounding of its factors. */
const DIGITS = 12;

/** Converts a value in units of 10^-scale into the published incremental value, in the currency. */
export function toPublishedValue(value: number, scale: number): number {
  return Number(toAmount(value, scale).toPrecision(DIGITS));
}

/** Ranks by value, from 1, of the last of `count` rules that is High and of the last that is Medium. */
export function computeLastRanks(count: number): { readonly high: number; readonly medium: number } {
  const high = Math.ceil(HIGH_SHARE * count);
  return { high, medium: Math.min(count, high + Math.ceil(MEDIUM_SHARE * count)) };
}
