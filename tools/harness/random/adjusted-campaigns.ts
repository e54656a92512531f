// Simulates campaigns to customers with a past, and counts how often their intervals exclude no effect on any day, hold
// the true one on the last, and how wide they are beside those that are not adjusted.

import { adjustByPast } from '../../../src/analysis/effect/adjustment.ts';
import {
  computeAdjustedBounds,
  computeDailyBounds,
  type DailyBounds,
} from '../../../src/analysis/effect/daily-bounds.ts';
import type { Outcomes } from '../../../src/analysis/effect/outcomes.ts';
import {
  type ArmMoments,
  computeDifferencePaths,
  computeMomentsOn,
  computeStandardError,
  createRelabellings,
  type Relabellings,
} from '../../../src/analysis/effect/paths.ts';
import { createSeries } from '../../../src/analysis/effect/series.ts';
import { type CampaignWithPast, drawCampaignWithPast } from './campaigns.ts';
import { createRandom } from './random.ts';

const USUAL = { customers: 1_200, heldOut: 120, days: 6, orders: 0.5, skew: 1.2, spread: 0.8, past: 6 };

/** Four shops with skewed spend. */
export const DESIGNS: Readonly<Record<string, Omit<CampaignWithPast, 'lift'>>> = {
  'exponential rates': USUAL,
  'Pareto rates': { ...USUAL, rates: 'pareto' },
  'small arms': { ...USUAL, customers: 400, heldOut: 60, orders: 0.7, skew: 1.5, spread: 1.5 },
  'large spenders': { ...USUAL, orders: 0.3, skew: 1.5, spread: 2 },
};

const MEASURES = ['orders', 'revenue'] as const;
type Measure = (typeof MEASURES)[number];

export interface Tally {
  /** Campaigns whose interval excludes no effect on any day: the adjusted one, where there is one. */
  claims: number;
  /** The same of plain intervals. */
  plainClaims: number;
  /**
   * Share of all relabellings whose interval would do so, on average. Without an effect, outcomes are those of any
   * other arms, so that this leaves little to chance.
   */
  claimedShare: number;
  /** Campaigns whose last interval holds the true effect. */
  holds: number;
  plainHolds: number;
  /** Campaigns whose last interval excludes no effect. */
  lastClaims: number;
  plainLastClaims: number;
  /** Campaigns with an adjusted interval on the last day. */
  adjusted: number;
  /** Width of the last interval beside the plain one, on average over all campaigns. */
  width: number;
  /** The same at most, on any day. */
  widest: number;
}

export interface Simulation {
  readonly campaigns: number;
  /** Seed of the first campaign; the next ones follow it. */
  readonly firstSeed: number;
  readonly relabellings: number;
}

export function simulateCampaigns(
  design: CampaignWithPast,
  { campaigns, firstSeed, relabellings }: Simulation,
): Record<Measure, Tally> {
  const tallies = { orders: createTally(), revenue: createTally() };
  for (let seed = firstSeed; seed < firstSeed + campaigns; seed++) {
    const { outcomes, added } = drawCampaignWithPast(createRandom(seed), design);
    for (const measure of MEASURES) {
      const own = { days: design.days, relabellings, skipped: (seed - firstSeed) * relabellings };
      const looked = lookDaily(measure, outcomes, own);
      addCampaign(tallies[measure], looked, added[measure]);
    }
  }
  for (const one of Object.values(tallies)) {
    one.width /= campaigns;
    one.claimedShare /= campaigns;
  }
  return tallies;
}

const createTally = (): Tally => ({
  ...{ claims: 0, plainClaims: 0, claimedShare: 0, holds: 0, plainHolds: 0, lastClaims: 0 },
  ...{ plainLastClaims: 0, adjusted: 0, width: 0, widest: 0 },
});

interface Interval {
  readonly lower: number;
  readonly upper: number;
}

interface Looked {
  /** The intervals that reports of each day state. */
  readonly days: readonly { readonly plain: Interval; readonly adjusted: Interval | undefined }[];
  /** Share of all relabellings that would claim an effect on any day. */
  readonly claimedShare: number;
}

interface Looks {
  readonly days: number;
  readonly relabellings: number;
  /**
   * Relabellings of the service that other campaigns have used; default 0. A few hundred that all campaigns shared would
   * put each share of claims off by more than a percent.
   */
  readonly skipped?: number;
}

