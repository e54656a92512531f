// The budget of a search, and the smaller searches that it falls back to when the requested one exceeds it: smaller sets
// first, a higher support last. Every answer is exact for the question it states.
import type { BasketColumns } from '../../baskets/basket-columns.ts';
import { type Sentence, say } from '../../sentences/sentence.ts';
import type { RuleConstraints } from '../rules/rule-constraints.ts';
import { type ItemsetTrie, longestItemset } from '../sets/itemset-trie.ts';
import { type FrequentItemsets, frequentItemsets, type ItemsetFinder } from './frequent-itemsets.ts';
import { firstAttempt, nextStep, type SearchState } from './search-attempts.ts';

export interface MiningBudget {
  /** Itemsets held at once: 20 bytes each, up to 60 while they are stored. */
  readonly maxItemsets: number;
  /** Basket entries looked at in one attempt: some hundred million a second. */
  readonly maxWork: number;
  /** Ways to divide the itemsets into rules, of three products or more: all pairs are looked at. */
  readonly maxSplits: number;
  /** The same where the request names the most products of a rule. */
  readonly maxSplitsOfNamed: number;
  /**
   * Baskets of each itemset, added up, unless all are pairs: their values are summed over them, some hundred million
   * a second.
   */
  readonly maxOccurrences: number;
}

/** Fits in 1.5 GB and half a minute: docs/scale.md has the inputs that take longest. */
export const DEFAULT_BUDGET: MiningBudget = {
  maxItemsets: 8_000_000,
  maxWork: 10_000_000_000,
  maxSplits: 2_000_000,
  maxSplitsOfNamed: 25_000_000,
  maxOccurrences: 1_000_000_000,
};

/** What an answer must be within. */
export class AnswerLimits {
  readonly maxSplits: number;
  readonly namesProducts: boolean;
  readonly maxWork: number;
  readonly maxOccurrences: number;
  private readonly maxItemsets: number;
  private readonly splits: SplitCount;

  constructor(budget: MiningBudget, constraints: RuleConstraints | undefined) {
    this.namesProducts = constraints?.maxProducts !== undefined;
    this.maxSplits = this.namesProducts ? budget.maxSplitsOfNamed : budget.maxSplits;
    this.maxItemsets = budget.maxItemsets;
    this.maxWork = budget.maxWork;
    this.maxOccurrences = budget.maxOccurrences;
    this.splits = new SplitCount(constraints);
  }

  accept({ trie }: Pick<FrequentItemsets, 'trie'>): boolean {
    if (trie.size - 1 > this.maxItemsets) return false;
    if (longestItemset(trie) <= 2) return true;
    return this.splits.ofAll(trie) <= this.maxSplits && occurrencesOf(trie) <= this.maxOccurrences;
  }

  /**
   * Itemsets beyond which an attempt need not continue: an itemset of two products or more has at least two splits, one of
   * the attempt's length as many as that length has. `items`: products there are; `held`: itemsets of all shorter lengths.
   */
  mostItemsets({ phase, maxLength }: SearchState, items: number, held: FrequentItemsets | undefined): number {
    switch (phase) {
      case 'asked':
        return Math.min(this.maxItemsets, items + this.maxSplits / 2);
      case 'longer': {
        if (held === undefined || maxLength === null) return this.maxItemsets;
        const left = Math.max(0, this.maxSplits - this.splits.ofAll(held.trie));
        return Math.min(this.maxItemsets, held.trie.size - 1 + left / this.splits.of(maxLength));
      }
      default:
        return this.maxItemsets;
    }
  }
}

export interface AffordableItemsets {
  readonly itemsets: FrequentItemsets;
  /** Fewest baskets that contain an itemset: as requested, or higher. */
  readonly least: number;
  /** Itemsets of more products were not looked for; null where there was no need for a limit. */
  readonly maxLength: number | null;
}

/** `least`: as asked. */
export function affordableItemsets(
  baskets: BasketColumns,
  least: number,
  limits: AnswerLimits,
  find: ItemsetFinder = frequentItemsets,
): AffordableItemsets {
  let held: FrequentItemsets | undefined;
  for (let state = firstAttempt(least); ; ) {
    const found = find(baskets, state.least, {
      maxItemsets: limits.mostItemsets(state, baskets.products.length, held),
      maxWork: limits.maxWork,
      maxLength: state.maxLength ?? Number.POSITIVE_INFINITY,
    });
    const fits = found.complete && limits.accept(found);
    const outcome = { fits, longest: fits ? longestItemset(found.trie) : 0 };
    const step = nextStep(state, outcome, baskets.basketCount);
    if ('answer' in step) {
      const answers = { these: found, held, none: undefined };
      return { itemsets: answers[step.answer] ?? frequentItemsets(NO_BASKETS, 1), ...step.of };
    }
    if (step.holds) held = found;
    state = step.attempt;
  }
}

const NO_BASKETS: BasketColumns = {
  basketCount: 0,
  start: new Uint32Array(1),
  product: new Uint32Array(),
  values: [new Float64Array()],
  scale: 0,
  products: [],
};

/** What names the effective settings. */
export function budgetWarnings(
  { least, maxLength }: Pick<AffordableItemsets, 'least' | 'maxLength'>,
  asked: { readonly least: number; readonly minSupport: number },
  basketCount: number,
  { maxSplits, maxOccurrences, namesProducts }: AnswerLimits,
): Sentence[] {
  const { minSupport: min_support } = asked;
  if (least > asked.least && least > basketCount) {
    return [say('search_without_rules', { min_support })];
  }
  if (least > asked.least) {
    const effective = Number((least / basketCount).toPrecision(6));
    return [say('search_at_higher_support', { min_support, effective, baskets: least, max_products: 2 })];
  }
  if (maxLength !== null) {
    return [
      say('search_of_smaller_sets', {
        min_support,
        max_products: maxLength,
        most_rules: maxSplits,
        most_occurrences: maxOccurrences,
        named: namesProducts,
      }),
    ];
  }
  return [];
}

function occurrencesOf(trie: ItemsetTrie): number {
  let occurrences = 0;
  for (let node = 1; node < trie.size; node++) occurrences += trie.supportOf(node);
  return occurrences;
}

/** In how many ways itemsets can be divided into antecedents and consequents: what rules cost, known before any is looked at. */
export class SplitCount {
  private readonly maxAntecedents: number;
  private readonly maxConsequents: number;
  /** By number of items. */
  private readonly known: number[] = [0, 0];

  constructor(constraints: Pick<RuleConstraints, 'maxAntecedents' | 'maxConsequents'> | undefined) {
    this.maxAntecedents = constraints?.maxAntecedents ?? Number.POSITIVE_INFINITY;
    this.maxConsequents = constraints?.maxConsequents ?? Number.POSITIVE_INFINITY;
  }

  /** Splits of one itemset. */
  of(length: number): number {
    for (let next = this.known.length; next <= length; next++) this.known.push(this.count(next));
    return this.known[length];
  }

  /** Splits of all itemsets. */
  ofAll(trie: ItemsetTrie): number {
    const lengths = new Uint8Array(trie.size);
    let splits = 0;
    for (let node = 1; node < trie.size; node++) {
      lengths[node] = lengths[trie.parentOf(node)] + 1;
      splits += this.of(lengths[node]);
    }
    return splits;
  }

  private count(length: number): number {
    let splits = 0;
    let chosen = 1;
    for (let consequents = 1; consequents < length; consequents++) {
      chosen = (chosen * (length - consequents + 1)) / consequents;
      if (consequents <= this.maxConsequents && length - consequents <= this.maxAntecedents) splits += chosen;
    }
    return splits;
  }
}
