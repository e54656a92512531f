// Guards of datasets whose orders are in more partitions than shards are read.
import { lifted, type Mutation, mutationsOf } from '../mutation.ts';

const SHARDS = ['test/stores/tables/dataset-shards.test.ts'];
const KEYS = ['test/stores/alone/shard-pages.test.ts'];

export const SHARD_GUARDS: readonly Mutation[] = [
  ...mutationsOf('src/stores/tables/orders-table.ts', SHARDS, {
    'all-partitions-are-read': {
      guard: 'All partitions of a shard are read.',
      text: 'length: shards / SHARD_COUNT',
      becomes: 'length: 1',
    },
  }),
  ...mutationsOf('src/stores/datasets/dataset-shards.ts', SHARDS, {
    'shards-chosen-once': {
      guard: 'The number of shards is chosen once.',
      after: 'set: { slug: datasetId, shards }',
      ...lifted('attribute_not_exists(pk)'),
    },
    'shards-before-orders': {
      guard: 'The number of shards is chosen before orders are accepted.',
      ...lifted('attribute_not_exists(last_accepted)'),
    },
    'shards-outlive-erasures': {
      guard: 'The number of shards of a deleted dataset is not chosen again.',
      after: 'Key: erasureMarkKey(accountId, datasetId)',
      ...lifted('attribute_not_exists(pk)'),
    },
  }),
  ...mutationsOf('src/stores/orders/shard-pages.ts', KEYS, {
    'page-ends-first': {
      guard: 'A page of several partitions ends where the first of them does.',
      text: 'compareKeys(key, least) < 0',
      becomes: 'compareKeys(key, least) > 0',
      noticedBy: SHARDS,
    },
    'page-has-its-end': {
      guard: 'The last key of a page is on it.',
      text: 'compareKeys(keyOf(item), last) <= 0',
      becomes: 'compareKeys(keyOf(item), last) < 0',
      noticedBy: SHARDS,
    },
    'keys-by-code-points': {
      guard: 'Keys are compared as DynamoDB sorts them.',
      text: 'rank(left) - rank(right)',
      becomes: 'left - right',
    },
    'shorter-key-first': {
      guard: 'A key that another begins with comes first.',
      text: 'a.length - b.length',
      becomes: 'b.length - a.length',
    },
    'surrogates-last': {
      guard: 'Surrogates are compared as what they stand for.',
      text: '(unit < 0xd800 ?',
      becomes: '(unit < 0xffff ?',
    },
    'surrogates-end': {
      guard: 'Units after the surrogates are none.',
      text: 'unit < 0xe000 ?',
      becomes: 'unit < 0xffff ?',
    },
    'units-after-surrogates': {
      guard: 'Units after the surrogates come before them.',
      text: 'unit - 0x800',
      becomes: 'unit + 0x4000',
    },
  }),
];
