// How much the tests try: `npm test` a few cases of each kind, `npm run test:deep` all of them, and of drawn ones many more.

/** What the tests of the deep run alone are for is tried in the daily run, too: by fewer cases, or closer to the cause. */
export const IS_DEEP = process.env.TEST_DEPTH === 'deep';

/** How many cases of a property are drawn: other ones in each run. */
export function countCases(daily: number): number {
  return IS_DEEP ? 10 * daily : daily;
}

/** The daily choice, and what the deep run has as well. */
export function chooseCases<T>(daily: readonly T[], deep: readonly T[]): readonly T[] {
  return IS_DEEP ? [...daily, ...deep] : daily;
}
