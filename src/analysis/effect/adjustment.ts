// Adjusts a measure by what customers bought before they were assigned (CUPED: Deng, Xu, Kohavi & Walker, WSDM 2013).
// The past is fixed before the assignment and the slopes are those of both arms together, so that neither depends on
// who is held out: relabellings of adjusted measures stay exact.

import type { EffectMeasure } from '../../contract/report-types/effect/limits.ts';
import type { AdjustedPaths } from './daily-bounds.ts';
import type { Outcomes } from './outcomes.ts';
import {
  type ArmMoments,
  computeStandardError,
  describeSpread,
  MOST_WORK,
  type Relabellings,
  type Spread,
  studentizeDifference,
  toMoments,
} from './paths.ts';
import type { Series } from './series.ts';

/** Share of the variance that the past must explain; an adjustment by less gains less than 2.6 % of an interval. */
const LEAST_EXPLAINED = 0.05;
/** Customers with a past that two slopes are estimated from. */
const LEAST_WITH_PAST = 30;
/** Fewest relabellings of adjusted measures. */
const FEWEST = 2_000;

/** Two columns of the past with variance 1 over everyone assigned, not correlated with each other; 0 without a past. */
interface Covariates {
  readonly first: Float64Array;
  readonly second: Float64Array;
  readonly count: 1 | 2;
}

/** Sums over the customers of an arm, or over all. */
interface PastSums {
  readonly customers: number;
  first: number;
  second: number;
  firstSquare: number;
  secondSquare: number;
  product: number;
}

/** Sums up to each day: of the measure, its square, and its products with both covariates. */
interface DailySums {
  readonly sum: Float64Array;
  readonly square: Float64Array;
  readonly withFirst: Float64Array;
  readonly withSecond: Float64Array;
}

interface Sums {
  readonly past: PastSums;
  readonly daily: DailySums;
}

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

type Arms = readonly [sent: ArmMoments, heldOut: ArmMoments];

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

/**
 * The measure's own past, and the logarithm of the number of orders: those who order often stay regular, but for
 * shares ten orders say little more than five.
 */
function createCovariates(
  measure: EffectMeasure,
  { customers, past }: Pick<Outcomes, 'customers' | 'past'>,
): Covariates | undefined {
  if (past.orders.filter((one) => one > 0).length < LEAST_WITH_PAST) return undefined;
  const own = measure === 'revenue' ? past.revenue : past.orders;
  const first = scaleToUnit(own, customers);
  if (first === undefined) return undefined;
  const logarithms = past.orders.map((one) => Math.log1p(one));
  const shared = computeCovariance(first, logarithms, customers);
  const rest = logarithms.map((one, at) => one - shared * first[at]);
  const isNew =
    computeCovariance(rest, rest, customers) >
    DISTINCT * computeCovariance(logarithms, logarithms, customers);
  const second = isNew ? scaleToUnit(rest, customers) : undefined;
  return second === undefined
    ? { first, second: new Float64Array(first.length), count: 1 }
    : { first, second, count: 2 };
}

/** Least share of a covariate's square that varies, and of the logarithm's variance that the first one leaves. */
const DISTINCT = 1e-6;

/** Undefined if all values are equal but for rounding. `customers`: everyone; those after the last value have 0. */
function scaleToUnit(values: Float64Array, customers: number): Float64Array | undefined {
  const variance = computeCovariance(values, values, customers);
  const square = values.reduce((sum, one) => sum + one ** 2, 0) / customers;
  return variance > DISTINCT * square ? values.map((one) => one / Math.sqrt(variance)) : undefined;
}

function computeCovariance(some: Float64Array, others: Float64Array, customers: number): number {
  let [sum, otherSum] = [0, 0];
  for (let at = 0; at < some.length; at++) {
    sum += some[at];
    otherSum += others[at];
  }
  const [mean, otherMean] = [sum / customers, otherSum / customers];
  let around = (customers - some.length) * mean * otherMean;
  for (let at = 0; at < some.length; at++) around += (some[at] - mean) * (others[at] - otherMean);
  return around / customers;
}

function createSums(customers: number, looks: number): Sums {
  return {
    past: { customers, first: 0, second: 0, firstSquare: 0, secondSquare: 0, product: 0 },
    daily: {
      sum: new Float64Array(looks),
      square: new Float64Array(looks),
      withFirst: new Float64Array(looks),
      withSecond: new Float64Array(looks),
    },
  };
}

