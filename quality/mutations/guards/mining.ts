// Guards of how far a search for rules goes.
import { type Mutation, mutationsOf } from '../mutation.ts';

const BUDGET = ['test/core/mining/search/search-budget.test.ts'];
const ATTEMPTS = ['test/core/mining/search/search-attempts.test.ts'];
const PARTITIONED = ['test/report-types/market-basket/partitioned.test.ts'];

export const MINING: readonly Mutation[] = [
  ...mutationsOf('src/core/mining/search/search-budget.ts', BUDGET, {
    'splits-bounded': {
      guard: 'Sets of three products or more are searched only as far as their rules are few enough.',
      text: '<= this.maxSplits &&',
      becomes: '<= 1e3 * this.maxSplits &&',
    },
    'occurrences-bounded': {
      guard:
        'Sets of three products or more are searched only as far as adding up their baskets takes some seconds.',
      text: '<= this.maxOccurrences;',
      becomes: '<= 1e9 * this.maxOccurrences;',
    },
    'all-pairs': {
      guard: 'All pairs are looked at, however many rules they have.',
      text: 'longestItemset(trie) <= 2)',
      becomes: 'longestItemset(trie) <= 1)',
      noticedBy: ATTEMPTS,
    },
    'attempt-ends-early': {
      guard: 'An attempt ends as soon as its sets have more rules than a report looks at.',
      text: 'items + this.maxSplits / 2',
      becomes: 'items + 8 * this.maxSplits',
    },
    'attempt-ends-late-enough': {
      guard: 'An attempt continues as long as its sets may have few enough rules.',
      text: 'held.trie.size - 1 + left',
      becomes: 'left',
      noticedBy: ATTEMPTS,
    },
    'larger-where-named': {
      guard: 'A request that names the most products of a rule is searched further.',
      text: 'this.namesProducts ? budget.maxSplitsOfNamed : budget.maxSplits',
      becomes: 'budget.maxSplits',
    },
  }),
  ...mutationsOf('src/report-types/market-basket/partitions/part-search.ts', PARTITIONED, {
    'splits-bounded-in-passes': {
      guard: 'A search in passes goes as far as one in one function.',
      text: 'limits.accept(counted)',
      becomes: 'counted.trie.size > 0',
    },
  }),
];
