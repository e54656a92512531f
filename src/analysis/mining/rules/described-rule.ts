// Describes a rule in the form that reports return, from its known figures.

import type { RuleConstraints } from '../../../contract/report-types/market-basket/rule-params.ts';
import type { QValues } from '../q-values.ts';
import { computeCustomersPValue, MODEL_ERROR, type RuleChance } from '../rule-chance.ts';
import {
  computeIncrementalValue,
  computeRuleMeasures,
  type RuleCounts,
  type RuleMeasures,
  toPublishedValue,
} from './measures.ts';
import type { AssociationRule } from './rule.ts';
import type { RuleNames } from './rule-names.ts';
import { type RuleSearchInput, type RuleVisitor, SubsetSupports } from './rule-search.ts';

export interface KnownRule {
  /** Its itemset in the trie, and its consequents, a bit per item of the itemset in trie order. */
  readonly node: number;
  readonly mask: number;
  readonly lift: number;
  /** Revenue in the currency. */
  readonly amount: number;
  /** Value of the consequents in units of 10^-scale. */
  readonly consequentValue: number;
}

/** The evidence of a rule. */
export interface Weight {
  /** Expected joint baskets by chance within periods, divided by those over the whole time. */
  readonly season: number;
  /** Number of baskets that count as one independent basket (`computeCustomersPValue`). */
  readonly basketsEach: number;
  readonly customers: number;
  /** Value of the consequents without outliers, in units of 10^-scale. */
  readonly robustValue: number;
  /** The fewest baskets with half of the value of the consequents; null if it takes more than the outliers. */
  readonly halfFrom: number | null;
}

/** The sources of the rules' figures. */
interface RuleSources {
  readonly names: RuleNames;
  readonly figures: RuleFigures;
  readonly chance: RuleChance;
  readonly qValues: QValues;
}

/** `weight`: undefined if only the rule's counts of baskets are known. Such a rule is not proven. */
export function createAssociationRule(
  rule: KnownRule,
  scale: number,
  { names, figures, chance, qValues }: RuleSources,
  weight?: Weight,
): AssociationRule {
  const counts = figures.countBaskets(rule);
  const { together, antecedents, consequents, baskets } = counts;
  const { lift, amount, consequentValue } = rule;
  const confidence = together / antecedents;
  const expected = chance.computeExpected(rule);
  const pValue = chance.computePValue(rule, expected);
  const { season = 1, basketsEach = 1, robustValue = consequentValue } = weight ?? {};
  const inPeriods = Math.fround(expected * season);
  const counted = [together, antecedents, consequents, baskets] as const;
  const customers = computeCustomersPValue(counted, MODEL_ERROR * inPeriods, basketsEach);
  const isSingle = (rule.mask & (rule.mask - 1)) === 0;
  const explained = isSingle ? chance.computeExplained(rule, inPeriods) : inPeriods;
  const measures = computeRuleMeasures(counts, {
    expected,
    inPeriods,
    pValue,
    customersPValue: customers,
    correction: chance.getCorrection(rule),
    qValue: qValues.of(chance.countProducts(rule), pValue),
  });
  const productive = chance.isProductive(rule, customers, basketsEach);
  return {
    ...names.nameSides(rule.node, rule.mask),
    support: together / baskets,
    confidence,
    lift,
    impact_rating: 'Low',
    impact_analysis: {
      revenue: amount,
      lift,
      conversion_rate: confidence,
      occurrences: together,
      ...(weight && { customers: weight.customers }),
      incremental_value: toPublishedValue(computeIncrementalValue(together, explained, robustValue), scale),
      ...(weight && { half_from: weight.halfFrom }),
    },
    measures,
    redundant: figures.isRedundant(rule),
    productive,
    proven:
      weight !== undefined &&
      isSingle &&
      together > inPeriods &&
      measures.p_value_corrected < SIGNIFICANCE &&
      productive,
  };
}

/** Limit of `p_value_corrected`: the probability that any rule of the report is false. */
export const SIGNIFICANCE = 0.05;

// Computes the findings that the counts of baskets give about the rules of a report.

/** A rule: its itemset in the trie, and its consequents, a bit per item of the itemset in trie order. */
interface Split {
  readonly node: number;
  readonly mask: number;
}

export class RuleFigures {
  private readonly basketCount: number;
  private readonly subsets: SubsetSupports;

  constructor({ trie, basketCount }: Pick<RuleSearchInput, 'trie' | 'basketCount'>) {
    this.basketCount = basketCount;
    this.subsets = new SubsetSupports(trie);
  }

  countBaskets({ node, mask }: Split): RuleCounts {
    const { subsets, basketCount } = this;
    const all = subsets.load(node);
    return {
      together: subsets.getSupport(all),
      antecedents: subsets.getSupport(all ^ mask),
      consequents: subsets.getSupport(mask),
      baskets: basketCount,
    };
  }

  /**
   * Whether some of the antecedents alone lead to the consequents with at least the same confidence (Bayardo, Agrawal &
   * Gunopulos 1999). Larger parts, the likeliest, are tried first.
   */
  isRedundant({ node, mask }: Split): boolean {
    const { subsets } = this;
    const antecedents = subsets.load(node) ^ mask;
    const together = subsets.getSupport(antecedents | mask);
    const of = subsets.getSupport(antecedents);
    for (let part = (antecedents - 1) & antecedents; part !== 0; part = (part - 1) & antecedents) {
      // Counts below 2^26 multiply exactly.
      if (subsets.getSupport(part | mask) * of >= together * subsets.getSupport(part)) return true;
    }
    return false;
  }
}

// Applies constraints on the figures of a rule, as published, so that a reader who filters a report finds the same
// rules.

export class FigureFilter {
  private readonly figures: RuleFigures;
  private readonly tested: RuleChance;
  private readonly minLift: number;
  private readonly maxPValue: number;
  private readonly withRedundant: boolean;

  constructor(constraints: RuleConstraints, figures: RuleFigures, tested: RuleChance) {
    this.figures = figures;
    this.tested = tested;
    this.minLift = constraints.minLift ?? 0;
    this.maxPValue = constraints.maxPValueCorrected ?? 1;
    this.withRedundant = constraints.redundant !== false;
  }

  /** Whether a rule still passes with its weighed figures. */
  passesWeighed({ measures }: { readonly measures: RuleMeasures }): boolean {
    return measures.p_value_corrected <= this.maxPValue;
  }

  /** Wraps a visitor so that it receives only the rules that pass. */
  before(visitor: RuleVisitor): RuleVisitor {
    return {
      enter: (...itemset) => visitor.enter(...itemset),
      visit: (rule) => {
        if (this.passes(rule.node, rule.mask, rule.joint / rule.byChance)) visitor.visit(rule);
      },
    };
  }

  /** Conditions are tested in ascending order of cost. */
  passes(node: number, mask: number, lift: number): boolean {
    const { figures, maxPValue } = this;
    if (lift < this.minLift) return false;
    if (!this.withRedundant && figures.isRedundant({ node, mask })) return false;
    return maxPValue >= 1 || this.tested.computeCorrectedPValue({ node, mask }) <= maxPValue;
  }
}

/** Whether rules are left out for their figures. */
export function hasFigureFilters({ minLift, maxPValueCorrected, redundant }: RuleConstraints): boolean {
  return minLift !== undefined || maxPValueCorrected !== undefined || redundant === false;
}
