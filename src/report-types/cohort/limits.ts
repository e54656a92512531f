// How much a cohort report returns of what changed. Its descriptions cite these numbers.

/** Cohorts whose figures differ. */
export const MAX_CHANGED = 50;
/** Periods whose average retention is compared. */
export const PERIODS_COMPARED = 12;

/** Smaller cohorts are not called the best or the worst. */
export const LEAST_CUSTOMERS = 30;
