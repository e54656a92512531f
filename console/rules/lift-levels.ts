// Colours of lift: of points and lines s0 to s5, of fills r0 to r5.

/** Lower bounds of lift for the colours 1 to 5; below the first, 0. */
export const LIFTS = [1, 2, 4, 8, 16] as const;

export function liftLevel(lift: number): number {
  return LIFTS.filter((bound) => lift >= bound).length;
}
