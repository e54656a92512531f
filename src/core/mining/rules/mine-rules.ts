// Association rules of a set of baskets, ranked by value: the entry point of the miner.
import type { BasketColumns } from '../../baskets/basket-columns.ts';
import { basketSizes } from '../../baskets/basket-sizes.ts';
import { productFrequency } from '../../baskets/product-frequency.ts';
import { QValues } from '../q-values.ts';
import { type Chance, chanceOf, RuleChance } from '../rule-chance.ts';
import type { FrequentItemsets } from '../search/frequent-itemsets.ts';
import { narrowedSearch } from '../search/narrowed-search.ts';
import {
  type AffordableItemsets,
  AnswerLimits,
  affordableItemsets,
  budgetWarnings,
  DEFAULT_BUDGET,
} from '../search/search-budget.ts';
import { leastCount } from '../search/thresholds.ts';
import { limbsOfSums, sumsOfBaskets } from '../sets/itemset-sums.ts';
import { longestItemset } from '../sets/itemset-trie.ts';
import { LONGEST } from '../tested-rules.ts';
import { describeRule } from './described-rule.ts';
import { type RuleSource, ratedRules } from './rated-rules.ts';
import type { MinedRules, MineOptions } from './rule.ts';
import { RuleFigures } from './rule-figures.ts';
import { ruleKeys } from './rule-keys.ts';
import { RuleNames } from './rule-names.ts';
import { encodeRuleSet } from './rule-set-file.ts';

export function mineRules(baskets: BasketColumns, options: MineOptions): MinedRules {
  const { minSupport, constraints, budget = DEFAULT_BUDGET } = options;
  const least = leastCount(minSupport, baskets.basketCount);
  const narrowed = constraints && narrowedSearch(baskets, constraints, options.findItemsets);
  const limits = new AnswerLimits(budget, constraints);
  const affordable = affordableItemsets(baskets, least, limits, narrowed?.find ?? options.findItemsets);
  const mined = rulesOf(narrowed?.baskets ?? baskets, affordable.itemsets, options, {
    basketCount: baskets.basketCount,
    chance: chanceOfBaskets(baskets, options),
  });
  return answered(mined, affordable, { least, minSupport }, baskets.basketCount, limits);
}

/** The rules with what they answer: the question asked, or a smaller one. */
export function answered(
  mined: MinedRules,
  of: Pick<AffordableItemsets, 'least' | 'maxLength'>,
  asked: { readonly least: number; readonly minSupport: number },
  basketCount: number,
  limits: AnswerLimits,
): MinedRules {
  const isComplete = of.least === asked.least && of.maxLength === null;
  return {
    ...mined,
    searched: { ...mined.searched, leastBaskets: of.least, isComplete },
    warnings: budgetWarnings(of, asked, basketCount, limits),
  };
}

/** What rules are measured against in these baskets. */
export function chanceOfBaskets(
  baskets: BasketColumns,
  { minSupport, constraints }: Pick<MineOptions, 'minSupport' | 'constraints'>,
): Chance {
  const frequency = productFrequency(baskets);
  const counted = { products: baskets.products, sizes: basketSizes(baskets), frequency };
  return chanceOf(counted, leastCount(minSupport, baskets.basketCount), constraints);
}

/** All baskets, those without any rule included. */
export interface AllBaskets {
  readonly basketCount: number;
  readonly chance: Chance;
}

/** The rules of itemsets already found. `baskets`: all that have a rule, of `all`. */
export function rulesOf(
  baskets: BasketColumns,
  itemsets: FrequentItemsets,
  options: MineOptions,
  all: AllBaskets = { basketCount: baskets.basketCount, chance: chanceOfBaskets(baskets, options) },
): MinedRules {
  const { products, scale } = baskets;
  return rulesOfSums({ products, scale, sums: sumsOfBaskets(baskets, itemsets) }, itemsets, options, all);
}

/** The rules of itemsets whose sums are known. */
export function rulesOfSums(
  source: RuleSource,
  itemsets: FrequentItemsets,
  { minSupport, minConfidence, maxRules, by, constraints }: MineOptions,
  { basketCount, chance }: AllBaskets,
): MinedRules {
  const { products, scale, sums } = source;
  const names = new RuleNames(products, itemsets);
  const rated = ratedRules(source, itemsets, names, {
    basketCount,
    chance,
    constraints,
    minConfidence,
    maxRules,
    by,
  });
  const { input } = rated;
  const figures = {
    names,
    figures: new RuleFigures(input),
    chance: new RuleChance(input, chance),
    qValues: maxRules === 0 ? new QValues(chance.layers, new Map()) : rated.tests.qValues(chance.layers),
  };
  const longestFound = longestItemset(itemsets.trie);
  return {
    rules: rated.rules.map((rule) => describeRule(rule, scale, figures)),
    ruleCount: rated.ruleCount,
    consideredCount: rated.consideredCount,
    tested: chance.layers.filter(({ products }) => products <= longestFound),
    singleRuleCount: rated.singleCount,
    itemsetCount: itemsets.trie.size - 1,
    itemsets,
    searched: {
      leastBaskets: leastCount(minSupport, basketCount),
      maxProducts: longestFound,
      isComplete: true,
    },
    keysOfAll: (hash, most) =>
      rated.ruleCount > most
        ? undefined
        : ruleKeys(
            input,
            LONGEST,
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
        longest: LONGEST,
        chance,
        ruleCount: rated.ruleCount,
        consideredCount: rated.consideredCount,
        high: Number.isFinite(rated.least.high) ? rated.least.high : null,
        medium: Number.isFinite(rated.least.medium) ? rated.least.medium : null,
        constraints,
        products: Array.from(itemsets.productOf, (product) => products[product]),
        layers: [input.values, ...(sums.limbCount === 1 ? [] : limbsOfSums(sums))],
      }),
    warnings: [],
  };
}
