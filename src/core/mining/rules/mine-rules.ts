// Association rules of a set of baskets, ranked by value: the entry point of the miner.
import type { BasketColumns } from '../../baskets/basket-columns.ts';
import type { FrequentItemsets } from '../search/frequent-itemsets.ts';
import { narrowedSearch } from '../search/narrowed-search.ts';
import { affordableItemsets, budgetWarnings, DEFAULT_BUDGET } from '../search/search-budget.ts';
import { SplitConstraint } from '../search/split-constraint.ts';
import { leastCount } from '../search/thresholds.ts';
import { limbsOfSums, sumsOfBaskets } from '../sets/itemset-sums.ts';
import { describeRule } from './described-rule.ts';
import { LONGEST, type RuleSource, ratedRules } from './rated-rules.ts';
import type { MinedRules, MineOptions } from './rule.ts';
import { RuleFigures } from './rule-figures.ts';
import { ruleKeys } from './rule-keys.ts';
import { RuleNames } from './rule-names.ts';
import { encodeRuleSet } from './rule-set-file.ts';

export function mineRules(baskets: BasketColumns, options: MineOptions): MinedRules {
  const { minSupport, constraints, budget = DEFAULT_BUDGET } = options;
  const least = leastCount(minSupport, baskets.basketCount);
  const narrowed = constraints && narrowedSearch(baskets, constraints, options.findItemsets);
  const affordable = affordableItemsets(baskets, least, budget, narrowed?.find ?? options.findItemsets);
  const mined = rulesOf(narrowed?.baskets ?? baskets, affordable.itemsets, options, baskets.basketCount);
  return {
    ...mined,
    warnings: [...budgetWarnings(affordable, { least, minSupport }, baskets.basketCount), ...mined.warnings],
  };
}

/** The rules of itemsets already found. `baskets`: all that have a rule, of `basketCount` in all. */
export function rulesOf(
  baskets: BasketColumns,
  itemsets: FrequentItemsets,
  options: MineOptions,
  basketCount = baskets.basketCount,
): MinedRules {
  const { products, scale } = baskets;
  return rulesOfSums(
    { products, scale, sums: sumsOfBaskets(baskets, itemsets) },
    itemsets,
    options,
    basketCount,
  );
}

/** The rules of itemsets whose sums are known. */
export function rulesOfSums(
  source: RuleSource,
  itemsets: FrequentItemsets,
  { minConfidence, maxRules, constraints, budget = DEFAULT_BUDGET }: MineOptions,
  basketCount: number,
): MinedRules {
  const { products, scale, sums } = source;
  const names = new RuleNames(products, itemsets);
  const rated = ratedRules(source, itemsets, names, {
    basketCount,
    constraints,
    minConfidence,
    maxRules,
    maxSplits: budget.maxSplits,
  });
  const figures = new RuleFigures({ trie: itemsets.trie, basketCount });
  return {
    rules: rated.rules.map((rule) =>
      describeRule(rule, { consideredCount: rated.consideredCount, scale }, names, figures),
    ),
    ruleCount: rated.ruleCount,
    consideredCount: rated.consideredCount,
    singleRuleCount: rated.singleCount,
    itemsetCount: itemsets.trie.size - 1,
    itemsets,
    keysOfAll: (hash, most) =>
      rated.ruleCount > most
        ? undefined
        : ruleKeys(
            {
              trie: itemsets.trie,
              basketCount,
              minConfidence,
              scale,
              values: undefined,
              constraint: constraints && new SplitConstraint(constraints, products, itemsets),
            },
            Math.min(LONGEST, rated.maxLength),
            rated.ruleCount,
            (rank) => products[itemsets.productOf[rank]],
            hash,
            rated.filter,
          ),
    ruleSetFile: () =>
      encodeRuleSet({
        trie: itemsets.trie,
        basketCount,
        minConfidence,
        scale,
        longest: Math.min(LONGEST, rated.maxLength),
        ruleCount: rated.ruleCount,
        consideredCount: rated.consideredCount,
        high: Number.isFinite(rated.least.high) ? rated.least.high : null,
        medium: Number.isFinite(rated.least.medium) ? rated.least.medium : null,
        constraints,
        products: Array.from(itemsets.productOf, (product) => products[product]),
        layers: [rated.values, ...(sums.limbCount === 1 ? [] : limbsOfSums(sums))],
      }),
    warnings: Number.isFinite(rated.maxLength)
      ? [
          `There are more rules than one report can look at: only itemsets of up to ${rated.maxLength} ` +
            'products were split into rules.',
        ]
      : [],
  };
}
