// All rules counted, those that may be returned kept. Up to `capacity` rules all are kept; of more, the best by an
// estimate from the products' mean values, so that only they need their exact value.
import { BestOf } from './best-of.ts';
import { ratedAboveLow } from './rated-above-low.ts';
import { RuleSearch, type RuleSearchInput } from './rule-search.ts';

export interface Candidates {
  /** Rule i: an itemset of the trie and the mask of its consequents, no rule twice; ascending by itemset and mask. */
  readonly nodes: Uint32Array;
  readonly masks: Uint32Array;
  readonly ruleCount: number;
  /** Of them, those with one consequent. */
  readonly singleCount: number;
  /** Rules with a lift above 1, kept or not. */
  readonly positiveCount: number;
  /** Rules of itemsets with more items were left out, for they would pass `maxSplits`; infinite where none were. */
  readonly maxLength: number;
}

export interface CandidateLimits {
  /** Rules kept of each kind: best by incremental value, best by revenue. */
  readonly capacity: number;
  readonly maxSplits: number;
  /** Rules that will be returned. */
  readonly maxRules: number;
}

const LONGEST = 31;

export function ruleCandidates(
  input: RuleSearchInput,
  { capacity, maxSplits, maxRules }: CandidateLimits,
): Candidates {
  let maxLength = Number.POSITIVE_INFINITY;
  let collector = new Collector(input, capacity);
  if (!new RuleSearch(input, collector).run(2, LONGEST, maxSplits)) {
    maxLength = longestWithin(input, maxSplits);
    collector = new Collector(input, capacity);
    new RuleSearch(input, collector).run(2, maxLength, Number.POSITIVE_INFINITY);
  }
  const { ruleCount, singleCount, positiveCount, byValue, byRevenue } = collector;
  // Low rules come last, by revenue: they only count where the others don't fill the answer.
  const isFilled = ratedAboveLow(positiveCount).medium >= maxRules;
  const kept = merge(isFilled ? [byValue] : [byValue, byRevenue]);
  return { ...kept, ruleCount, singleCount, positiveCount, maxLength };
}

class Collector {
  ruleCount = 0;
  singleCount = 0;
  positiveCount = 0;
  readonly byValue: BestOf;
  readonly byRevenue: BestOf;
  private readonly trie: RuleSearchInput['trie'];

  constructor({ trie }: RuleSearchInput, capacity: number) {
    this.trie = trie;
    this.byValue = new BestOf(capacity);
    this.byRevenue = new BestOf(capacity);
  }

  visit(node: number, consequents: number, excess: number, consequentValue: number, allValue: number): void {
    this.ruleCount++;
    if ((consequents & (consequents - 1)) === 0) this.singleCount++;
    this.byRevenue.offer(this.trie.supportOf(node) * allValue, node, consequents);
    if (excess <= 0) return;
    this.positiveCount++;
    this.byValue.offer(excess * consequentValue, node, consequents);
  }
}

/** The greatest length whose rules, with all shorter ones, take at most `maxSplits`; at least 2. */
function longestWithin(input: RuleSearchInput, maxSplits: number): number {
  const search = new RuleSearch(input, { visit: () => undefined });
  let longest = 1;
  while (search.run(longest + 1, longest + 1, maxSplits)) longest++;
  return Math.max(2, longest);
}

function merge(lists: readonly BestOf[]): { nodes: Uint32Array; masks: Uint32Array } {
  // Node and mask as one number: below 2^53, since a mask of an itemset in the trie has at most as many bits as the
  // trie's size.
  const keys: Float64Array[] = lists.map((list) => {
    list.settle();
    return Float64Array.from({ length: list.size }, (_, at) => list.nodeAt(at) * 2 ** 24 + list.maskAt(at));
  });
  const all = new Float64Array(keys.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const list of keys) {
    all.set(list, offset);
    offset += list.length;
  }
  all.sort();
  const distinct = all.filter((key, at) => at === 0 || key !== all[at - 1]);
  return {
    nodes: Uint32Array.from(distinct, (key) => Math.floor(key / 2 ** 24)),
    masks: Uint32Array.from(distinct, (key) => key % 2 ** 24),
  };
}
