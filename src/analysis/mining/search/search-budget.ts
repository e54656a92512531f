// Limits the cost of a search, and chooses the smaller searches if the requested one exceeds its budget: first the
// requested one, then pairs, triples and larger sets as long as they fit, and pairs at a higher support if they alone
// do not. In partitions, every attempt takes passes over all of them; the state between two attempts is a few numbers.
// Every answer is exact for the question it states.

import type { RuleConstraints } from '../../../contract/report-types/market-basket/rule-params.ts';
import { type Sentence, say } from '../../../contract/sentences/sentence.ts';
import type { BasketColumns } from '../../baskets/basket-columns.ts';
import { findLongestItemset, type ItemsetTrie } from '../sets/itemset-trie.ts';
import { type FrequentItemsets, findFrequentItemsets } from './frequent-itemsets.ts';

export interface SearchAttempt {
  readonly least: number;
  /** Items of an itemset; null: any number. */
  readonly maxLength: number | null;
}

export interface SearchState extends SearchAttempt {
  readonly phase: 'asked' | 'pairs' | 'longer' | 'lowest';
  /** Bounds between which the lowest support that fits is searched. */
  readonly below: number;
  readonly above: number;
  /** The last attempt that fitted; its itemsets are the answer unless a better one fits. */
  readonly held: SearchAttempt | null;
}

type NextStep =
  /** `holds`: keep the itemsets just found until the answer is decided. */
  | { readonly attempt: SearchState; readonly holds: boolean }
  | { readonly answer: 'these' | 'held' | 'none'; readonly of: SearchAttempt };

export function createFirstAttempt(least: number): SearchState {
  return { phase: 'asked', least, maxLength: null, below: least, above: least, held: null };
}

/** `longest`: items of the largest itemset found. */
export function decideNextStep(
  state: SearchState,
  outcome: { readonly fits: boolean; readonly longest: number },
  basketCount: number,
): NextStep {
  const { phase, least, maxLength, held } = state;
  const of = { least, maxLength };
  switch (phase) {
    case 'asked':
      return outcome.fits
        ? { answer: 'these', of }
        : { attempt: { ...state, phase: 'pairs', maxLength: 2 }, holds: false };
    case 'pairs':
      return outcome.fits
        ? createLongerStep(state)
        : bisect({ ...state, phase: 'lowest', above: basketCount + 1 });
    case 'longer':
      if (!outcome.fits) return { answer: 'held', of: held ?? of };
      // A partition alone may exceed the budget although the whole does not: there are no longer itemsets after all.
      return outcome.longest < (maxLength ?? 0)
        ? { answer: 'these', of: { least, maxLength: null } }
        : createLongerStep(state);
    case 'lowest':
      return outcome.fits
        ? bisect({ ...state, above: least, held: of }, true)
        : bisect({ ...state, below: least });
  }
}

function createLongerStep(state: SearchState): NextStep {
  const { least, maxLength } = state;
  const longest = maxLength ?? 2;
  return {
    attempt: { ...state, phase: 'longer', maxLength: longest + 1, held: { least, maxLength: longest } },
    holds: true,
  };
}

/** Halve the ratio rather than the difference: most itemsets are at the low end. */
function bisect(state: SearchState, holds = false): NextStep {
  const { below } = state;
  const above = Math.max(below + 1, state.above);
  if (above - below <= 1) {
    if (holds) return { answer: 'these', of: state.held ?? state };
    return state.held === null
      ? { answer: 'none', of: { least: above, maxLength: 2 } }
      : { answer: 'held', of: state.held };
  }
  const least = Math.min(above - 1, Math.max(below + 1, Math.round(Math.sqrt(below * above))));
  return { attempt: { ...state, above, least, maxLength: 2 }, holds };
}

export interface MiningBudget {
  /** Itemsets held at once: 20 bytes each, up to 60 while they are stored. */
  readonly maxItemsets: number;
  /** Basket entries read in one attempt: some hundred million a second. */
  readonly maxWork: number;
  /** Most ways to split the itemsets into rules of three products or more. Pairs have no limit. */
  readonly maxSplits: number;
  /** The same limit if the request names the most products of a rule. */
  readonly maxSplitsOfNamed: number;
  /**
   * Most baskets of all itemsets, added up, unless all are pairs: their values are summed over them, some hundred
   * million a second.
   */
  readonly maxOccurrences: number;
}

/** Fits in 1.5 GB and half a minute: docs/scale.md lists the inputs that take longest. */
export const DEFAULT_BUDGET: MiningBudget = {
  maxItemsets: 8_000_000,
  maxWork: 10_000_000_000,
  maxSplits: 2_000_000,
  maxSplitsOfNamed: 25_000_000,
  maxOccurrences: 1_000_000_000,
};

/** The limits of an answer. */
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
    if (findLongestItemset(trie) <= 2) return true;
    return this.splits.ofAll(trie) <= this.maxSplits && countOccurrences(trie) <= this.maxOccurrences;
  }

  /**
   * The number of itemsets beyond which an attempt stops: an itemset of two products or more has at least two splits,
   * one of the attempt's length as many as that length has. `items`: number of products; `held`: itemsets of all
   * shorter lengths.
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
  /** Fewest baskets of an itemset: as requested, or higher. */
  readonly least: number;
  /** Most products of an itemset that was searched; null without a limit. */
  readonly maxLength: number | null;
}

/** `least`: as requested. */
export function findAffordableItemsets(
  baskets: BasketColumns,
  least: number,
  limits: AnswerLimits,
  find = findFrequentItemsets,
): AffordableItemsets {
  let held: FrequentItemsets | undefined;
  for (let state = createFirstAttempt(least); ; ) {
    const found = find(baskets, state.least, {
      maxItemsets: limits.mostItemsets(state, baskets.products.length, held),
      maxWork: limits.maxWork,
      maxLength: state.maxLength ?? Number.POSITIVE_INFINITY,
    });
    const fits = found.complete && limits.accept(found);
    const outcome = { fits, longest: fits ? findLongestItemset(found.trie) : 0 };
    const step = decideNextStep(state, outcome, baskets.basketCount);
    if ('answer' in step) {
      const answers = { these: found, held, none: undefined };
      return { itemsets: answers[step.answer] ?? findFrequentItemsets(NO_BASKETS, 1), ...step.of };
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

/** Describes the effective settings of a reduced search. */
export function describeReducedSearch(
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

function countOccurrences(trie: ItemsetTrie): number {
  let occurrences = 0;
  for (let node = 1; node < trie.size; node++) occurrences += trie.getSupport(node);
  return occurrences;
}

/** Counts the ways to split itemsets into antecedents and consequents: the cost of rules, before any is visited. */
export class SplitCount {
  private readonly maxAntecedents: number;
  private readonly maxConsequents: number;
  /** Splits by number of items. */
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
      lengths[node] = lengths[trie.getParent(node)] + 1;
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
