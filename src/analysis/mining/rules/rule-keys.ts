// Computes a number for each rule, the same in any report, from hashes of its products' names: enough to decide whether
// another search has found it, too. One of 10,000 rules has the key of another among 500,000 in about 1 of 2 million
// reports.
import type { FigureFilter } from './described-rule.ts';
import type { NameHash } from './rule.ts';
import { RuleSearch, type RuleSearchInput, type RuleVisitor } from './rule-search.ts';

export function toRuleKey(
  antecedents: readonly string[],
  consequents: readonly string[],
  hash: NameHash,
): number {
  const [a, c] = [new SideHash(), new SideHash()];
  for (const name of antecedents) a.add(hash(name));
  for (const name of consequents) c.add(hash(name));
  return combineHashes(a.low, a.high, c.low, c.high);
}

/** Keys of all rules of itemsets of up to `longest` items, ascending. `getName`: returns the name of a rank. */
export function listRuleKeys(
  input: RuleSearchInput,
  longest: number,
  ruleCount: number,
  getName: (rank: number) => string,
  hash: NameHash,
  filter: FigureFilter | undefined,
): Float64Array {
  const { trie } = input;
  const ranks = trie.getDegree(0);
  const lows = new Int32Array(ranks);
  const highs = new Int32Array(ranks);
  for (let rank = 0; rank < ranks; rank++) {
    const side = new SideHash();
    side.add(hash(getName(rank)));
    lows[rank] = side.low;
    highs[rank] = side.high;
  }
  const keys = new Float64Array(ruleCount);
  const items = new Uint32Array(32);
  let count = 0;
  let low = 0;
  let high = 0;
  const visitor: RuleVisitor = {
    enter(node) {
      const length = trie.writeItems(node, items);
      [low, high] = [0, 0];
      for (let i = 0; i < length; i++) {
        low = (low + lows[items[i]]) | 0;
        high = (high + highs[items[i]]) | 0;
      }
    },
    visit({ mask }) {
      let consequentLow = 0;
      let consequentHigh = 0;
      for (let rest = mask; rest !== 0; rest &= rest - 1) {
        const item = items[31 - Math.clz32(rest & -rest)];
        consequentLow = (consequentLow + lows[item]) | 0;
        consequentHigh = (consequentHigh + highs[item]) | 0;
      }
      keys[count++] = combineHashes(
        (low - consequentLow) | 0,
        (high - consequentHigh) | 0,
        consequentLow,
        consequentHigh,
      );
    },
  };
  new RuleSearch({ ...input, values: undefined }, filter?.before(visitor) ?? visitor).run({
    longest,
  });
  return keys.sort();
}

/** Sums the halves of hashes, so that the order of the products does not matter. */
class SideHash {
  low = 0;
  high = 0;

  add(hash: bigint): void {
    this.low = (this.low + Number(BigInt.asIntN(32, hash))) | 0;
    this.high = (this.high + Number(BigInt.asIntN(32, hash >> 32n))) | 0;
  }
}

/** 53 bits. Keys are stored: the function may never change. */
function combineHashes(
  antecedentLow: number,
  antecedentHigh: number,
  consequentLow: number,
  consequentHigh: number,
): number {
  const low = mixHash(Math.imul(antecedentLow, 0x9e3779b1) ^ mixHash(consequentLow));
  const high = mixHash(Math.imul(antecedentHigh, 0x85ebca6b) ^ mixHash(consequentHigh ^ low));
  return (high >>> 11) * 2 ** 32 + (low >>> 0);
}

/** murmur3's finalizer. */
function mixHash(lane: number): number {
  let hash = Math.imul(lane ^ (lane >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
