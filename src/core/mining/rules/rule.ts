// The association rule as reports carry it: the contract's fields first, further measures after them.
import type { Sentence } from '../../sentences/sentence.ts';
import type { FrequentItemsets, ItemsetFinder } from '../search/frequent-itemsets.ts';
import type { MiningBudget } from '../search/search-budget.ts';
import type { TestLayer } from '../tested-rules.ts';
import type { RuleMeasures } from './measures.ts';
import type { RuleConstraints } from './rule-constraints.ts';
import type { NameHash } from './rule-keys.ts';

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
     * What the consequents brought beyond chance in those baskets: their value × (1 − 1/lift_given_sizes). Below 0 where
     * they sell less together than chance would have it. Rules beyond chance are rated by it.
     */
    readonly incremental_value: number;
    /**
     * The same where the largest baskets, one in twenty, count as the next largest one. Of rules that findings are chosen from.
     */
    readonly robust_value?: number | undefined;
    /** The fewest baskets that bring half of the consequents' value; null where more than one in twenty do. */
    readonly half_from?: number | null | undefined;
  };
  readonly measures: RuleMeasures;
  /** Some of the antecedents alone lead to the consequents at least as surely. */
  readonly redundant: boolean;
  /** Every antecedent makes the consequents likelier than the others alone do, given the sizes of baskets. */
  readonly productive?: boolean | undefined;
}

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

export interface MineOptions {
  readonly minSupport: number;
  readonly minConfidence: number;
  /** At most so many rules are returned; the count stays exact. */
  readonly maxRules: number;
  /** Which rules are returned. Default: the best by impact. */
  readonly by?: SelectedBy | undefined;
  /** Which rules are looked for. Default: all. */
  readonly constraints?: RuleConstraints | undefined;
  /** What the search may cost: beyond it, a smaller question is answered and a warning says which. */
  readonly budget?: MiningBudget;
  /** How itemsets are searched. Default: on this thread. */
  readonly findItemsets?: ItemsetFinder;
}

export interface SearchedSets {
  /** Baskets that a set is in at least. */
  readonly leastBaskets: number;
  /** Products of the largest sets found. */
  readonly maxProducts: number;
  /** False where the budget allowed only a smaller question than the one asked. */
  readonly isComplete: boolean;
}

export interface MinedRules {
  /** Best first: impact, revenue, lift, names. A total, stable order. */
  readonly rules: readonly AssociationRule[];
  /** Every rule with confidence >= minConfidence that fulfils the constraints, returned or not. */
  readonly ruleCount: number;
  /** As many, without constraints on figures: those that ratings are over. */
  readonly consideredCount: number;
  /** What p-values are corrected for: rules that could have been found, up to the length of the longest itemset. */
  readonly tested: readonly TestLayer[];
  /** Of the rules found, those with one consequent. */
  readonly singleRuleCount: number;
  readonly itemsetCount: number;
  /** All itemsets that the rules come from. */
  readonly itemsets: FrequentItemsets;
  /** The question that they answer. */
  readonly searched: SearchedSets;
  /** A key of every rule found (`ruleKey`), ascending. Undefined where they are more than `most`. */
  readonly keysOfAll: (hash: NameHash, most: number) => Float64Array | undefined;
  /**
   * The file that all rules can be listed from later (`allRules`), in pieces that are valid until the next one is taken.
   * Undefined if it would be too large.
   */
  readonly ruleSetFile: () => Iterable<Uint8Array> | undefined;
  /** For the report's `warnings`, e.g. that a budget lowered the search. */
  readonly warnings: readonly Sentence[];
}
