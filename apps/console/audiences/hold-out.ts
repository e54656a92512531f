// Tells before an audience is saved whether its held-out customers will be enough to judge a campaign.
import { LEAST_IN_ARM } from '../../../src/contract/report-types/effect/limits.ts';

/** Largest share that may be held out. */
const LARGEST = 0.5;

export interface TooFewHeldOut {
  readonly heldOut: number;
  readonly least: number;
  /** Share that is enough, in whole percent; undefined if none is. */
  readonly enough: number | undefined;
}

/** Undefined if enough are held out. */
export function findTooFewHeldOut(customers: number, share: number): TooFewHeldOut | undefined {
  const heldOut = Math.round(customers * share);
  if (Math.min(heldOut, customers - heldOut) >= LEAST_IN_ARM) return undefined;
  const enough = Math.ceil((100 * LEAST_IN_ARM) / customers);
  return { heldOut, least: LEAST_IN_ARM, enough: enough <= 100 * LARGEST ? enough : undefined };
}
