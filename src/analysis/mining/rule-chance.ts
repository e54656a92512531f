// Computes how far chance explains a rule, given the sizes of baskets: expectation, p-value, and the contribution of
// each antecedent.

import type { RuleConstraints } from '../../contract/report-types/market-basket/rule-params.ts';
import { computeFisherPValue } from '../chance/fisher.ts';
import { correctPValue } from './rules/measures.ts';
import { type RuleSearchInput, SubsetSupports } from './rules/rule-search.ts';
import { fitSizeModel, type SideChance, type SizeCounts, type SizeModel } from './size-chance.ts';
import { computeCorrection, type TestLayer, testLayers } from './tested-rules.ts';

/** The figures that rules are compared with. Plain values: stored with the rules. */
export interface Chance {
  readonly model: SizeModel;
  readonly layers: readonly TestLayer[];
}

/** `least`: fewest baskets of an itemset. */
export function createChance(
  { products, sizes, frequency }: SizeCounts & { readonly products: readonly string[] },
  least: number,
  constraints: RuleConstraints | undefined,
): Chance {
  return {
    model: fitSizeModel({ sizes, frequency }),
    layers: testLayers(products, frequency, least, constraints),
  };
}

/** A rule: its itemset in the trie, and its consequents, a bit per item of the itemset in trie order. */
interface Split {
  readonly node: number;
  readonly mask: number;
}

/** Probability of falsely calling any rule productive. */
const SIGNIFICANCE = 0.05;
/** Exceeds the relative error of an expectation in single precision. */
const SLACK = 1.2e-7;

/**
 * Fisher's test in the number of baskets in which chance would bring the sides together as often as expected: all
 * baskets if they are of one size. The variance is then that of sides of known counts, to first order.
 */
export function computeSizedPValue(
  together: number,
  antecedents: number,
  consequents: number,
  expected: number,
  basketCount: number,
): number {
  const baskets = Math.floor(((antecedents * consequents) / expected) * (1 + SLACK));
  const least = Math.max(antecedents, consequents, Math.min(basketCount, baskets));
  return computeFisherPValue(together, antecedents, consequents, least);
}

/**
 * The model of basket sizes has errors of up to a tenth for products that are in half of the baskets: a test asks
 * whether a rule exceeds chance by more than that.
 */
export const MODEL_ERROR = 1.1;

/** The same test, with `basketsEach` baskets counted as one, because customers repeat themselves. */
export function computeCustomersPValue(
  counts: readonly [together: number, antecedents: number, consequents: number, baskets: number],
  expected: number,
  basketsEach: number,
): number {
  const [together, antecedents, consequents, baskets] = counts;
  if (basketsEach <= 1) return computeSizedPValue(together, antecedents, consequents, expected, baskets);
  const customers = Math.floor(together / basketsEach);
  const one = Math.max(customers, Math.ceil(antecedents / basketsEach));
  const other = Math.max(customers, Math.ceil(consequents / basketsEach));
  const all = Math.max(one, other, Math.floor(baskets / basketsEach));
  return computeSizedPValue(customers, one, other, expected / basketsEach, all);
}

export class RuleChance {
  private readonly basketCount: number;
  private readonly chance: SideChance;
  private readonly subsets: SubsetSupports;
  private readonly corrections: ReadonlyMap<number, number>;
  private readonly without = { node: 0, mask: 0, expected: new Map<number, number>() };

  constructor(
    { trie, basketCount, chance }: Pick<RuleSearchInput, 'trie' | 'basketCount' | 'chance'>,
    { layers }: Chance,
  ) {
    this.basketCount = basketCount;
    this.chance = chance;
    this.subsets = new SubsetSupports(trie);
    this.corrections = new Map(layers.map((layer) => [layer.products, computeCorrection(layer)]));
  }

  /** Expected baskets with both sides. */
  computeExpected({ node, mask }: Split): number {
    const { subsets } = this;
    const antecedents = subsets.load(node) ^ mask;
    return this.chance.expected(subsets.findNode(antecedents), subsets.findNode(mask));
  }

  /** Number of products of a rule. */
  countProducts({ node }: Split): number {
    return 32 - Math.clz32(this.subsets.load(node));
  }

  /** `p_value_given_sizes`. */
  computePValue(rule: Split, expected = this.computeExpected(rule)): number {
    const { subsets, basketCount } = this;
    const all = subsets.load(rule.node);
    const [a, b] = [subsets.getSupport(all ^ rule.mask), subsets.getSupport(rule.mask)];
    return computeSizedPValue(subsets.getSupport(all), a, b, expected, basketCount);
  }

  /** The factor that corrects the rule's p-value. */
  getCorrection(rule: Split): number {
    const products = this.countProducts(rule);
    const correction = this.corrections.get(products);
    if (correction === undefined) throw new Error(`no rule of ${products} products is tested`);
    return correction;
  }

