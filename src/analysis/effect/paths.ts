// Computes the difference of two arms in units of its standard error, on each day of the window so far.
import type { Series } from './series.ts';

/** Moments of one measure on one day. */
export interface ArmMoments {
  readonly customers: number;
  readonly mean: number;
  /** Variance between customers, with the divisor customers − 1. */
  readonly variance: number;
}

/** Sums and sums of squares up to each day, over all customers. */
interface Totals {
  readonly sum: Float64Array;
  readonly square: Float64Array;
}

interface Groups {
  readonly customers: number;
  readonly heldOut: number;
  readonly active: number;
}

/** The statistic if all customers of each arm did the same, and the arms differ. */
const FAR = 1e6;
/** Rounds statistics to 9 decimals: equal ones may differ in their last digits by the order of sums. */
const ROUNDING = 1e9;

/**
 * Studentized differences (sent − held out; Welch 1947): relabelling r on day d is at r × looks + d. Permutations of
 * studentized differences stay valid under unequal variances (Chung & Romano, Annals of Statistics 41, 2013).
 */
export function computeDifferencePaths(
  series: Series,
  groups: Groups,
  relabellings: Relabellings,
  looks: number,
): Float64Array {
  const { count } = relabellings;
  const all = sumSteps(series, groups.active, looks);
  const arm = new Uint8Array(groups.active);
  const held: Totals = { sum: new Float64Array(looks), square: new Float64Array(looks) };
  const paths = new Float64Array(count * looks);
  for (let r = 0; r < count; r++) {
    relabellings.fill(r, arm);
    addUp(series, groups.active, held, arm);
    for (let look = 0; look < looks; look++) {
      paths[r * looks + look] = studentizeDifference(computeMomentsAt(all, held, groups, look));
    }
  }
  return paths;
}

/** Moments of the actual arms. */
export function computeMomentsOn(
  series: Series,
  groups: Groups,
  isHeldOut: Uint8Array,
  looks: number,
): readonly [sent: ArmMoments, heldOut: ArmMoments] {
  const held: Totals = { sum: new Float64Array(looks), square: new Float64Array(looks) };
  addUp(series, groups.active, held, isHeldOut);
  return computeMomentsAt(sumSteps(series, groups.active, looks), held, groups, looks - 1);
}

export function computeStandardError([sent, heldOut]: readonly [ArmMoments, ArmMoments]): number {
  return Math.sqrt(sent.variance / sent.customers + heldOut.variance / heldOut.customers);
}

export function studentizeDifference(arms: readonly [ArmMoments, ArmMoments]): number {
  const difference = arms[0].mean - arms[1].mean;
  const error = computeStandardError(arms);
  if (error > 0) return Math.round((difference / error) * ROUNDING) / ROUNDING;
  return difference === 0 ? 0 : Math.sign(difference) * FAR;
}

function sumSteps(series: Series, active: number, looks: number): Totals {
  const all: Totals = { sum: new Float64Array(looks), square: new Float64Array(looks) };
  addUp(series, active, all, new Uint8Array(active).fill(1));
  return all;
}

/** Adds up the steps of the marked customers over the days. Days beyond the totals don't count. */
function addUp({ start, look, step, squareStep }: Series, active: number, into: Totals, marked: Uint8Array) {
  const { sum, square } = into;
  sum.fill(0);
  square.fill(0);
  for (let a = 0; a < active; a++) {
    if (marked[a] === 0) continue;
    for (let at = start[a]; at < start[a + 1]; at++) {
      if (look[at] >= sum.length) break;
      sum[look[at]] += step[at];
      square[look[at]] += squareStep[at];
    }
  }
  for (let day = 1; day < sum.length; day++) {
    sum[day] += sum[day - 1];
    square[day] += square[day - 1];
  }
}

