// Defines the association rule in the form that reports return: the contract's fields first, further measures after
// them.

import type { SelectedBy } from '../../../contract/report-types/market-basket/limits.ts';
import type { RuleConstraints } from '../../../contract/report-types/market-basket/rule-params.ts';
import type { associationRule } from '../../../contract/report-types/market-basket/schema/rule.ts';
import type { Shape } from '../../../contract/schema/shape.ts';
import type { Sentence } from '../../../contract/sentences/sentence.ts';
import type { BasketPeriods } from '../periods.ts';
import type { RuleEvidence, WeighedRule } from '../rule-evidence.ts';
import type { FrequentItemsets } from '../search/frequent-itemsets.ts';
import type { MiningBudget } from '../search/search-budget.ts';
import type { TestLayer } from '../tested-rules.ts';

/** 64 bits of a product's name. */
export type NameHash = (name: string) => bigint;

export type ImpactRating = 'High' | 'Medium' | 'Low';

/** Field names are the contract's. */
export type AssociationRule = Shape<typeof associationRule>;

export interface MineOptions {
  readonly minSupport: number;
  readonly minConfidence: number;
  /** Most rules returned; their count stays exact. */
  readonly maxRules: number;
  /** How the returned rules are chosen. Default: by impact. */
  readonly by?: SelectedBy | undefined;
  /** Products that are fees or services: a rule with one is not worth acting on. Default: none. */
  readonly services?: readonly string[] | undefined;
  /** The rules that are searched. Default: all. */
  readonly constraints?: RuleConstraints | undefined;
  /** The limits of the search: beyond them, it answers a smaller question and adds a warning. */
  readonly budget?: MiningBudget;
}

export interface SearchedSets {
  /** Fewest baskets of a set. */
  readonly leastBaskets: number;
  /** Products of the largest sets found. */
  readonly maxProducts: number;
  /** False if the budget allowed only a smaller question than requested. */
  readonly isComplete: boolean;
}

/** Rules of a search before they are weighed by evidence. */
export interface WeighableRules {
  /** Rules whose evidence is needed, with the number of baskets of each. */
  readonly toWeigh: readonly (WeighedRule & { readonly together: number })[];
  /** `evidence`: that of `toWeigh`. */
  weigh(
    evidence: RuleEvidence,
    periods: BasketPeriods,
  ): Pick<MinedRules, 'rules' | 'ruleCount' | 'singleRuleCount'>;
  /** Number of rules that p-values cover, regardless of constraints on figures. */
  readonly consideredCount: number;
  /**
   * The tests that p-values are corrected for: rules that could have been found, up to the length of the longest
   * itemset.
   */
  readonly tested: readonly TestLayer[];
  /** Number of rules found with one consequent. */
  readonly singleRuleCount: number;
  readonly itemsetCount: number;
  /** All itemsets behind the rules. */
  readonly itemsets: FrequentItemsets;
  /** The question that the rules answer. */
  readonly searched: SearchedSets;
  /** The key of every rule found (`toRuleKey`), ascending. Undefined if there are more than `most`. */
  readonly keysOfAll: (hash: NameHash, most: number) => Float64Array | undefined;
  /**
   * The file from which all rules can be listed later (`listAllRules`), in pieces that are valid until the next one is
   * taken. Undefined if it would be too large.
   */
  readonly ruleSetFile: () => Iterable<Uint8Array> | undefined;
}

export interface MinedRules extends WeighableRules {
  /** Best first (`rankRules`): a total order. */
  readonly rules: readonly AssociationRule[];
  /** Every rule with confidence >= minConfidence that fulfils the constraints, returned or not. */
  readonly ruleCount: number;
  /** Entries for the report's `warnings`, e.g. that a budget lowered the search. */
  readonly warnings: readonly Sentence[];
}