export function lookDaily(
  measure: Measure,
  outcomes: Outcomes,
  { days, relabellings: most, skipped = 0 }: Looks,
): Looked {
  const all = createRelabellings(outcomes, most);
  const relabellings: Relabellings = {
    ...all,
    fill: (index, isHeldOut) => all.fill(index === 0 ? 0 : index + skipped, isHeldOut),
  };
  const series = createSeries(outcomes, measure);
  const paths = computeDifferencePaths(series, outcomes, relabellings, days);
  const bounds = computeDailyBounds(paths, days, days);
  const perDay = Array.from({ length: days }, (_, day) =>
    adjustByPast(measure, series, { outcomes, relabellings, looks: day + 1 }),
  );
  // Paths up to a day begin as those up to earlier days do.
  const looks = perDay.findLastIndex((one) => one !== undefined) + 1;
  const adjusted = perDay[looks - 1]?.computePaths();
  const adjustedBounds =
    adjusted &&
    computeAdjustedBounds(
      { paths: takeLooks(paths, days, looks), bounds: bounds.slice(0, looks) },
      adjusted,
      looks,
      days,
    );
  const isClaimed = (r: number, day: number): boolean => {
    const own = adjustedBounds?.[day];
    const isAdjusted = adjusted && own && (adjusted.errors[r * looks + day] ?? Number.NaN) <= own.mostError;
    const { upper = Number.NaN, lower = Number.NaN } = (isAdjusted ? own : bounds[day]) ?? {};
    const value = (isAdjusted ? adjusted.differences[r * looks + day] : paths[r * days + day]) ?? Number.NaN;
    return value > upper || -value > lower;
  };
  let claimed = 0;
  for (let r = 0; r < relabellings.count; r++) {
    if (bounds.some((_, day) => isClaimed(r, day))) claimed++;
  }
  return {
    days: bounds.map((bound, day) => {
      const plain = computeMomentsOn(series, outcomes, outcomes.isHeldOut, day + 1);
      const own = perDay[day]?.computeArms();
      const ownBounds = adjustedBounds?.[day];
      return {
        plain: computeInterval(plain, bound),
        adjusted:
          own && ownBounds && own.error <= ownBounds.mostError
            ? computeInterval(own.arms, ownBounds)
            : undefined,
      };
    }),
    claimedShare: claimed / relabellings.count,
  };
}

/** The first `looks` days of paths over `days`. */
function takeLooks(paths: Float64Array, days: number, looks: number): Float64Array {
  return paths.filter((_, at) => at % days < looks);
}

function computeInterval(
  arms: readonly [sent: ArmMoments, heldOut: ArmMoments],
  { upper, lower }: DailyBounds,
): Interval {
  const difference = arms[0].mean - arms[1].mean;
  const error = computeStandardError(arms);
  return { lower: difference - upper * error, upper: difference + lower * error };
}

const compareWidths = (some: Interval, other: Interval): number =>
  (some.upper - some.lower) / (other.upper - other.lower);

export const excludesNone = ({ lower, upper }: Interval): boolean => lower > 0 || upper < 0;

function addCampaign(into: Tally, { days: looks, claimedShare }: Looked, truth: number): void {
  const last = looks.at(-1);
  if (last === undefined) return;
  const holds = ({ lower, upper }: Interval): number => Number(lower <= truth && truth <= upper);
  const chosen = last.adjusted ?? last.plain;
  into.claims += Number(looks.some(({ plain, adjusted = plain }) => excludesNone(adjusted)));
  into.claimedShare += claimedShare;
  into.plainClaims += Number(looks.some(({ plain }) => excludesNone(plain)));
  into.holds += holds(chosen);
  into.plainHolds += holds(last.plain);
  into.lastClaims += Number(excludesNone(chosen));
  into.plainLastClaims += Number(excludesNone(last.plain));
  into.adjusted += Number(last.adjusted !== undefined);
  into.width += compareWidths(chosen, last.plain);
  for (const { plain, adjusted } of looks) {
    if (adjusted !== undefined) into.widest = Math.max(into.widest, compareWidths(adjusted, plain));
  }
}