function computeMomentsAt(
  all: Totals,
  held: Totals,
  { customers, heldOut }: Groups,
  look: number,
): readonly [ArmMoments, ArmMoments] {
  return [
    toMoments(all.sum[look] - held.sum[look], all.square[look] - held.square[look], customers - heldOut),
    toMoments(held.sum[look], held.square[look], heldOut),
  ];
}

export function toMoments(sum: number, square: number, customers: number): ArmMoments {
  if (customers < 2) return { customers, mean: customers === 0 ? 0 : sum, variance: 0 };
  const mean = sum / customers;
  const around = square - sum * mean;
  // Treat a variance within rounding of equal values as 0.
  const variance = around > square * 1e-12 ? around / (customers - 1) : 0;
  return { customers, mean, variance };
}

// Lists who could have been held out instead: all choices if they are few, otherwise a fixed sample.

/** Most active customers × relabellings; more would take seconds. */
export const MOST_WORK = 2e8;
const MOST = 9_999;
const FEWEST = 1_999;

export interface Relabellings {
  readonly count: number;
  /** True if all choices are listed, not a sample. */
  readonly isExact: boolean;
  /**
   * Writes the arms of the first customers, 1 for held out: as many as there is room for. In a sample, index 0 is the
   * actual assignment. A customer's arm depends only on those before it: later active customers change none of it.
   */
  fill(index: number, isHeldOut: Uint8Array): void;
}

interface Arms {
  readonly customers: number;
  readonly heldOut: number;
  readonly active: number;
  readonly isHeldOut: Uint8Array;
}

export function createRelabellings(arms: Arms, most = MOST): Relabellings {
  const ways = countWaysToChoose(arms.customers, arms.heldOut, most + 1);
  if (ways <= most + 1) return listAllWays(arms, ways);
  const fewest = Math.min(FEWEST, most);
  const drawn = Math.max(fewest, Math.min(most, Math.floor(MOST_WORK / Math.max(1, arms.active))));
  return { count: drawn + 1, isExact: false, fill: (index, into) => draw(arms, index, into) };
}

/** Number of ways to choose `chosen` of `customers`; Infinity beyond `limit`. */
function countWaysToChoose(customers: number, chosen: number, limit: number): number {
  let ways = 1;
  for (let k = 1; k <= Math.min(chosen, customers - chosen); k++) {
    ways = (ways * (customers - k + 1)) / k;
    if (ways > limit) return Number.POSITIVE_INFINITY;
  }
  return Math.round(ways);
}

/**
 * Selection sampling (Knuth, The Art of Computer Programming 2, 3.4.2, algorithm S), up to the last that is written.
 */
function draw({ customers, heldOut, isHeldOut }: Arms, index: number, into: Uint8Array): void {
  if (index === 0) {
    into.set(isHeldOut.subarray(0, into.length));
    return;
  }
  let state = Math.imul(index, 0x9e3779b1);
  let toChoose = heldOut;
  for (let a = 0; a < into.length; a++) {
    // mulberry32.
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    const random = ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
    const isChosen = random * (customers - a) < toChoose;
    into[a] = isChosen ? 1 : 0;
    if (isChosen) toChoose--;
  }
}

/** In lexicographic order; customers without an order take the places after the active ones. */
function listAllWays({ customers, heldOut }: Arms, count: number): Relabellings {
  const chosen = Array.from({ length: heldOut }, (_, at) => at);
  let current = 0;
  const advanceChoice = (): void => {
    let at = heldOut - 1;
    while (at >= 0 && chosen[at] === customers - heldOut + at) at--;
    if (at >= 0) chosen[at]++;
    for (let after = at + 1; after < heldOut; after++) chosen[after] = at < 0 ? after : chosen[after - 1] + 1;
    current = at < 0 ? 0 : current + 1;
  };
  return {
    count,
    isExact: true,
    fill(index, into) {
      while (current !== index) advanceChoice();
      into.fill(0);
      for (const place of chosen) if (place < into.length) into[place] = 1;
    },
  };
}

// Computes the lift that is detected with 80 % power, from the variance and skewness of customers.

