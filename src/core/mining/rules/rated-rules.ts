// All rules rated by their incremental value, and the first of them in the order of a report: rating, revenue, lift,
// names. Exact for any number of rules; only those that will be returned are ever held.

import { nthSmallest } from '../nth-smallest.ts';
import type { FoundTests } from '../q-values.ts';
import { type Chance, RuleChance } from '../rule-chance.ts';
import type { FrequentItemsets } from '../search/frequent-itemsets.ts';
import { SplitConstraint } from '../search/split-constraint.ts';
import { SelectedRules, type Selection } from '../selected-rules.ts';
import { type WithAmount, withExactValues } from '../sets/exact-values.ts';
import { type ItemsetSums, ratedSums } from '../sets/itemset-sums.ts';
import { selectNodes } from '../sets/select-nodes.ts';
import { SideChance } from '../side-chance.ts';
import { LONGEST } from '../tested-rules.ts';
import { BestRules, type ValuedRule } from './best-rules.ts';
import { FigureFilter, filtersFigures } from './figure-filter.ts';
import type { FoundRule } from './found-rule.ts';
import { incrementalValue } from './impact.ts';
import type { ImpactRating, SelectedBy } from './rule.ts';
import type { RuleConstraints } from './rule-constraints.ts';
import { RuleFigures } from './rule-figures.ts';
import type { RuleNames } from './rule-names.ts';
import { type PathValues, RuleSearch, type RuleSearchInput, type RuleVisitor } from './rule-search.ts';
import { type RuleTally, tallyRules } from './rule-tally.ts';

interface RatedRule extends ValuedRule {
  readonly rating: ImpactRating;
}

export interface RatedRules {
  /** Best first: a total order, as no two rules have both sides in common. */
  readonly rules: readonly (RatedRule & WithAmount)[];
  readonly ruleCount: number;
  /** Rules that are rated, those included that the filter leaves out. */
  readonly consideredCount: number;
  /** Of them, those with one consequent. */
  readonly singleCount: number;
  /** Undefined where no rule is left out for its figures. */
  readonly filter: FigureFilter | undefined;
  /** Least incremental values of High and Medium rules; infinite where no rule is rated so. */
  readonly least: { readonly high: number; readonly medium: number };
  /** What q-values are ranked from: rules considered. */
  readonly tests: FoundTests;
  /** What was searched. */
  readonly input: RuleSearchInput & { readonly values: PathValues };
}

export interface RatingOptions {
  /** All baskets, those without any rule included. */
  readonly basketCount: number;
  readonly chance: Chance;
  readonly constraints: RuleConstraints | undefined;
  readonly minConfidence: number;
  /** Rules to return, and by which measure. */
  readonly maxRules: number;
  readonly by: SelectedBy | undefined;
}

/** What rules are made of, besides itemsets. */
export interface RuleSource {
  readonly products: readonly string[];
  /** Values are in units of 10^-scale of the currency. */
  readonly scale: number;
  readonly sums: ItemsetSums;
}

export function ratedRules(
  { products, scale, sums }: RuleSource,
  itemsets: FrequentItemsets,
  names: RuleNames,
  { basketCount, chance, constraints, minConfidence, maxRules, by }: RatingOptions,
): RatedRules {
  const values = ratedSums(sums);
  const { trie } = itemsets;
  const input = {
    trie,
    chance: new SideChance(chance.model, trie),
    basketCount,
    minConfidence,
    scale,
    values,
    constraint: constraints && new SplitConstraint(constraints, products, itemsets),
  };
  const isFiltered = constraints !== undefined && filtersFigures(constraints);
  const tally = tallyRules(input, LONGEST);
  const consideredCount = tally.ruleCount;
  const filter = isFiltered
    ? new FigureFilter(constraints, new RuleFigures(input), new RuleChance(input, chance))
    : undefined;
  const found = filter === undefined ? countsOf(tally) : countPassing(input, tally, filter);
  const rules =
    by === undefined
      ? firstRules(input, { tally, found, filter }, names, maxRules)
      : selectedRules(input, { tally, filter }, names, {
          count: Math.min(maxRules, found.all),
          selection: { by, figures: new RuleFigures(input), chance: new RuleChance(input, chance) },
        });
  return {
    rules: withExactValues(rules, sums, input),
    ruleCount: found.all,
    consideredCount,
    singleCount: found.single,
    filter,
    least: valuesOf(tally),
    tests: tally.tests,
    input,
  };
}

/** Rules that are found: all, those with one consequent, those that are High, and those that are at least Medium. */
interface FoundCounts {
  readonly all: number;
  readonly single: number;
  readonly high: number;
  readonly medium: number;
}

function countsOf({ ruleCount, singleCount, thresholds }: RuleTally): FoundCounts {
  return {
    all: ruleCount,
    single: singleCount,
    high: thresholds?.high.count ?? 0,
    medium: thresholds?.medium.count ?? 0,
  };
}

