// How much a cohort report returns of what changed. Its descriptions cite these numbers.

/** Cohorts whose figures differ. */
export const MAX_CHANGED_COHORTS = 50;
/** Periods whose average retention is compared. */
export const PERIODS_COMPARED = 12;

/**
 * Probability that a sentence calls cohorts different in a shop whose customers are all alike: half of .05, since both
 * cohorts that stand out and recent cohorts beside older ones are looked at.
 */
export const COHORT_SIGNIFICANCE = 0.025;

/** Smaller cohorts are not called the best or the worst. */
export const LEAST_COHORT_CUSTOMERS = 30;

/** Fewest customers of a group by first order, if the request has no other number. */
export const DEFAULT_GROUP_CUSTOMERS = 100;
/** Below it, the log-rank test's p-values are too small. */
export const LEAST_GROUP_CUSTOMERS = 30;
export const MOST_GROUP_CUSTOMERS = 1_000_000;

/** The newest are listed: two years of weeks. */
export const MAX_ACTIVE_PERIODS = 104;

/** Ranges of days of an overview, each up to the reference date; `all` begins with the data. */
export const OVERVIEW_RANGES = ['last_7_days', 'last_30_days', 'last_90_days', 'this_year', 'all'] as const;

export type OverviewRange = (typeof OVERVIEW_RANGES)[number];

/** Points of an overview: the newest days, weeks (those of the last 90 days) and months. */
export const OVERVIEW_DAYS = 30;
export const OVERVIEW_WEEKS = 13;
export const OVERVIEW_MONTHS = 36;

/** Products that an overview lists of each range. */
export const OVERVIEW_PRODUCTS = 5;

/** A cohort lists its first and so many further periods: five years of weeks. */
export const MAX_FOLLOWING_PERIODS = 260;

/** Days after the first purchase in which customers of different age are compared by value. */
export const EARLY_DAYS = 90;

/** At most so many groups are compared, those with the most customers. */
export const MAX_GROUPS = 50;

export const COHORT_PERIODS = ['week', 'month', 'quarter'] as const;

export type CohortPeriod = (typeof COHORT_PERIODS)[number];

/** Period of cohorts, if the request has no other. */
export const DEFAULT_PERIOD = 'month';

/** Days after the first purchase of which reports say how many customers have ordered again. */
export const SHARE_DAYS = [30, 60, 90] as const;

/** The curve ends here: five years. */
export const MAX_CURVE_DAYS = 1_826;
