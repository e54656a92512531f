// How much a market basket report says. Its descriptions cite these numbers.

/** Findings of each kind. */
export const MAX_FINDINGS = 3;

/** A lift that moved by less, in proportion, is the same rule as before. */
export const NOTABLE_CHANGE = 0.1;

/** Changes listed of each kind; all are counted. */
export const MAX_LISTED = 50;

/** Measures that rules can be selected by, the highest first; of p-values, the lowest. */
export const SELECTED_BY = [
  'support',
  'confidence',
  'lift',
  'lift_given_sizes',
  'leverage',
  'revenue',
  'incremental_value',
  'p_value_given_sizes',
] as const;

export type SelectedBy = (typeof SELECTED_BY)[number];

/**
 * `rule`: a rule of the report says so. `pair`: the products were bought together, too rarely for a rule of the report;
 * whether that may be chance, its p-value says. `popular`: a best-selling product, whatever is in the cart.
 */
export const BASES = ['rule', 'pair', 'popular'] as const;

/** Sort orders of a list of rules. `impact`: the order of the report. */
export const RULE_ORDERS = [
  'impact',
  'support',
  'confidence',
  'lift',
  'occurrences',
  'customers',
  'revenue',
  'incremental_value',
  'leverage',
  'conviction',
  'zhang',
  'kulczynski',
  'imbalance_ratio',
  'expected_occurrences',
  'lift_given_sizes',
  'lift_within_periods',
  'p_value',
  'p_value_given_sizes',
  'p_value_corrected',
  'q_value',
] as const;
export type RuleOrder = (typeof RULE_ORDERS)[number];
