// Names and compares the sides of rules.
import type { FrequentItemsets } from '../search/frequent-itemsets.ts';

export interface RuleSides {
  /** Names, ascending by code unit. */
  readonly antecedents: readonly string[];
  readonly consequents: readonly string[];
}

export class RuleNames {
  private readonly products: readonly string[];
  private readonly itemsets: FrequentItemsets;
  private readonly items = new Uint32Array(32);
  /** Per item of the trie: its position in the order of names. */
  private readonly placeOf: Uint32Array;
  private readonly sides = new Uint32Array(34);
  private readonly otherSides = new Uint32Array(34);

  constructor(products: readonly string[], itemsets: FrequentItemsets) {
    this.products = products;
    this.itemsets = itemsets;
    const names = Array.from(itemsets.productOf, (product) => products[product]);
    const sorted = Uint32Array.from(names.keys()).sort((a, b) => (names[a] < names[b] ? -1 : 1));
    this.placeOf = new Uint32Array(names.length);
    for (const [place, item] of sorted.entries()) this.placeOf[item] = place;
  }

  /** `mask`: the consequents, a bit per item of the itemset in trie order. */
  nameSides(node: number, mask: number): RuleSides {
    const { trie, productOf } = this.itemsets;
    const length = trie.writeItems(node, this.items);
    const antecedents: string[] = [];
    const consequents: string[] = [];
    for (let i = 0; i < length; i++) {
      const side = ((mask >>> i) & 1) === 1 ? consequents : antecedents;
      side.push(this.products[productOf[this.items[i]]]);
    }
    return { antecedents: antecedents.sort(), consequents: consequents.sort() };
  }

  /** Compares like `compareSides` without creating the names. */
  compare(node: number, mask: number, otherNode: number, otherMask: number): number {
    const { sides, otherSides } = this;
    const length = this.writeSides(node, mask, sides);
    const otherLength = this.writeSides(otherNode, otherMask, otherSides);
    for (let at = 0; at < length && at < otherLength; at++) {
      if (sides[at] !== otherSides[at]) return sides[at] < otherSides[at] ? -1 : 1;
    }
    return otherLength - length;
  }

  /**
   * Writes the positions of the antecedents, ascending, a mark above them all, the positions of the consequents, and
   * the mark.
   */
  private writeSides(node: number, mask: number, to: Uint32Array): number {
    const { placeOf, items } = this;
    const length = this.itemsets.trie.writeItems(node, items);
    let written = 0;
    for (const isOf of [0, 1]) {
      const from = written;
      for (let i = 0; i < length; i++) {
        if (((mask >>> i) & 1) !== isOf) continue;
        const place = placeOf[items[i]];
        let at = written++;
        for (; at > from && to[at - 1] > place; at--) to[at] = to[at - 1];
        to[at] = place;
      }
      to[written++] = END;
    }
    return written;
  }
}

const END = 2 ** 32 - 1;

/** By code units of the names, antecedents first; a side that begins with the other one comes first. */
export function compareSides(a: RuleSides, b: RuleSides): number {
  return compareNames(a.antecedents, b.antecedents) || compareNames(a.consequents, b.consequents);
}

function compareNames(one: readonly string[], other: readonly string[]): number {
  for (let at = 0; at < Math.min(one.length, other.length); at++) {
    if (one[at] !== other[at]) return one[at] < other[at] ? -1 : 1;
  }
  return other.length - one.length;
}

/** A unique number for each rule, below 2^53: an itemset has at most as many items as the trie's size has bits. */
export function splitKey(node: number, mask: number): number {
  return node * 2 ** 24 + mask;
}