/** Standard normal quantile of 80 %. */
const POWER_QUANTILE = 0.8416;
/**
 * The bound of the last day in standard errors, for daily looks at 5 %: 2.15 on 30 days, 2.21 on 180 (one look: 1.96).
 */
const LAST_BOUND = 2.2;

interface Sizes {
  readonly sent: number;
  readonly heldOut: number;
}

/** Spread of a measure over all customers, whatever their arm. */
export interface Spread {
  readonly mean: number;
  readonly variance: number;
  readonly skewness: number;
  /** Variance that the past explains; undefined for a measure that is not adjusted. */
  readonly explained?: number;
}

/** Computes the spread by the end of the first `looks` days. */
export function computeSpread(series: Series, { customers, active }: Groups, looks: number): Spread {
  const sums = new Float64Array(active);
  for (let a = 0; a < active; a++) {
    for (let at = series.start[a]; at < series.start[a + 1] && series.look[at] < looks; at++) {
      sums[a] += series.step[at];
    }
  }
  return describeSpread(sums, customers, 0);
}

/** `others`: the value of all customers after those of `values`. */
export function describeSpread(values: Float64Array, customers: number, others: number): Spread {
  const idle = customers - values.length;
  const size = Math.max(1, customers);
  const mean = (values.reduce((all, one) => all + one, 0) + idle * others) / size;
  const computeCentralMoment = (power: number): number =>
    (values.reduce((all, one) => all + (one - mean) ** power, 0) + idle * (others - mean) ** power) / size;
  const variance = computeCentralMoment(2);
  return { mean, variance, skewness: variance > 0 ? computeCentralMoment(3) / variance ** 1.5 : 0 };
}

/**
 * Lift relative to the mean; null if nothing was bought, an arm is empty, or no lift is large enough. Quantiles of the
 * studentized difference by its expansion to first order in skewness (Hall, The Bootstrap and Edgeworth Expansion,
 * 1992, 2.6): a small arm of skewed customers needs a higher bound.
 */
export function computeDetectableLift(
  { mean, variance, skewness, explained }: Spread,
  { sent, heldOut }: Sizes,
): number | null {
  if (!(mean > 0) || sent <= 0 || heldOut <= 0) return null;
  const ofOne = 1 / sent + 1 / heldOut;
  const skew = Math.max(0, (skewness * (1 / heldOut ** 2 - 1 / sent ** 2)) / ofOne ** 1.5);
  const shift = (quantile: number): number => ((2 * quantile ** 2 + 1) * skew) / 6;
  const bound = LAST_BOUND + shift(LAST_BOUND) + POWER_QUANTILE - shift(POWER_QUANTILE);
  // Lift² = q (variance of heldOut / heldOut + variance of sent / sent), in variances of customers without a lift.
  const q = (bound ** 2 * variance) / mean ** 2;
  // Without an adjustment, the variance of customers sent to grows with their mean: by 1 + lift. Adjusted, it is
  // (1 + lift)² + lift² explained / variance, because slopes fit those held out, and those sent to repeat the rest.
  const isAdjusted = explained !== undefined;
  const grown = ((isAdjusted ? 2 : 1) * q) / sent;
  const left = isAdjusted ? 1 - (q * (1 + explained / variance)) / sent : 1;
  return left > 0 ? (grown + Math.sqrt(grown ** 2 + 4 * left * q * ofOne)) / (2 * left) : null;
}

/** Longest estimate reported. */
const MOST_DAYS = 3_650;

/**
 * Total days after which a lift would be detected: relative errors shrink with the square root of time. Null beyond ten
 * years.
 */
export function estimateDaysNeeded(
  detectable: number | null,
  days: number,
  lift: number | null,
): number | null {
  if (detectable === null || lift === null || lift === 0) return null;
  const needed = Math.ceil(days * (detectable / Math.abs(lift)) ** 2);
  return needed <= MOST_DAYS ? needed : null;
}
