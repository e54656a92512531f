// Guards of what the partitions of a report send to each other: blocks of pairs of products.
import { type Mutation, mutationsOf } from '../mutation.ts';

const SENT_BLOCKS = ['test/reporting/sent-blocks.test.ts'];
const PAIR_BLOCKS = ['test/core/recommendations/pair-blocks.test.ts'];
const PART_SERVING = ['test/report-types/market-basket/part-serving.test.ts'];
const IN_MEMORY = ['test/reporting/partitioned-report.test.ts'];

export const PARTITIONS: readonly Mutation[] = [
  ...mutationsOf('src/reporting/partitions/sent-blocks.ts', SENT_BLOCKS, {
    'sent-file-full': {
      guard:
        'A file of blocks is written as soon as it is long enough, so that not all blocks are in memory.',
      text: 'bytes >= fileBytes',
      becomes: 'bytes >= 1e9 * fileBytes',
    },
    'sent-file-counted-alone': {
      guard: 'The length of a file of blocks is counted from its own first block.',
      after: 'pending = [];\n',
      text: 'bytes = 0;',
      becomes: '',
    },
    'sent-blocks-once': {
      guard: 'A block is in one file.',
      after: 'const file = Buffer.concat(pending);',
      text: 'pending = [];',
      becomes: '',
    },
    'sent-rest': {
      guard: 'The last blocks are written, however short they are.',
      text: 'if (pending.length > 0) await write();',
      becomes: '',
    },
    'sent-by-all': {
      guard: 'Blocks are refused where a partition sent another number of them than the others.',
      text: '({ length }) => length !== blocks',
      becomes: '() => false',
    },
    'received-from-own-first': {
      guard: 'The first block that a partition receives has its own number.',
      text: 'let block = part;',
      becomes: 'let block = 0;',
    },
    'received-by-one': {
      guard: 'A block is received by one partition.',
      text: 'block += list.length',
      becomes: 'block += 1',
    },
    'block-behind-block': {
      guard: 'A block begins where the one before it in its file ends.',
      text: 'at += bytes;',
      becomes: '',
    },
  }),
  ...mutationsOf('src/reporting/partitions/compute-lane.ts', IN_MEMORY, {
    'sent-list-kept': {
      guard: 'What a partition sent in an earlier pass is still listed when it is received.',
      text: '(earlier?.sent ?? [])',
      becomes: '[]',
    },
    'sent-list-read': {
      guard: 'A pass receives what the partitions sent only if the join before it says so.',
      text: 'job.known === undefined || job.receives !== true',
      becomes: 'job.known === undefined',
    },
  }),
  ...mutationsOf('src/reporting/partitions/join-partitions.ts', [], {
    'sent-in-sequence': {
      guard: 'The join lists what every partition has sent, in their sequence.',
      text: 'sent.push(each.sent);',
      becomes: 'sent.unshift(each.sent);',
      noticedBy: IN_MEMORY,
    },
  }),
  ...mutationsOf('src/core/recommendations/pair-blocks.ts', PAIR_BLOCKS, {
    'products-in-their-block': {
      guard: 'A block has the products whose rank leaves its number.',
      text: 'let of = block;',
      becomes: 'let of = 0;',
    },
    'sent-baskets-of-a-size': {
      guard: 'Baskets that are too large to be looked at for pairs are not counted by partitions either.',
      text: 'byProduct, largestBasket)',
      becomes: 'byProduct, Number.POSITIVE_INFINITY)',
    },
    'partners-of-no-basket': {
      guard:
        'A product that is in no basket of a partition has no partners there, and another one is not its own.',
      text: 'Math.max(0, tally.size - 1)',
      becomes: 'Math.max(1, tally.size)',
    },
    'no-partner-of-itself': {
      guard: 'A product is not among its partners.',
      text: 'if (other === of) continue;',
      becomes: '',
    },
    'tally-of-one-product': {
      guard: 'Partners are counted product by product.',
      after: 'writer.write(Math.floor(tally.weights[other] / LOW_WEIGHTS));\n      }\n',
      text: 'tally.clear();',
      becomes: '',
    },
    'received-tally-of-one-product': {
      guard: 'Partners of all partitions are added up product by product.',
      after: 'fieldValues);\n',
      text: 'tally.clear();',
      becomes: '',
    },
    'high-weights': {
      guard: 'Weights that exceed a varint are sent in two.',
      text: 'Math.floor(tally.weights[other] / LOW_WEIGHTS)',
      becomes: '0',
    },
    'least-together-of-all': {
      guard: 'How many baskets must hold both products is asked of all partitions together.',
      text: 'scoreOf: cosineModel(whole).scoreOf',
      becomes: 'scoreOf: (_of: number, _other: number, together: number) => together',
    },
    'partners-of-values': {
      guard: 'Partners of rare values are kept beside the strongest.',
      text: 'keptPartners(tally.strongest(of, limits), fieldValues)',
      becomes: 'keptPartners(tally.strongest(of, limits), undefined)',
    },
    'blocks-of-a-partition': {
      guard: 'A partition has the blocks from its own number on, and none beyond the last.',
      text: '(blocks - part) / parts',
      becomes: '(blocks + parts) / parts',
    },
    'partners-from-their-place': {
      guard: 'A product has its own partners, and not those of the products before it.',
      text: 'to[of] - from[of]',
      becomes: 'to[of]',
    },
  }),
  ...mutationsOf('src/report-types/market-basket/partitions/part-serving.ts', PART_SERVING, {
    'a-block-for-each-partition': {
      guard: 'Every partition has a block, however few pairs there are.',
      text: 'Math.max(1, ',
      becomes: 'Math.max(0, ',
    },
    'blocks-bounded-by-products': {
      guard: 'There are no more blocks per partition than it has products.',
      text: 'Math.min(most, ',
      becomes: 'Math.min(most * 1e9, ',
    },
    'blocks-of-pairs-looked-at': {
      guard: 'Baskets that are not looked at for pairs make no blocks.',
      text: 'workOfPairs(sizes, largestBasket)',
      becomes: 'workOfPairs(sizes, Number.POSITIVE_INFINITY)',
    },
    'all-blocks-received': {
      guard:
        'A partition that received fewer blocks than it has fails, instead of leaving products without partners.',
      text: 'if (at !== blocks.length)',
      becomes: 'if (at > blocks.length)',
    },
  }),
];