/** Adds up the marked customers. Days beyond the sums don't count. */
function addUp(
  { start, look, step, squareStep }: Series,
  { first, second }: Covariates,
  marked: Uint8Array,
  { past, daily: { sum, square, withFirst, withSecond } }: Sums,
): void {
  for (const sums of [sum, square, withFirst, withSecond]) sums.fill(0);
  let [sumFirst, sumSecond, firstSquare, secondSquare, product] = [0, 0, 0, 0, 0];
  const active = start.length - 1;
  for (let a = 0; a < marked.length; a++) {
    if (marked[a] === 0) continue;
    const [one, other] = [first[a], second[a]];
    sumFirst += one;
    sumSecond += other;
    firstSquare += one * one;
    secondSquare += other * other;
    product += one * other;
    if (a >= active) continue;
    for (let at = start[a]; at < start[a + 1]; at++) {
      const day = look[at];
      if (day >= sum.length) break;
      const added = step[at];
      sum[day] += added;
      square[day] += squareStep[at];
      withFirst[day] += added * one;
      withSecond[day] += added * other;
    }
  }
  for (let day = 1; day < sum.length; day++) {
    sum[day] += sum[day - 1];
    square[day] += square[day - 1];
    withFirst[day] += withFirst[day - 1];
    withSecond[day] += withSecond[day - 1];
  }
  past.first = sumFirst;
  past.second = sumSecond;
  past.firstSquare = firstSquare;
  past.secondSquare = secondSquare;
  past.product = product;
}

/** Least squares over everyone on each day: covariances, as the covariates have variance 1 and are not correlated. */
interface Slopes {
  readonly first: Float64Array;
  readonly second: Float64Array;
}

function fitSlopes({ past, daily }: Sums, looks: number): Slopes {
  const { customers } = past;
  const computeSlopes = (products: Float64Array, sum: number): Float64Array =>
    Float64Array.from(
      { length: looks },
      (_, look) => (products[look] - (sum * daily.sum[look]) / customers) / customers,
    );
  return {
    first: computeSlopes(daily.withFirst, past.first),
    second: computeSlopes(daily.withSecond, past.second),
  };
}

function computeExplained(
  { past: { customers }, daily }: Sums,
  { first, second }: Slopes,
  count: number,
  look: number,
): number {
  const variance = (daily.square[look] - daily.sum[look] ** 2 / customers) / customers;
  const share = variance > 0 ? (first[look] ** 2 + second[look] ** 2) / variance : 0;
  return 1 - ((1 - share) * (customers - 1)) / Math.max(1, customers - 1 - count);
}

/**
 * A campaign with an effect raises the slopes of those it was sent to, who are most of everyone; the difference varies
 * most with those held out. Slopes are therefore scaled to the means of the arms, weighted as their variances (Lin,
 * Annals of Applied Statistics 7, 2013). Relabellings scale theirs in the same way.
 */
function computeArmsOn(look: number, everyone: Sums, held: Sums, slopes: Slopes): Arms {
  const [sent, heldOut] = computeArmsWith(1, look, everyone, held, slopes);
  const { customers } = everyone.past;
  const mean = everyone.daily.sum[look] / customers;
  const weighted = (sent.mean * heldOut.customers + heldOut.mean * sent.customers) / customers;
  const scale = mean > 0 ? Math.min(MOST_SCALE, Math.max(0, weighted / mean)) : 1;
  return computeArmsWith(scale, look, everyone, held, slopes);
}

const MOST_SCALE = 2;

function computeArmsWith(scale: number, look: number, everyone: Sums, held: Sums, slopes: Slopes): Arms {
  const [slope, otherSlope] = [scale * slopes.first[look], scale * slopes.second[look]];
  const [all, others, of, daily] = [everyone.past, held.past, everyone.daily, held.daily];
  const mean = (slope * all.first + otherSlope * all.second) / all.customers;
  // The measure less the deviation of its fitted value from the mean of these.
  const computeMoments = (
    customers: number,
    [sum, square, withFirst, withSecond]: readonly [number, number, number, number],
    past: Omit<PastSums, 'customers'>,
  ): ArmMoments =>
    toMoments(
      sum - slope * past.first - otherSlope * past.second + customers * mean,
      square +
        slope ** 2 * past.firstSquare +
        otherSlope ** 2 * past.secondSquare +
        2 * slope * otherSlope * past.product -
        2 * slope * withFirst -
        2 * otherSlope * withSecond +
        2 * mean * (sum - slope * past.first - otherSlope * past.second) +
        customers * mean ** 2,
      customers,
    );
  return [
    computeMoments(
      all.customers - others.customers,
      [
        of.sum[look] - daily.sum[look],
        of.square[look] - daily.square[look],
        of.withFirst[look] - daily.withFirst[look],
        of.withSecond[look] - daily.withSecond[look],
      ],
      {
        first: all.first - others.first,
        second: all.second - others.second,
        firstSquare: all.firstSquare - others.firstSquare,
        secondSquare: all.secondSquare - others.secondSquare,
        product: all.product - others.product,
      },
    ),
    computeMoments(
      others.customers,
      [daily.sum[look], daily.square[look], daily.withFirst[look], daily.withSecond[look]],
      others,
    ),
  ];
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
  return describeSpread(adjusted, past.customers, mean);
}
