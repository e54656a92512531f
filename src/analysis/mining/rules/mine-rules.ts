// Mines association rules of a set of baskets, ranked by value: the entry point of the miner.
import { type BasketColumns, countBasketSizes, countProductFrequency } from '../../baskets/basket-columns.ts';
import { countBasketWeeks, splitPeriods } from '../periods.ts';
import { QValues } from '../q-values.ts';
import { type Chance, createChance, RuleChance } from '../rule-chance.ts';
import { gatherRuleEvidence } from '../rule-evidence.ts';
import type { FrequentItemsets } from '../search/frequent-itemsets.ts';
import { createNarrowedSearch } from '../search/narrowed-search.ts';
import {
  type AffordableItemsets,
  AnswerLimits,
  DEFAULT_BUDGET,
  describeReducedSearch,
  findAffordableItemsets,
} from '../search/search-budget.ts';
import { computeLeastCount } from '../search/thresholds.ts';
import { findLongestItemset } from '../sets/itemset-trie.ts';
import {
  createItemsetSums,
  type ItemsetSums,
  listLimbs,
  pickRatedSums,
  withExactValues,
} from '../sets/itemset-values.ts';
import { SideChance } from '../size-chance.ts';
import { LONGEST } from '../tested-rules.ts';
import { chooseRules, pickRulesToWeigh } from './chosen-rules.ts';
import { createAssociationRule, FigureFilter, hasFigureFilters, RuleFigures } from './described-rule.ts';
import type { AssociationRule, MinedRules, MineOptions, WeighableRules } from './rule.ts';
import { SplitConstraint } from './rule-constraints.ts';
import { listRuleKeys } from './rule-keys.ts';
import { RuleNames } from './rule-names.ts';
import { encodeRuleSet } from './rule-set.ts';
import { computeWeights, countLargestNeeded, rankRules, sortRulesBy } from './weighed-rules.ts';

export function mineRules(baskets: BasketColumns, options: MineOptions): MinedRules {
  const { minSupport, constraints, budget = DEFAULT_BUDGET } = options;
  const least = computeLeastCount(minSupport, baskets.basketCount);
  const narrowed = constraints && createNarrowedSearch(baskets, constraints);
  const limits = new AnswerLimits(budget, constraints);
  const affordable = findAffordableItemsets(baskets, least, limits, narrowed?.find);
  const mined = searchRules(baskets, affordable.itemsets, options, narrowed?.baskets);
  return addSearchWarnings(mined, affordable, { least, minSupport }, baskets.basketCount, limits);
}

/** Adds a warning if the rules answer a smaller question than requested. */
export function addSearchWarnings<T extends Pick<MinedRules, 'searched'>>(
  mined: T,
  of: Pick<AffordableItemsets, 'least' | 'maxLength'>,
  asked: { readonly least: number; readonly minSupport: number },
  basketCount: number,
  limits: AnswerLimits,
): T & Pick<MinedRules, 'warnings'> {
  const isComplete = of.least === asked.least && of.maxLength === null;
  return {
    ...mined,
    searched: { ...mined.searched, leastBaskets: of.least, isComplete },
    warnings: describeReducedSearch(of, asked, basketCount, limits),
  };
}

/** The expectations of rules in these baskets. */
export function createBasketChance(
  baskets: BasketColumns,
  { minSupport, constraints }: Pick<MineOptions, 'minSupport' | 'constraints'>,
): Chance {
  const frequency = countProductFrequency(baskets);
  const counted = { products: baskets.products, sizes: countBasketSizes(baskets), frequency };
  return createChance(counted, computeLeastCount(minSupport, baskets.basketCount), constraints);
}

/** All baskets, including those without any rule. */
export interface AllBaskets {
  readonly basketCount: number;
  readonly chance: Chance;
}

/** The rules of known itemsets. `searched`: the baskets that can hold a rule; default all. */
function searchRules(
  baskets: BasketColumns,
  itemsets: FrequentItemsets,
  options: MineOptions,
  searched = baskets,
): Omit<MinedRules, 'warnings'> {
  const { products, scale } = searched;
  const found = rankSummedRules(
    { products, scale, sums: createItemsetSums(searched, itemsets) },
    itemsets,
    options,
    {
      basketCount: baskets.basketCount,
      chance: createBasketChance(baskets, options),
    },
  );
  const periods = splitPeriods(countBasketWeeks(baskets));
  return { ...found, ...found.weigh(gatherRuleEvidence(baskets, found.toWeigh, periods), periods) };
}

