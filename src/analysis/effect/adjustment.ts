// Adjusts a measure by what customers bought before they were assigned (CUPED: Deng, Xu, Kohavi & Walker, WSDM 2013).
// The past is fixed before the assignment and the slopes are those of both arms together, so that neither depends on
// who is held out: relabellings of adjusted measures stay exact.

import type { EffectMeasure } from '../../contract/report-types/effect/limits.ts';
import {
  type Arms,
  addUp,
  computeArmsOn,
  computeArmsWith,
  computeExplained,
  createSums,
  fitSlopes,
  type Slopes,
  type Sums,
} from './adjusted-sums.ts';
import { type Covariates, createCovariates } from './covariates.ts';
import type { AdjustedPaths } from './daily-bounds.ts';
import type { Outcomes } from './outcomes.ts';
import {
  computeStandardError,
  describeSpread,
  MOST_WORK,
  type Relabellings,
  type Spread,
  studentizeDifference,
} from './paths.ts';
import type { Series } from './series.ts';

/** Share of the variance that the past must explain; an adjustment by less gains less than 2.6 % of an interval. */
const LEAST_EXPLAINED = 0.05;
/** Fewest relabellings of adjusted measures. */
const FEWEST = 2_000;

export interface AdjustedMeasure {
  /** Share of the variance between customers that their past explains, allowing for the number of slopes. */
  readonly explained: number;
  readonly spread: Spread;
  readonly relabellings: Relabellings;
  /** By the end of the days that are looked at. `isHeldOut`: default that of the outcomes. */
  computeArms(isHeldOut?: Uint8Array): AdjustedArms;
  computePaths(): AdjustedPaths;
}

interface AdjustedArms {
  readonly arms: Arms;
  /** Standard error of the difference relative to that of the plain one; infinite where the past explains too little. */
  readonly error: number;
}

/** Undefined without a past, or if it explains too little of the measure by the end of the first `looks` days. */
export function adjustByPast(
  measure: EffectMeasure,
  series: Series,
  { outcomes, relabellings: all, looks }: AdjustedOn,
): AdjustedMeasure | undefined {
  const { heldOut, isHeldOut } = outcomes;
  const fitted = fitPast(measure, series, outcomes, looks);
  if (fitted === undefined) return undefined;
  const { explained, covariates } = fitted;
  const held = createSums(heldOut, looks);
  const relabellings = restrictRelabellings(all, isHeldOut.length);
  return {
    explained,
    spread: computeAdjustedSpread(series, fitted, looks),
    relabellings,
    computeArms(arm = isHeldOut) {
      addUp(series, covariates, arm, held);
      return adjustArmsOn(looks - 1, fitted, held);
    },
    computePaths() {
      const arm = new Uint8Array(isHeldOut.length);
      const differences = new Float64Array(relabellings.count * looks);
      const errors = new Float64Array(differences.length);
      for (let r = 0; r < relabellings.count; r++) {
        relabellings.fill(r, arm);
        addUp(series, covariates, arm, held);
        for (let look = 0; look < looks; look++) {
          const { arms, error } = adjustArmsOn(look, fitted, held);
          differences[r * looks + look] = studentizeDifference(arms);
          errors[r * looks + look] = error;
        }
      }
      return { differences, errors };
    },
  };
}

/** The spread of a measure that is adjusted, without any arms; undefined as for `adjustByPast`. */
export function adjustSpread(
  measure: EffectMeasure,
  series: Series,
  outcomes: Outcomes,
  looks: number,
): Pick<AdjustedMeasure, 'explained' | 'spread'> | undefined {
  const fitted = fitPast(measure, series, outcomes, looks);
  return fitted && { explained: fitted.explained, spread: computeAdjustedSpread(series, fitted, looks) };
}

interface Fitted {
  /** By the end of the days that are looked at. */
  readonly explained: number;
  /** 1 for each day by whose end the past explains enough. */
  readonly isExplained: Uint8Array;
  readonly covariates: Covariates;
  readonly everyone: Sums;
  readonly slopes: Slopes;
}

function fitPast(
  measure: EffectMeasure,
  series: Series,
  outcomes: Outcomes,
  looks: number,
): Fitted | undefined {
  const covariates = createCovariates(measure, outcomes);
  if (covariates === undefined) return undefined;
  const everyone = createSums(outcomes.customers, looks);
  addUp(series, covariates, new Uint8Array(outcomes.isHeldOut.length).fill(1), everyone);
  const slopes = fitSlopes(everyone, looks);
  const explained = Float64Array.from({ length: looks }, (_, look) =>
    computeExplained(everyone, slopes, covariates.count, look),
  );
  const isExplained = Uint8Array.from(explained, (share) => Number(share >= LEAST_EXPLAINED));
  if (isExplained[looks - 1] === 0) return undefined;
  return { explained: explained[looks - 1], isExplained, covariates, everyone, slopes };
}

function adjustArmsOn(look: number, { isExplained, everyone, slopes }: Fitted, held: Sums): AdjustedArms {
  const arms = computeArmsOn(look, everyone, held, slopes);
  const plain = computeStandardError(computeArmsWith(0, look, everyone, held, slopes));
  const isUseful = isExplained[look] === 1 && plain > 0;
  return { arms, error: isUseful ? computeStandardError(arms) / plain : Number.POSITIVE_INFINITY };
}

interface AdjustedOn {
  readonly outcomes: Outcomes;
  readonly relabellings: Relabellings;
  readonly looks: number;
}

/** The first ones, if all of them would take seconds. */
function restrictRelabellings(all: Relabellings, customers: number): Relabellings {
  const most = Math.max(FEWEST, Math.floor(MOST_WORK / customers));
  return all.isExact || all.count <= most ? all : { ...all, count: most };
}

function computeAdjustedSpread(
  series: Series,
  { covariates: { first, second }, everyone: { past }, slopes }: Fitted,
  looks: number,
): Spread {
  const [slope, otherSlope] = [slopes.first[looks - 1], slopes.second[looks - 1]];
  const mean = (slope * past.first + otherSlope * past.second) / past.customers;
  const adjusted = first.map((one, a) => mean - slope * one - otherSlope * second[a]);
  for (let a = 0; a + 1 < series.start.length; a++) {
    for (let at = series.start[a]; at < series.start[a + 1] && series.look[at] < looks; at++) {
      adjusted[a] += series.step[at];
    }
  }
  const spread = describeSpread(adjusted, past.customers, mean);
  // Both covariates have variance 1 and are not correlated.
  return { ...spread, explained: slope ** 2 + otherSlope ** 2 };
}
