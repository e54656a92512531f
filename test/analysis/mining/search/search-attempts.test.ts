// Attempts of a search end with the largest search within the budget, in one function and in passes over partitions.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { BasketColumns } from '../../../../src/analysis/baskets/basket-columns.ts';
import { findFrequentItemsets } from '../../../../src/analysis/mining/search/frequent-itemsets.ts';
import {
  AnswerLimits,
  createFirstAttempt,
  DEFAULT_BUDGET,
  decideNextStep,
  findAffordableItemsets,
} from '../../../../src/analysis/mining/search/search-budget.ts';
import { findLongestItemset } from '../../../../src/analysis/mining/sets/itemset-trie.ts';
import { countCases } from '../../../../tools/harness/depth.ts';
import { toBaskets } from '../basket-data.ts';

interface Given {
  readonly baskets: BasketColumns;
  readonly least: number;
  readonly maxItemsets: number;
  readonly maxSplits: number;
}

const createLimits = ({ maxItemsets, maxSplits }: Given) =>
  new AnswerLimits({ ...DEFAULT_BUDGET, maxItemsets, maxSplits }, undefined);

function searchAtOnce(given: Given) {
  const { itemsets, least, maxLength } = findAffordableItemsets(
    given.baskets,
    given.least,
    createLimits(given),
  );
  return { least, maxLength, size: itemsets.trie.size };
}

/** Searches as partitions do: an attempt has no limits of its own. */
function searchInPasses(given: Given) {
  const { baskets, least } = given;
  let held = 1;
  for (let state = createFirstAttempt(least); ; ) {
    const found = findFrequentItemsets(baskets, state.least, {
      maxItemsets: Number.POSITIVE_INFINITY,
      maxWork: Number.POSITIVE_INFINITY,
      maxLength: state.maxLength ?? Number.POSITIVE_INFINITY,
    });
    const fits = createLimits(given).accept(found);
    const step = decideNextStep(
      state,
      { fits, longest: findLongestItemset(found.trie) },
      baskets.basketCount,
    );
    if ('answer' in step) return { ...step.of, size: { these: found.trie.size, held, none: 1 }[step.answer] };
    if (step.holds) held = found.trie.size;
    state = step.attempt;
  }
}

/** The expected result by definition. */
function findLargestSearch({ baskets, least, maxItemsets, maxSplits }: Given) {
  const listLengths = (atLeast: number) => {
    const { trie } = findFrequentItemsets(baskets, atLeast);
    return Array.from({ length: trie.size - 1 }, (_, at) => trie.writeItems(at + 1, new Uint32Array(32)));
  };
  const isAffordable = (lengths: readonly number[]) => {
    const splits = lengths.reduce((sum, length) => sum + 2 ** length - 2, 0);
    return lengths.length <= maxItemsets && (splits <= maxSplits || Math.max(...lengths) <= 2);
  };
  const lengths = listLengths(least);
  if (lengths.length === 0 || isAffordable(lengths))
    return { least, maxLength: null, size: lengths.length + 1 };
  const filterUpTo = (most: number) => lengths.filter((length) => length <= most);
  if (isAffordable(filterUpTo(2))) {
    let maxLength = 2;
    while (isAffordable(filterUpTo(maxLength + 1))) maxLength++;
    return { least, maxLength, size: filterUpTo(maxLength).length + 1 };
  }
  for (let higher = least + 1; ; higher++) {
    const pairs = listLengths(higher).filter((length) => length <= 2);
    if (pairs.length <= maxItemsets) return { least: higher, maxLength: 2, size: pairs.length + 1 };
  }
}

it('a search in one function or in passes is the largest one within the budget by definition', () => {
  const answers = new Set<string>();
  fc.assert(
    fc.property(
      fc.array(fc.uniqueArray(fc.constantFrom(...'abcdefg'), { minLength: 4 }), {
        minLength: 1,
        maxLength: 12,
      }),
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 1, max: 130 }),
      fc.constantFrom(0, 100, 300, 800),
      (lists, least, maxItemsets, maxSplits) => {
        const given = { baskets: toBaskets(lists), least, maxItemsets, maxSplits };
        const answer = findLargestSearch(given);
        expect(searchAtOnce(given)).toEqual(answer);
        expect(searchInPasses(given)).toEqual(answer);
        answers.add(`${answer.maxLength} ${answer.least > least}`);
      },
    ),
    { numRuns: countCases(50) },
  );
  expect([...answers]).toEqual(expect.arrayContaining(['null false', '2 false', '2 true', '3 false']));
});