  /** `p_value_corrected` from counts of baskets alone; customers and periods are considered later. */
  computeCorrectedPValue(rule: Split): number {
    const expected = MODEL_ERROR * this.computeExpected(rule);
    return correctPValue(this.computePValue(rule, expected), this.getCorrection(rule));
  }

  /**
   * Whether every antecedent makes the consequents likelier than the others alone do: tested in the baskets with the
   * others (Webb 2007), given the sizes of these, and corrected for all rules with the same number of products.
   */
  isProductive(rule: Split, pValue = this.computePValue(rule), basketsEach = 1): boolean {
    const { subsets } = this;
    const all = subsets.load(rule.node);
    // With more than two products, a rule and its converse are different tests.
    const correction = this.getCorrection(rule) * (all > 0b11 ? 2 : 1);
    const antecedents = all ^ rule.mask;
    if ((antecedents & (antecedents - 1)) === 0) return isBelow(pValue, correction);
    for (let rest = antecedents; rest !== 0; rest &= rest - 1) {
      if (!this.adds(antecedents, rest & -rest, rule.mask, { correction, basketsEach })) return false;
    }
    return true;
  }

  /** Whether `isProductive` can be true, by counts alone: fast, and true for all rules with one antecedent. */
  mayBeProductive(rule: Split): boolean {
    const { subsets } = this;
    const antecedents = subsets.load(rule.node) ^ rule.mask;
    if ((antecedents & (antecedents - 1)) === 0) return true;
    const together = subsets.getSupport(antecedents | rule.mask);
    const withAll = subsets.getSupport(antecedents);
    for (let rest = antecedents; rest !== 0; rest &= rest - 1) {
      const others = antecedents ^ (rest & -rest);
      const [baskets, consequents] = [subsets.getSupport(others), subsets.getSupport(others | rule.mask)];
      if (together * baskets <= withAll * consequents) return false;
    }
    const correction = 2 * this.getCorrection(rule);
    for (let rest = antecedents; rest !== 0; rest &= rest - 1) {
      const others = antecedents ^ (rest & -rest);
      const [baskets, consequents] = [subsets.getSupport(others), subsets.getSupport(others | rule.mask)];
      if (!isBelow(computeFisherPValue(together, withAll, consequents, baskets), correction)) return false;
    }
    return true;
  }

  /**
   * Baskets with both sides that the best explanation expects: chance, or all antecedents but one, whichever expects
   * most. The excess is the contribution of the rule beyond its parts.
   */
  computeExplained(rule: Split, expected = this.computeExpected(rule)): number {
    const { subsets } = this;
    const antecedents = subsets.load(rule.node) ^ rule.mask;
    let most = expected;
    if ((antecedents & (antecedents - 1)) === 0) return most;
    for (let rest = antecedents; rest !== 0; rest &= rest - 1) {
      most = Math.max(most, this.expectedWithout(antecedents, rest & -rest, rule.mask));
    }
    return most;
  }

  /**
   * Baskets with both sides if one antecedent added nothing to the others. Reads the loaded itemset; caches the results
   * of the last rule.
   */
  private expectedWithout(antecedents: number, one: number, mask: number): number {
    const { subsets, without } = this;
    const node = subsets.findNode(antecedents | mask);
    if (without.node !== node || without.mask !== mask) {
      without.node = node;
      without.mask = mask;
      without.expected.clear();
    }
    const known = without.expected.get(one);
    if (known !== undefined) return known;
    const others = antecedents ^ one;
    const expected = this.chance.expectedAmong(
      subsets.findNode(others),
      subsets.findNode(antecedents),
      subsets.findNode(others | mask),
    );
    without.expected.set(one, expected);
    return expected;
  }

  /** Whether one antecedent of the loaded itemset adds to the others. */
  private adds(
    antecedents: number,
    one: number,
    mask: number,
    { correction, basketsEach }: { readonly correction: number; readonly basketsEach: number },
  ): boolean {
    const { subsets } = this;
    const others = antecedents ^ one;
    const together = subsets.getSupport(antecedents | mask);
    const withAll = subsets.getSupport(antecedents);
    const consequents = subsets.getSupport(others | mask);
    const baskets = subsets.getSupport(others);
    // Sizes and customers only raise a p-value: most rules need no expectation.
    if (!isBelow(computeFisherPValue(together, withAll, consequents, baskets), correction)) return false;
    const expected = this.expectedWithout(antecedents, one, mask);
    const counts = [together, withAll, consequents, baskets] as const;
    return isBelow(computeCustomersPValue(counts, expected, basketsEach), correction);
  }
}

function isBelow(pValue: number, correction: number): boolean {
  return pValue * correction <= SIGNIFICANCE;
}
