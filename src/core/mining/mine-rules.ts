// Association rules of a set of baskets, ranked by what they are worth: the miner's front door.
import type { BasketColumns } from '../baskets/basket-columns.ts';
import { amountOf } from '../money/decimal.ts';
import { joinLimbs } from '../money/limbs.ts';
import type { FrequentItemsets } from './frequent-itemsets.ts';
import { ruleMeasures } from './measures.ts';
import type { AssociationRule, MinedRules, MineOptions } from './rule.ts';
import { type Candidates, ruleCandidates } from './rule-candidates.ts';
import { RuleFigures } from './rule-figures.ts';
import { type RankedRule, rankRules } from './rule-ranking.ts';
import { affordableItemsets, budgetWarnings, DEFAULT_BUDGET } from './search-budget.ts';
import { leastCount } from './thresholds.ts';

/** Up to here every rule is ranked by its exact value; of more, those with the best estimates are. */
const MAX_RANKED = 20_000;
/** Of incremental_value: enough to recompute it, too few to show the rounding of its factors. */
const INCREMENTAL_DIGITS = 12;

export function mineRules(baskets: BasketColumns, options: MineOptions): MinedRules {
  const { minSupport, budget = DEFAULT_BUDGET } = options;
  const least = leastCount(minSupport, baskets.basketCount);
  const affordable = affordableItemsets(baskets, least, budget, options.findItemsets);
  const mined = rulesOf(baskets, affordable.itemsets, options);
  return {
    ...mined,
    warnings: [...budgetWarnings(affordable, { least, minSupport }, baskets.basketCount), ...mined.warnings],
  };
}

/** The rules of itemsets already found. */
export function rulesOf(
  baskets: BasketColumns,
  itemsets: FrequentItemsets,
  { minConfidence, maxRules, budget = DEFAULT_BUDGET }: MineOptions,
): MinedRules {
  const candidates = ruleCandidates(
    {
      trie: itemsets.trie,
      basketCount: baskets.basketCount,
      minConfidence,
      meanValue: meanValues(baskets, itemsets),
    },
    { capacity: Math.max(MAX_RANKED, maxRules), maxSplits: budget.maxSplits, maxRules },
  );
  const figures = new RuleFigures(baskets, itemsets, candidates);
  const ranked = rankRules(figures, candidates.positiveCount, maxRules);
  return {
    rules: ranked.map((rule) => describe(rule, figures, candidates, baskets.scale)),
    ruleCount: candidates.ruleCount,
    singleRuleCount: candidates.singleCount,
    itemsetCount: itemsets.trie.size - 1,
    warnings: Number.isFinite(candidates.maxLength)
      ? [
          `There are more rules than one report can look at: only itemsets of up to ${candidates.maxLength} ` +
            'products were split into rules.',
        ]
      : [],
  };
}

/** Per rank: mean value of the product over the baskets that hold it. */
function meanValues({ product, values, products }: BasketColumns, { trie, productOf }: FrequentItemsets) {
  const value = joinLimbs(values);
  const sums = new Float64Array(products.length);
  for (let entry = 0; entry < product.length; entry++) {
    const item = product[entry];
    sums[item] += value[entry];
  }
  // The root's children are the ranks, in order.
  return Float64Array.from(productOf, (item, rank) => sums[item] / trie.supportOf(rank + 1));
}

function describe(
  { candidate, rating }: RankedRule,
  figures: RuleFigures,
  { ruleCount }: Candidates,
  scale: number,
): AssociationRule {
  const counts = figures.countsOf(candidate);
  const lift = figures.lift[candidate];
  const confidence = counts.together / counts.antecedents;
  return {
    ...figures.sidesOf(candidate),
    support: counts.together / counts.baskets,
    confidence,
    lift,
    impact_rating: rating,
    impact_analysis: {
      revenue: amountOf(figures.revenue[candidate], scale),
      lift,
      conversion_rate: confidence,
      occurrences: counts.together,
      incremental_value: Number(
        amountOf(figures.incrementalValue[candidate], scale).toPrecision(INCREMENTAL_DIGITS),
      ),
    },
    measures: ruleMeasures(counts, ruleCount),
    redundant: figures.isRedundant(candidate),
  };
}
