// The association rule as reports carry it: the contract's fields first, further measures after them.

export type ImpactRating = 'High' | 'Medium' | 'Low';

/** Field names are the contract's. */
export interface AssociationRule {
  readonly antecedents: readonly string[];
  readonly consequents: readonly string[];
  /** Share of baskets that hold both sides, 0..1. */
  readonly support: number;
  readonly confidence: number;
  readonly lift: number;
  readonly impact_rating: ImpactRating;
  readonly impact_analysis: {
    /** Value of the rule's products in the baskets that hold both sides. */
    readonly revenue: number;
    readonly lift: number;
    /** Equals confidence. */
    readonly conversion_rate: number;
    /** Baskets that hold both sides. */
    readonly occurrences: number;
    /**
     * What the consequents brought beyond chance in those baskets: their value × (1 − 1/lift); 0 where lift <= 1.
     * Rules are rated by it.
     */
    readonly incremental_value: number;
  };
}

export interface MineOptions {
  readonly minSupport: number;
  readonly minConfidence: number;
  /** At most so many rules are returned; the count stays exact. */
  readonly maxRules: number;
  /** The search holds at most so many itemsets; when there are more, min_support is raised until they fit. */
  readonly maxItemsets?: number;
}

export interface MinedRules {
  /** Best first: impact, revenue, lift, names. A total, stable order. */
  readonly rules: readonly AssociationRule[];
  /** Every rule with confidence >= minConfidence, returned or not. */
  readonly ruleCount: number;
  readonly itemsetCount: number;
  /** Sentences for the report's `warnings`, e.g. that a budget lowered the search. */
  readonly warnings: readonly string[];
}
