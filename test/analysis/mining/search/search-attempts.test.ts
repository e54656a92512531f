// What the attempts of a search lead to: the largest question within the budget, whoever makes them.
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

const limitsOf = ({ maxItemsets, maxSplits }: Given) =>
  new AnswerLimits({ ...DEFAULT_BUDGET, maxItemsets, maxSplits }, undefined);

function inOne(given: Given) {
  const { itemsets, least, maxLength } = findAffordableItemsets(given.baskets, given.least, limitsOf(given));
  return { least, maxLength, size: itemsets.trie.size };
}

/** As partitions do it: an attempt has no limits of its own. */
function inPasses(given: Given) {
  const { baskets, least } = given;
  let held = 1;
  for (let state = createFirstAttempt(least); ; ) {
    const found = findFrequentItemsets(baskets, state.least, {
      maxItemsets: Number.POSITIVE_INFINITY,
      maxWork: Number.POSITIVE_INFINITY,
      maxLength: state.maxLength ?? Number.POSITIVE_INFINITY,
    });
    const fits = limitsOf(given).accept(found);
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

/** The same by definition. */
function largestQuestion({ baskets, least, maxItemsets, maxSplits }: Given) {
  const all = (atLeast: number) => {
    const { trie } = findFrequentItemsets(baskets, atLeast);
    return Array.from({ length: trie.size - 1 }, (_, at) => trie.itemsOf(at + 1, new Uint32Array(32)));
  };
  const fits = (lengths: readonly number[]) => {
    const splits = lengths.reduce((sum, length) => sum + 2 ** length - 2, 0);
    return lengths.length <= maxItemsets && (splits <= maxSplits || Math.max(...lengths) <= 2);
  };
  const lengths = all(least);
  if (lengths.length === 0 || fits(lengths)) return { least, maxLength: null, size: lengths.length + 1 };
  const upTo = (most: number) => lengths.filter((length) => length <= most);
  if (fits(upTo(2))) {
    let maxLength = 2;
    while (fits(upTo(maxLength + 1))) maxLength++;
    return { least, maxLength, size: upTo(maxLength).length + 1 };
  }
  for (let higher = least + 1; ; higher++) {
    const pairs = all(higher).filter((length) => length <= 2);
    if (pairs.length <= maxItemsets) return { least: higher, maxLength: 2, size: pairs.length + 1 };
  }
}

it('answers the largest question within the budget: in one function, in passes and by definition', () => {
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
        const answer = largestQuestion(given);
        expect(inOne(given)).toEqual(answer);
        expect(inPasses(given)).toEqual(answer);
        answers.add(`${answer.maxLength} ${answer.least > least}`);
      },
    ),
    { numRuns: countCases(50) },
  );
  expect([...answers]).toEqual(expect.arrayContaining(['null false', '2 false', '2 true', '3 false']));
});
