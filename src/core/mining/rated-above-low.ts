// The shares of rules that are rated High and Medium.

const HIGH_SHARE = 0.2;
const MEDIUM_SHARE = 0.3;

/** How many of the rules with a lift above 1 are rated High, and High or Medium. */
export function ratedAboveLow(positiveCount: number): { readonly high: number; readonly medium: number } {
  const high = Math.ceil(HIGH_SHARE * positiveCount);
  return { high, medium: Math.min(positiveCount, high + Math.ceil(MEDIUM_SHARE * positiveCount)) };
}