function countPassing(input: RuleSearchInput, tally: RuleTally, filter: FigureFilter): FoundCounts {
  const least = valuesOf(tally);
  const found = { all: 0, single: 0, high: 0, medium: 0 };
  const counter = filter.before({
    enter: () => undefined,
    visit(rule) {
      found.all++;
      if ((rule.mask & (rule.mask - 1)) === 0) found.single++;
      const tier = tierOf(rule, least);
      if (tier === 0) found.high++;
      if (tier <= 1) found.medium++;
    },
  });
  new RuleSearch(input, counter).run({ longest: LONGEST });
  return found;
}

/** Least incremental values of High and Medium rules. */
interface LeastValues {
  readonly high: number;
  readonly medium: number;
}

function valuesOf({ thresholds }: RuleTally): LeastValues {
  return {
    high: thresholds?.high.value ?? Number.POSITIVE_INFINITY,
    medium: thresholds?.medium.value ?? Number.POSITIVE_INFINITY,
  };
}

/**
 * Itemsets of high revenue first, and more of them until no other can have a rule among the first `count`: all rules of
 * an itemset have its revenue.
 */
function firstRules(
  input: RuleSearchInput,
  {
    tally,
    found,
    filter,
  }: { readonly tally: RuleTally; readonly found: FoundCounts; readonly filter: FigureFilter | undefined },
  names: RuleNames,
  count: number,
): RatedRule[] {
  const { trie } = input;
  const collector = new Collector(valuesOf(tally), found, names, count);
  const visitor = filter?.before(collector) ?? collector;
  const { revenue } = tally;
  const ranked = new RankedValues(revenue);
  let ceiling = Number.POSITIVE_INFINITY;
  for (let itemsets = FIRST_ITEMSETS; !collector.isComplete; itemsets *= 4) {
    const floor = ranked.at(itemsets);
    const top = ceiling;
    const nodes = selectNodes(trie, (node) => revenue[node] >= floor && revenue[node] < top);
    new RuleSearch(input, visitor).run({ longest: LONGEST, nodes });
    if (floor === Number.NEGATIVE_INFINITY) break;
    ceiling = floor;
  }
  return collector.rules();
}

function selectedRules(
  input: RuleSearchInput,
  { tally, filter }: { readonly tally: RuleTally; readonly filter: FigureFilter | undefined },
  names: RuleNames,
  { count, selection }: { readonly count: number; readonly selection: Selection },
): RatedRule[] {
  const least = valuesOf(tally);
  const selected = new SelectedRules(selection, names, count, (rule) => tierOf(rule, least));
  const visitor = filter?.before(selected) ?? selected;
  new RuleSearch(input, visitor).run({ longest: LONGEST });
  return selected.sorted().map((rule) => ({ ...rule, rating: RATINGS[rule.tier] }));
}

const RATINGS: readonly ImpactRating[] = ['High', 'Medium', 'Low'];

/** 0 is High. */
function tierOf(rule: FoundRule, { high, medium }: LeastValues): number {
  const { together, consequentValue } = rule;
  const expected = rule.expected();
  if (together <= expected) return 2;
  const value = incrementalValue(together, expected, consequentValue);
  return value >= high ? 0 : value >= medium ? 1 : 2;
}

/** Itemsets that the search for the first rules starts with. */
const FIRST_ITEMSETS = 20_000;

/** Of values, those that are known. */
class RankedValues {
  private readonly values: Float64Array;
  private size = 0;

  constructor(values: Float64Array) {
    this.values = new Float64Array(values.length);
    for (let at = 0; at < values.length; at++) {
      if (!Number.isNaN(values[at])) this.values[this.size++] = values[at];
    }
  }

  /** The value of this rank, from 1, the highest; minus infinite where there are no more. */
  at(rank: number): number {
    const { values, size } = this;
    return rank >= size ? Number.NEGATIVE_INFINITY : nthSmallest(values, size, size - rank);
  }
}

/** The first rules of each rating among those seen. */
class Collector implements RuleVisitor {
  private readonly least: LeastValues;
  private readonly tiers: readonly {
    readonly rating: ImpactRating;
    readonly wanted: number;
    readonly best: BestRules;
  }[];
  private revenue = 0;

  constructor(least: LeastValues, found: FoundCounts, names: RuleNames, count: number) {
    this.least = least;
    const ends: readonly (readonly [ImpactRating, number])[] = [
      ['High', found.high],
      ['Medium', found.medium],
      ['Low', found.all],
    ];
    let before = 0;
    this.tiers = ends.map(([rating, end]) => {
      const wanted = Math.min(end, count) - before;
      before += wanted;
      return { rating, wanted, best: new BestRules(wanted, names) };
    });
  }

  get isComplete(): boolean {
    return this.tiers.every(({ wanted, best }) => best.size === wanted);
  }

  enter(_: number, value: number): void {
    this.revenue = value;
  }

  visit(rule: FoundRule): void {
    const { node, mask, joint, byChance, consequentValue } = rule;
    const tier = tierOf(rule, this.least);
    const { revenue } = this;
    this.tiers[tier].best.offer({
      node,
      mask,
      lift: joint / byChance,
      revenue,
      consequentValue,
      key: 0,
      tier,
    });
  }

  rules(): RatedRule[] {
    return this.tiers.flatMap(({ rating, best }) => best.sorted().map((rule) => ({ ...rule, rating })));
  }
}
