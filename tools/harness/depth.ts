// Sets how much the tests try: `npm test` a few cases of each kind, `npm run test:deep` all of them, and many more
// drawn ones.

/** The daily run tests everything that the deep run does, with fewer cases or closer to the cause. */
export const IS_DEEP = process.env.TEST_DEPTH === 'deep';

/** Returns how many cases of a property are drawn: different ones in each run. */
export function countCases(daily: number): number {
  return IS_DEEP ? 10 * daily : daily;
}

/** Returns the daily choice, and further cases in the deep run. */
export function chooseCases<T>(daily: readonly T[], deep: readonly T[]): readonly T[] {
  return IS_DEEP ? [...daily, ...deep] : daily;
}
