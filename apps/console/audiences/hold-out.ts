// Tells before an audience is saved whether its held-out customers will be enough to judge a campaign.
import { LEAST_IN_ARM } from '../../../src/contract/report-types/effect/limits.ts';

/** Largest share that may be held out. */
const LARGEST = 0.5;

export interface TooFewHeldOut {
  readonly least: number;
  /** Share that is enough, in whole percent; undefined if none is. */
  readonly enough: number | undefined;
}

/** The share of `customers`; about that many, because a hash of each id decides. */
export function countHeldOut(customers: number, share: number): number {
  return Math.round(customers * share);
}

/** Undefined if enough are held out. */
export function findTooFewHeldOut(customers: number, share: number): TooFewHeldOut | undefined {
  const heldOut = countHeldOut(customers, share);
  if (Math.min(heldOut, customers - heldOut) >= LEAST_IN_ARM) return undefined;
  const enough = Math.ceil((100 * LEAST_IN_ARM) / customers);
  return { least: LEAST_IN_ARM, enough: enough <= 100 * LARGEST ? enough : undefined };
}
