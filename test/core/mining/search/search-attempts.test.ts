// The attempts of a search in passes are those of `affordableItemsets`, one after the other.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cases } from '../../../../quality/harness/depth.ts';
import type { BasketColumns } from '../../../../src/core/baskets/basket-columns.ts';
import {
  type FrequentItemsets,
  frequentItemsets,
} from '../../../../src/core/mining/search/frequent-itemsets.ts';
import {
  firstAttempt,
  nextStep,
  type SearchState,
} from '../../../../src/core/mining/search/search-attempts.ts';
import { affordableItemsets, DEFAULT_BUDGET } from '../../../../src/core/mining/search/search-budget.ts';
import { longestItemset } from '../../../../src/core/mining/sets/itemset-trie.ts';
import { toBaskets } from '../basket-data.ts';

interface Tried {
  readonly least: number;
  readonly maxLength: number | null;
}

/** What `affordableItemsets` tries of these baskets, and answers. */
function inOne(baskets: BasketColumns, least: number, maxItemsets: number) {
  const tried: Tried[] = [];
  const find = (...[of, atLeast, limits]: Parameters<typeof frequentItemsets>): FrequentItemsets => {
    if (of.basketCount > 0) tried.push({ least: atLeast, maxLength: finite(limits?.maxLength) });
    return frequentItemsets(of, atLeast, limits);
  };
  const answer = affordableItemsets(baskets, least, { ...DEFAULT_BUDGET, maxItemsets }, find);
  return { tried, answer: { least: answer.least, maxLength: finite(answer.maxLength) } };
}

function inPasses(baskets: BasketColumns, least: number, maxItemsets: number) {
  const tried: Tried[] = [];
  for (let state: SearchState = firstAttempt(least); ; ) {
    tried.push({ least: state.least, maxLength: state.maxLength });
    const maxLength = state.maxLength ?? Number.POSITIVE_INFINITY;
    const found = frequentItemsets(baskets, state.least, { ...DEFAULT_BUDGET, maxItemsets, maxLength });
    const step = nextStep(
      state,
      { fits: found.complete, longest: longestItemset(found.trie) },
      baskets.basketCount,
    );
    if ('answer' in step) return { tried, answer: step.of };
    state = step.attempt;
  }
}

const finite = (length = Number.POSITIVE_INFINITY): number | null =>
  Number.isFinite(length) ? length : null;

/** Answered up to three products at the support that was asked for, which 150 random cases may miss. */
const RARE: [string[][], number, number] = [
  [
    ['e', 'a', 'f', 'g'],
    ['a', 'c', 'e', 'f'],
    ['g', 'c', 'f', 'e', 'd', 'a'],
  ],
  ...([1, 54] as const),
];

it('tries what a search in one function tries, in the same order, and answers the same question', () => {
  const answers = new Set<string>();
  fc.assert(
    fc.property(
      fc.array(fc.uniqueArray(fc.constantFrom(...'abcdefg'), { minLength: 1 }), {
        minLength: 1,
        maxLength: 12,
      }),
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 1, max: 60 }),
      (lists, least, maxItemsets) => {
        const baskets = toBaskets(lists);
        const found = inPasses(baskets, least, maxItemsets);
        expect(found).toEqual(inOne(baskets, least, maxItemsets));
        answers.add(`${found.answer.maxLength} ${found.answer.least > least}`);
      },
    ),
    { numRuns: cases(50), examples: [RARE] },
  );
  expect([...answers]).toEqual(expect.arrayContaining(['null false', '2 false', '2 true', '3 false']));
});
