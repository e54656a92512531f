// The association rule as reports carry it: the contract's fields first, further measures after them.

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
  /** At most so many rules are returned; the count stays exact. */
  readonly maxRules: number;
  /** Which rules are returned. Default: the best by impact. */
  readonly by?: SelectedBy | undefined;
  /** Products that are fees or services: rules with one are no rules to act on. Default: none. */
  readonly services?: readonly string[] | undefined;
  /** Which rules are looked for. Default: all. */
  readonly constraints?: RuleConstraints | undefined;
  /** What the search may cost: beyond it, a smaller question is answered and a warning says which. */
  readonly budget?: MiningBudget;
}

export interface SearchedSets {
  /** Baskets that a set is in at least. */
  readonly leastBaskets: number;
  /** Products of the largest sets found. */
  readonly maxProducts: number;
  /** False where the budget allowed only a smaller question than the one asked. */
  readonly isComplete: boolean;
}

/** Rules of a search that are to be weighed by what they rest on. */
export interface WeighableRules {
  /** Those that evidence is to be gathered for, with the baskets that each is in. */
  readonly toWeigh: readonly (WeighedRule & { readonly together: number })[];
  /** `evidence`: of `toWeigh`. */
  weigh(
    evidence: RuleEvidence,
    periods: BasketPeriods,
  ): Pick<MinedRules, 'rules' | 'ruleCount' | 'singleRuleCount'>;
  /** Rules that p-values are over, without constraints on figures. */
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
}

export interface MinedRules extends WeighableRules {
  /** Best first (`rankRules`): a total order. */
  readonly rules: readonly AssociationRule[];
  /** Every rule with confidence >= minConfidence that fulfils the constraints, returned or not. */
  readonly ruleCount: number;
  /** For the report's `warnings`, e.g. that a budget lowered the search. */
  readonly warnings: readonly Sentence[];
}
