// Association rules of a set of baskets, ranked by what they are worth: the miner's front door.
import type { BasketColumns } from '../baskets/basket-columns.ts';
import { type FrequentItemsets, frequentItemsets, NO_LIMITS } from './frequent-itemsets.ts';
import { createItemsetValues } from './itemset-values.ts';
import type { AssociationRule, ImpactRating, MinedRules, MineOptions } from './rule.ts';
import { type Candidate, ruleCandidates } from './rule-candidates.ts';
import { leastCount } from './thresholds.ts';

const DEFAULT_MAX_ITEMSETS = 3_000_000;
/** Up to here every rule is ranked by its exact value; of more, those with the best estimates are. */
const MAX_RANKED = 20_000;
const HIGH_SHARE = 0.2;
const MEDIUM_SHARE = 0.3;

interface Ranked {
  readonly rule: AssociationRule;
  readonly label: string;
}

export function mineRules(baskets: BasketColumns, options: MineOptions): MinedRules {
  const { itemsets, warnings } = search(baskets, options);
  const { kept, ruleCount, positiveCount } = ruleCandidates(
    baskets,
    itemsets,
    options.minConfidence,
    MAX_RANKED,
  );
  const values = createItemsetValues(baskets);
  const ranked = kept.map((candidate) => evaluate(candidate, baskets, itemsets, values.of));
  ranked.sort(byIncrementalValue);
  const high = Math.ceil(HIGH_SHARE * positiveCount);
  const medium = high + Math.ceil(MEDIUM_SHARE * positiveCount);
  const rated = ranked.map((entry, position) => ({
    ...entry,
    rule: rate(entry.rule, position, high, medium),
  }));
  rated.sort(
    (a, b) =>
      RATING_ORDER[a.rule.impact_rating] - RATING_ORDER[b.rule.impact_rating] || byRevenueLiftNames(a, b),
  );
  return {
    rules: rated.slice(0, options.maxRules).map(({ rule }) => rule),
    ruleCount,
    itemsetCount: itemsets.trie.size - 1,
    warnings,
  };
}

/** Searches at the support asked for; when that finds more itemsets than memory allows, at the lowest that fits. */
function search(baskets: BasketColumns, { minSupport, maxItemsets = DEFAULT_MAX_ITEMSETS }: MineOptions) {
  const asked = leastCount(minSupport, baskets.basketCount);
  let least = asked;
  let itemsets: FrequentItemsets = frequentItemsets(baskets, least, { ...NO_LIMITS, maxItemsets });
  while (!itemsets.complete && least < baskets.basketCount) {
    least = Math.min(baskets.basketCount, Math.ceil(least * 1.5));
    itemsets = frequentItemsets(baskets, least, { ...NO_LIMITS, maxItemsets });
  }
  const effective = least / Math.max(1, baskets.basketCount);
  const warnings =
    least === asked
      ? []
      : [
          `At min_support ${minSupport} there are more than ${maxItemsets} frequent itemsets: ` +
            `the search was run at min_support ${Number(effective.toPrecision(4))} instead.`,
        ];
  return { itemsets, warnings };
}

function evaluate(
  { antecedents, consequents, together, antecedentSupport, consequentSupport }: Candidate,
  { basketCount, products }: BasketColumns,
  { productOf }: FrequentItemsets,
  valuesOf: (items: readonly number[]) => Float64Array,
): Ranked {
  const toProduct = (rank: number): number => productOf[rank] ?? 0;
  const sums = valuesOf([...antecedents, ...consequents].map(toProduct));
  let revenue = 0;
  let consequentValue = 0;
  for (const [i, sum] of sums.entries()) {
    revenue += sum;
    if (i >= antecedents.length) consequentValue += sum;
  }
  const lift = (together * basketCount) / (antecedentSupport * consequentSupport);
  const confidence = together / antecedentSupport;
  const names = (ranks: readonly number[]): string[] =>
    ranks.map((rank) => products[toProduct(rank)] ?? '').sort();
  const rule: AssociationRule = {
    antecedents: names(antecedents),
    consequents: names(consequents),
    support: together / basketCount,
    confidence,
    lift,
    impact_rating: 'Low',
    impact_analysis: {
      revenue,
      lift,
      conversion_rate: confidence,
      occurrences: together,
      incremental_value: lift > 1 ? (1 - 1 / lift) * consequentValue : 0,
    },
  };
  return { rule, label: JSON.stringify([rule.antecedents, rule.consequents]) };
}

const RATING_ORDER: Readonly<Record<ImpactRating, number>> = { High: 0, Medium: 1, Low: 2 };

function rate(rule: AssociationRule, position: number, high: number, medium: number): AssociationRule {
  if (rule.lift <= 1) return rule;
  return { ...rule, impact_rating: position < high ? 'High' : position < medium ? 'Medium' : 'Low' };
}

/** Rules with a lift above 1 first: only they are rated above Low. */
function byIncrementalValue(a: Ranked, b: Ranked): number {
  const positive = Number(b.rule.lift > 1) - Number(a.rule.lift > 1);
  if (positive !== 0) return positive;
  const value = b.rule.impact_analysis.incremental_value - a.rule.impact_analysis.incremental_value;
  return value !== 0 ? value : byRevenueLiftNames(a, b);
}

/** A total order: no two rules have both sides in common. */
function byRevenueLiftNames(a: Ranked, b: Ranked): number {
  const revenue = b.rule.impact_analysis.revenue - a.rule.impact_analysis.revenue;
  if (revenue !== 0) return revenue;
  if (a.rule.lift !== b.rule.lift) return b.rule.lift - a.rule.lift;
  return a.label < b.label ? -1 : a.label > b.label ? 1 : 0;
}
