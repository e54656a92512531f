// The figures of customers, in the order in which they are shown, and the columns that types of report bring: all that a type
// with figures of its own changes here. Lists are sorted by any figure.

/** Columns that one type of report alone has. NaN is a value that does not exist. */
export const OWN_COLUMNS = {
  days_to_second_order: 'f64',
  probability_alive: 'f64',
  expected_orders_90d: 'f64',
  expected_value_90d: 'f64',
  priority: 'f64',
  /** Days from the reference date. */
  days_until_due: 'f64',
  window_from: 'f64',
  window_to: 'f64',
  overdue_ratio: 'f64',
  probability_in_30_days: 'f64',
  /** Products by index into the list's groups, and days since 1970-01-01. */
  product_1: 'f64',
  product_1_due_on: 'f64',
  product_2: 'f64',
  product_2_due_on: 'f64',
  product_3: 'f64',
  product_3_due_on: 'f64',
} as const satisfies Readonly<Record<string, 'f64'>>;

/** How its values are written. */
export type FigureKind = 'count' | 'share' | 'decimal' | 'money' | 'day';

export const FIGURES = {
  monetary: 'money',
  frequency: 'count',
  recency: 'count',
  first_purchase: 'day',
  last_purchase: 'day',
  days_to_second_order: 'count',
  probability_alive: 'share',
  expected_orders_90d: 'decimal',
  expected_value_90d: 'money',
  priority: 'count',
  days_until_due: 'count',
  overdue_ratio: 'decimal',
  probability_in_30_days: 'share',
} as const satisfies Readonly<Record<string, FigureKind>>;
export type FigureName = keyof typeof FIGURES;

/** By what customers are grouped by: whether they have scores, and the figures that they have and those of other lists don't. */
export const LISTS = {
  segment: {
    hasScores: true,
    figures: ['probability_alive', 'expected_orders_90d', 'expected_value_90d'],
  },
  cohort: { hasScores: false, figures: ['days_to_second_order'] },
  stage: {
    hasScores: false,
    figures: ['priority', 'days_until_due', 'overdue_ratio', 'probability_in_30_days'],
  },
} as const satisfies Readonly<
  Record<string, { readonly hasScores: boolean; readonly figures: readonly FigureName[] }>
>;
/** A description for each of them: one that is missing or of another list does not compile. */
export type FiguresOf<G extends keyof typeof LISTS> = Readonly<
  Record<(typeof LISTS)[G]['figures'][number], string>
>;
