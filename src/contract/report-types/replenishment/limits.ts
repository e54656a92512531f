// How much a replenishment report returns. Its descriptions cite these numbers.

/** Products whose customers due differ from the report before. */
export const MAX_CHANGED_PRODUCTS = 50;
/** Weeks ahead. */
export const MAX_WEEKS = 8;

export const DUE_STAGES = [
  'overdue',
  'due_this_week',
  'due_this_month',
  'later',
  'rhythm_broken',
  'too_few_orders',
] as const;

export type DueStage = (typeof DUE_STAGES)[number];

/** The customer's own gaps, shrunk to the usual one; their mean alone; or the usual one alone. */
export const PRODUCT_RULES = ['own_and_usual_gap', 'own_gap', 'usual_gap'] as const;

export type ProductRule = (typeof PRODUCT_RULES)[number];

export const DUE_RULES = ['probability_in_30_days', 'own_frequency', 'days_since_over_median_gap'] as const;

export type DueRule = (typeof DUE_RULES)[number];

/** Days after the first purchase of a product of which reports say how many customers have bought it again. */
export const REPEAT_DAYS = [90, 180, 365] as const;

/** Minimum customers who bought the product again, or minimum gaps, for an estimate. */
export const LEAST_REPEATED = 20;

/** Share of waits that were called broken on past dates and ended in an order, at most. */
export const FALSE_SHARE = 0.05;

/** Begins the names of products among the groups of a list: one may be called as a stage is. */
export const PRODUCT_MARK = '=';
