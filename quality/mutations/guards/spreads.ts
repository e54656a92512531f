// Guards of datasets whose orders move to more partitions.
import { lifted, type Mutation, mutationsOf } from '../mutation.ts';

const SPREADS = ['test/stores/tables/spreads.test.ts'];
const KEYS = ['test/stores/alone/shard-pages.test.ts'];

export const SPREAD_GUARDS: readonly Mutation[] = [
  ...mutationsOf('src/stores/tables/orders-table.ts', [], {
    'both-places-are-read': {
      guard: 'While orders move, the partitions are read that they move to.',
      text: 'length: to - from',
      becomes: 'length: from - from',
      noticedBy: [...SPREADS, 'spread'],
    },
  }),
  ...mutationsOf('src/stores/orders/shard-pages.ts', KEYS, {
    'page-ends-first': {
      guard: 'A page of several partitions ends where the first of them does.',
      text: 'compareKeys(key, least) < 0',
      becomes: 'compareKeys(key, least) > 0',
      noticedBy: SPREADS,
    },
    'page-has-its-end': {
      guard: 'The last key of a page is on it.',
      text: 'compareKeys(keyOf(item), last) <= 0',
      becomes: 'compareKeys(keyOf(item), last) < 0',
      noticedBy: SPREADS,
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
  ...mutationsOf('src/stores/orders/spreads.ts', SPREADS, {
    'announced-once': {
      guard: 'A dataset changes its width once at a time, from the one that it has.',
      ...lifted('attribute_not_exists(pk) OR (attribute_not_exists(#wider) AND #width = :width)'),
    },
    'opened-as-announced': {
      guard: 'Orders move as it was announced, and begin to once.',
      ...lifted('#wider = :wider AND attribute_not_exists(moves_at)'),
    },
    'moved-of-this-change': {
      guard: 'A shard is noted as moved only in the change that moved it.',
      after: 'add: { moved:',
      ...lifted('#wider = :wider'),
    },
    'settled-when-all-moved': {
      guard: 'A dataset has its new width once the orders of all shards have moved.',
      ...lifted('#wider = :wider AND size(moved) = :shards'),
    },
  }),
  ...mutationsOf('src/stores/orders/order-mover.ts', [], {
    'moved-to-a-free-place': {
      guard: 'Nothing is moved over another order.',
      ...lifted('attribute_not_exists(pk)'),
      noticedBy: SPREADS,
    },
    'moved-as-read': {
      guard: 'An order moves only in the version that was read.',
      ...lifted('#version = :seen'),
      noticedBy: [...SPREADS],
    },
    'move-bytes': {
      guard: 'Orders that are too large for one transaction move in several.',
      text: 'bytes + size > BYTES_AT_ONCE',
      becomes: 'bytes + size > 2 * BYTES_AT_ONCE',
      survives: 'No test moves 4 MB of orders at once; DynamoDB refuses them, and the command fails.',
      noticedBy: [],
    },
  }),
  ...mutationsOf('src/operations/spread-dataset.ts', SPREADS, {
    'announced-long-enough': {
      guard: 'Orders move once every function that may not look at both places has ended.',
      text: 'ANNOUNCED_MS = 16 * 60_000',
      becomes: 'ANNOUNCED_MS = 14 * 60_000',
    },
    'quiet-before-moves': {
      guard: 'Orders are created at their new place once commits that began before have ended.',
      text: 'QUIET_MS = 5_000',
      becomes: 'QUIET_MS = 0',
    },
    'spread-after-migration': {
      guard: 'Nothing is spread while the release before may run.',
      text: '(await versions.read()) < SPREAD_DATA_VERSION',
      becomes: '(await versions.read()) < 0',
    },
    'spread-not-narrower': {
      guard: 'A dataset is never spread over fewer partitions.',
      text: 'width > wanted',
      becomes: 'width > 2 * MOST_WIDTH',
    },
    'spread-waits-for-the-rest': {
      guard: 'A command that continues waits for what is left.',
      text: 'time - clock()',
      becomes: 'time + 1 - clock()',
    },
    'spread-waits-at-all': {
      guard: 'The command waits.',
      text: 'if (left > 0)',
      becomes: 'if (left > 60 * 60_000)',
    },
    'spread-least': {
      guard: 'A dataset has at least 16 partitions.',
      text: 'width < 1',
      becomes: 'width < 0',
    },
    'spread-most': {
      guard: 'A dataset has at most 256 partitions.',
      text: 'width > MOST_WIDTH',
      becomes: 'width > 2 * MOST_WIDTH',
    },
  }),
  ...mutationsOf('src/stores/orders/orders.ts', SPREADS, {
    'writers-know-the-width': {
      guard: 'A commit is refused if its orders were looked for elsewhere.',
      text: 'room === undefined ? isWidth :',
      becomes: 'room === undefined ? undefined :',
    },
    'writers-wait-for-quiet': {
      guard: 'Nobody creates orders at their new place before commits that began earlier have ended.',
      text: 'clock() < spread.moves_at',
      becomes: 'clock() < 0',
    },
    'replaced-where-it-is': {
      guard: 'An order that has not moved is replaced where it is.',
      text: 'part.version > 1 && part.partition',
      becomes: 'part.version > 1_000 && part.partition',
    },
  }),
];
