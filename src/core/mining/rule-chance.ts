// How far chance explains a rule, given the sizes of baskets: expectation, p-value, and what each antecedent adds.
import { fisherPValue } from '../chance/fisher.ts';
import { correctedPValue } from './rules/measures.ts';
import type { RuleConstraints } from './rules/rule-constraints.ts';
import type { RuleSearchInput } from './rules/rule-search.ts';
import { SubsetSupports } from './sets/subset-supports.ts';
import type { SideChance } from './side-chance.ts';
import { fitSizeModel, type SizeCounts, type SizeModel } from './size-model.ts';
import { correctionOf, type TestLayer, testLayers } from './tested-rules.ts';

/** What rules are measured against. Plain values: stored with the rules. */
export interface Chance {
  readonly model: SizeModel;
  readonly layers: readonly TestLayer[];
}

/** `least`: baskets that an itemset must be in. */
export function chanceOf(
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

/** An antecedent adds to the others where chance would so often let it seem to. */
const PRODUCTIVE = 0.05;
/** More than single precision takes from an expectation. */
const SLACK = 1.2e-7;

/**
 * Fisher's test in as many baskets as would let chance bring the sides together as often as is expected: in all of them
 * if they are of one size. The variance is then that of sides of known counts, to first order.
 */
export function sizedPValue(
  together: number,
  antecedents: number,
  consequents: number,
  expected: number,
  basketCount: number,
): number {
  const baskets = Math.floor(((antecedents * consequents) / expected) * (1 + SLACK));
  const least = Math.max(antecedents, consequents, Math.min(basketCount, baskets));
  return fisherPValue(together, antecedents, consequents, least);
}

export class RuleChance {
  private readonly basketCount: number;
  private readonly chance: SideChance;
  private readonly subsets: SubsetSupports;
  private readonly corrections: ReadonlyMap<number, number>;

  constructor(
    { trie, basketCount, chance }: Pick<RuleSearchInput, 'trie' | 'basketCount' | 'chance'>,
    layers: readonly TestLayer[],
  ) {
    this.basketCount = basketCount;
    this.chance = chance;
    this.subsets = new SubsetSupports(trie);
    this.corrections = new Map(layers.map((layer) => [layer.products, correctionOf(layer)]));
  }

  /** Baskets with both sides. */
  expectedOf({ node, mask }: Split): number {
    const { subsets } = this;
    const antecedents = subsets.load(node) ^ mask;
    subsets.supportOf(antecedents);
    subsets.supportOf(mask);
    return this.chance.expected(subsets.nodeOf(antecedents), subsets.nodeOf(mask));
  }

  /** Products of a rule. */
  lengthOf({ node }: Split): number {
    return 32 - Math.clz32(this.subsets.load(node));
  }

  /** `p_value_given_sizes`. */
  pValueOf(rule: Split, expected = this.expectedOf(rule)): number {
    const { subsets, basketCount } = this;
    const all = subsets.load(rule.node);
    const [a, b] = [subsets.supportOf(all ^ rule.mask), subsets.supportOf(rule.mask)];
    return sizedPValue(subsets.supportOf(all), a, b, expected, basketCount);
  }

  /** What a p-value of the rule is multiplied by. */
  correctionOf(rule: Split): number {
    const products = this.lengthOf(rule);
    const correction = this.corrections.get(products);
    if (correction === undefined) throw new Error(`no rule of ${products} products is tested`);
    return correction;
  }

  /** `p_value_corrected`. */
  correctedOf(rule: Split): number {
    return correctedPValue(this.pValueOf(rule), this.correctionOf(rule));
  }

  /**
   * Whether every antecedent makes the consequents likelier than the others alone do: Fisher's test in the baskets with
   * the others (Webb 2007), for a single antecedent the p-value of the rule.
   */
  isProductive(rule: Split, pValue = this.pValueOf(rule)): boolean {
    const { subsets } = this;
    const all = subsets.load(rule.node);
    const antecedents = all ^ rule.mask;
    if ((antecedents & (antecedents - 1)) === 0) return pValue <= PRODUCTIVE;
    const together = subsets.supportOf(all);
    const withAll = subsets.supportOf(antecedents);
    for (let rest = antecedents; rest !== 0; rest &= rest - 1) {
      const others = antecedents ^ (rest & -rest);
      const consequents = subsets.supportOf(others | rule.mask);
      if (fisherPValue(together, withAll, consequents, subsets.supportOf(others)) > PRODUCTIVE) return false;
    }
    return true;
  }
}
