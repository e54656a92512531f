// The difference of two arms in units of its standard error, on each day of the window so far.
import type { Relabellings } from './relabellings.ts';
import type { Series } from './series.ts';

/** Of one measure, on one day. */
export interface ArmMoments {
  readonly customers: number;
  readonly mean: number;
  /** Of one customer: with customers − 1 as its divisor. */
  readonly variance: number;
}

/** Sums and sums of squares up to each day, of everyone. */
interface Totals {
  readonly sum: Float64Array;
  readonly square: Float64Array;
}

export interface Groups {
  readonly customers: number;
  readonly heldOut: number;
  readonly active: number;
}

/** Where all of an arm did the same, and the other arm did another. */
const FAR = 1e6;
/** Equal statistics may differ in their last digits by the order of sums. */
const ROUNDING = 1e9;

/**
 * Studentized differences (sent − held out; Welch 1947): of relabelling r on day d at r × looks + d. Permutations of studentized
 * differences stay valid where variances differ (Chung & Romano, Annals of Statistics 41, 2013).
 */
export function differencePaths(
  series: Series,
  groups: Groups,
  relabellings: Relabellings,
  looks: number,
): Float64Array {
  const { count } = relabellings;
  const all = totalsOf(series, groups.active, looks);
  const arm = new Uint8Array(groups.active);
  const held: Totals = { sum: new Float64Array(looks), square: new Float64Array(looks) };
  const paths = new Float64Array(count * looks);
  for (let r = 0; r < count; r++) {
    relabellings.fill(r, arm);
    addUp(series, groups.active, held, arm);
    for (let look = 0; look < looks; look++) {
      paths[r * looks + look] = studentized(momentsAt(all, held, groups, look));
    }
  }
  return paths;
}

/** Of the arms as they are. */
export function momentsOn(
  series: Series,
  groups: Groups,
  isHeldOut: Uint8Array,
  looks: number,
): readonly [sent: ArmMoments, heldOut: ArmMoments] {
  const held: Totals = { sum: new Float64Array(looks), square: new Float64Array(looks) };
  addUp(series, groups.active, held, isHeldOut);
  return momentsAt(totalsOf(series, groups.active, looks), held, groups, looks - 1);
}

export function standardError([sent, heldOut]: readonly [ArmMoments, ArmMoments]): number {
  return Math.sqrt(sent.variance / sent.customers + heldOut.variance / heldOut.customers);
}

export function studentized(arms: readonly [ArmMoments, ArmMoments]): number {
  const difference = arms[0].mean - arms[1].mean;
  const error = standardError(arms);
  if (error > 0) return Math.round((difference / error) * ROUNDING) / ROUNDING;
  return difference === 0 ? 0 : Math.sign(difference) * FAR;
}

function totalsOf(series: Series, active: number, looks: number): Totals {
  const all: Totals = { sum: new Float64Array(looks), square: new Float64Array(looks) };
  addUp(series, active, all, new Uint8Array(active).fill(1));
  return all;
}

/** Steps of the marked customers, added up over the days. Days that are beyond the totals don't count. */
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

function momentsAt(
  all: Totals,
  held: Totals,
  { customers, heldOut }: Groups,
  look: number,
): readonly [ArmMoments, ArmMoments] {
  return [
    moments(all.sum[look] - held.sum[look], all.square[look] - held.square[look], customers - heldOut),
    moments(held.sum[look], held.square[look], heldOut),
  ];
}

function moments(sum: number, square: number, customers: number): ArmMoments {
  if (customers < 2) return { customers, mean: customers === 0 ? 0 : sum, variance: 0 };
  const mean = sum / customers;
  const around = square - sum * mean;
  // Of equal values, rounding leaves next to nothing.
  const variance = around > square * 1e-12 ? around / (customers - 1) : 0;
  return { customers, mean, variance };
}
