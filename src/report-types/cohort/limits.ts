// How much a cohort report returns of what changed. Its descriptions cite these numbers.

/** Cohorts whose figures differ. */
export const MAX_CHANGED = 50;
/** Periods whose average retention is compared. */
export const PERIODS_COMPARED = 12;

/**
 * Probability that a sentence calls cohorts different in a shop whose customers are all alike: half of .05, since both cohorts that stand
 * out and recent cohorts beside older ones are looked at.
 */
export const COHORT_SIGNIFICANCE = 0.025;

/** Smaller cohorts are not called the best or the worst. */
export const LEAST_CUSTOMERS = 30;

/** Customers that a group by first order must have, unless a report is asked for another number. */
export const DEFAULT_GROUP_CUSTOMERS = 100;
/** Below it, the log-rank test's p-values are too small. */
export const LEAST_GROUP_CUSTOMERS = 30;
export const MOST_GROUP_CUSTOMERS = 1_000_000;