/** The inputs of rules, besides itemsets. */
export interface RuleSource {
  readonly products: readonly string[];
  /** Values are in units of 10^-scale of the currency. */
  readonly scale: number;
  readonly sums: ItemsetSums;
}

/** The rules of itemsets whose sums are known. */
export function rankSummedRules(
  { products, scale, sums }: RuleSource,
  itemsets: FrequentItemsets,
  { minSupport, minConfidence, maxRules, by, constraints, services }: MineOptions,
  { basketCount, chance }: AllBaskets,
): WeighableRules {
  const { trie } = itemsets;
  const names = new RuleNames(products, itemsets);
  const values = pickRatedSums(sums);
  const input = {
    ...{ trie, basketCount, minConfidence, scale, values },
    chance: new SideChance(chance.model, trie),
    constraint: constraints && new SplitConstraint(constraints, products, itemsets),
  };
  const figures = new RuleFigures(input);
  const ruleChance = new RuleChance(input, chance);
  const filter =
    constraints && hasFigureFilters(constraints)
      ? new FigureFilter(constraints, figures, ruleChance)
      : undefined;
  const isService = new Set(services);
  const chosen = chooseRules(input, {
    ...{ chance, names, maxRules, by, filter },
    services: Uint8Array.from(itemsets.productOf, (product) => (isService.has(products[product]) ? 1 : 0)),
  });
  const { ruleCount, consideredCount } = chosen;
  const { leading, others } = pickRulesToWeigh(chosen, { maxRules, by, filter });
  const all = withExactValues([...leading, ...others], sums, input);
  const sources = {
    ...{ names, figures, chance: ruleChance },
    qValues: maxRules === 0 ? new QValues(chance.layers, new Map()) : chosen.tests.qValues(chance.layers),
  };
  const toWeigh = all.map(({ node, mask }) => {
    const together = trie.getSupport(node);
    return { ...names.nameSides(node, mask), together, most: countLargestNeeded(together) };
  });
  const longestFound = findLongestItemset(trie);
  return {
    consideredCount,
    toWeigh,
    tested: chance.layers.filter(({ products: length }) => length <= longestFound),
    singleRuleCount: chosen.singleCount,
    itemsetCount: trie.size - 1,
    itemsets,
    searched: {
      leastBaskets: computeLeastCount(minSupport, basketCount),
      maxProducts: longestFound,
      isComplete: true,
    },
    weigh(evidence, periods) {
      const weights = computeWeights(toWeigh, evidence, periods);
      const described = all.map((rule, at) => createAssociationRule(rule, scale, sources, weights[at]));
      const isDropped = (rule: AssociationRule) => filter?.passesWeighed(rule) === false;
      const leftOut = new Set(described.filter((rule, at) => !all[at].isReturned || isDropped(rule)));
      const rules = rankRules(described.slice(0, leading.length), described.slice(leading.length), leftOut);
      const dropped = described.filter((rule, at) => all[at].isReturned && isDropped(rule));
      const droppedSingles = dropped.filter(({ consequents }) => consequents.length === 1).length;
      return {
        rules: by === undefined ? rules.slice(0, maxRules) : sortRulesBy(rules, by),
        ruleCount: ruleCount - dropped.length,
        singleRuleCount: chosen.singleCount - droppedSingles,
      };
    },
    keysOfAll: (hash, most) =>
      ruleCount > most
        ? undefined
        : listRuleKeys(input, LONGEST, ruleCount, (rank) => products[itemsets.productOf[rank]], hash, filter),
    ruleSetFile: () =>
      encodeRuleSet({
        ...{
          trie,
          basketCount,
          minConfidence,
          scale,
          longest: LONGEST,
          chance,
          ruleCount,
          consideredCount,
          constraints,
        },
        products: Array.from(itemsets.productOf, (product) => products[product]),
        layers: [values, ...(sums.limbCount === 1 ? [] : listLimbs(sums))],
      }),
  };
}
