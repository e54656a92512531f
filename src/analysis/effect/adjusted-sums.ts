// Sums measures and their covariates over the customers of an arm, fits slopes to them, and computes the moments of
// adjusted arms, on each day.
import type { Covariates } from './covariates.ts';
import { type ArmMoments, toMoments } from './paths.ts';
import type { Series } from './series.ts';

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

export interface Sums {
  readonly past: PastSums;
  readonly daily: DailySums;
}

export type Arms = readonly [sent: ArmMoments, heldOut: ArmMoments];

export function createSums(customers: number, looks: number): Sums {
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
export function addUp(
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
export interface Slopes {
  readonly first: Float64Array;
  readonly second: Float64Array;
}

export function fitSlopes({ past, daily }: Sums, looks: number): Slopes {
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

export function computeExplained(
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
export function computeArmsOn(look: number, everyone: Sums, held: Sums, slopes: Slopes): Arms {
  const [sent, heldOut] = computeArmsWith(1, look, everyone, held, slopes);
  const { customers } = everyone.past;
  const mean = everyone.daily.sum[look] / customers;
  const weighted = (sent.mean * heldOut.customers + heldOut.mean * sent.customers) / customers;
  const scale = mean > 0 ? Math.min(MOST_SCALE, Math.max(0, weighted / mean)) : 1;
  return computeArmsWith(scale, look, everyone, held, slopes);
}

const MOST_SCALE = 2;

export function computeArmsWith(
  scale: number,
  look: number,
  everyone: Sums,
  held: Sums,
  slopes: Slopes,
): Arms {
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
