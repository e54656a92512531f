// Guards of the stores of imports and orders.
import { lifted, type Mutation, mutationsOf } from '../mutation.ts';

const ORDER_LISTS = ['test/stores/tables/order-lists.test.ts'];

export const IMPORTS_AND_ORDERS: readonly Mutation[] = [
  ...mutationsOf('src/stores/imports/imports.ts', ['test/stores/tables/conditions.test.ts'], {
    'import-created-once': {
      guard: 'An import is created once.',
      after: 'async create(item: ImportItem)',
      ...lifted('attribute_not_exists(pk)'),
    },
    'queued-at-first': {
      guard: 'An import keeps the time at which it was first queued.',
      text: 'setOnce: { queued_at: at }',
      becomes: 'set: { queued_at: at }',
    },
    'letter-of-known-import': {
      guard: 'A letter is noted only in an import that exists.',
      after: 'async noteLetter(',
      ...lifted('attribute_exists(pk)'),
      noticedBy: ['test/stores/tables/records.test.ts'],
    },
    'chunk-of-known-import': {
      guard: 'A chunk is noted as done only in an import that exists.',
      after: 'add: { done: new Set(chunks) }',
      ...lifted('attribute_exists(pk)'),
    },
  }),
  ...mutationsOf('src/stores/imports/import-ends.ts', [], {
    'completed-once': {
      guard: 'An import is completed once.',
      ...lifted('attribute_exists(pk) AND attribute_not_exists(completed_at)'),
      noticedBy: ['test/stores/tables/conditions.test.ts'],
    },
    'recount-condition': {
      guard: 'Counts are replaced only by a recount that has seen the ones before.',
      ...lifted(
        'attribute_exists(completed_at) AND (recounts = :known OR (attribute_not_exists(recounts) AND :known = :none))',
      ),
      noticedBy: ['test/stores/tables/conditions.test.ts', 'redrive'],
    },
  }),
  ...mutationsOf('src/stores/imports/receipts.ts', ['test/stores/tables/conditions.test.ts'], {
    'receipt-once': {
      guard: 'A receipt is written once.',
      ...lifted('attribute_not_exists(pk)'),
    },
    'split-of-dead-part': {
      guard: 'A part is split by a redrive only while it is dead.',
      ...lifted('dead = :true'),
    },
    'dead-halves-once': {
      guard: 'A half that was decided meanwhile keeps its receipt when a dead part is split.',
      text: 'put(ref, chunk, half.path, half.receipt)',
      becomes:
        "{ ...put(ref, chunk, half.path, half.receipt), ConditionExpression: 'attribute_not_exists(never_set)' }",
    },
    'lost-receipts-together': {
      guard: 'The receipts of a lost chunk are written together, or none of them.',
      text: '{ Put: put(ref, chunk, path, receipt) }',
      becomes:
        "{ Put: { ...put(ref, chunk, path, receipt), ConditionExpression: 'attribute_not_exists(never_set)' } }",
    },
    'errors-of-known-items': {
      guard: 'Forgetting the errors of a receipt that is gone creates no item.',
      ...lifted('attribute_exists(pk)'),
      noticedBy: ['test/stores/tables/records.test.ts'],
    },
  }),
  ...mutationsOf('src/stores/orders/orders.ts', ['test/stores/tables/conditions.test.ts'], {
    'dead-receipt-replaced': {
      guard: 'A redrive applies a part only while it is dead.',
      text: "? { ConditionExpression: 'dead = :true', ExpressionAttributeValues: { ':true': { BOOL: true } } }",
      becomes: '? {}',
      noticedBy: ['test/stores/tables/conditions.test.ts', 'redrive'],
    },
    'chunk-committed-once': {
      guard: 'A chunk is committed once.',
      text: ": { ConditionExpression: 'attribute_not_exists(pk)' }),",
      becomes: ': {}),',
      noticedBy: ['test/stores/tables/conditions.test.ts', 'delivered-twice', 'consumer-killed'],
    },
    'shard-room': {
      guard: 'A row counter takes no more rows than its part of the cap.',
      text: 'shardLimit(commit.maxStoredRows, shard) - rows',
      becomes: 'shardLimit(commit.maxStoredRows, shard)',
      noticedBy: ['test/stores/tables/conditions.test.ts', 'storage-cap'],
    },
    'rows-returned': {
      guard: 'Rows can be returned beyond a cap that was lowered.',
      text: 'rows <= 0 ?',
      becomes: 'rows < -1_000_000 ?',
      noticedBy: ['test/stores/tables/erasures.test.ts'],
    },
    'counter-limit': {
      guard: 'Rows are stored only while the row counter has room.',
      ...lifted('attribute_not_exists(stored_rows) OR stored_rows <= :room'),
      noticedBy: ['test/stores/tables/conditions.test.ts', 'storage-cap'],
    },
    'new-orders-begin': {
      guard: 'A dataset’s orders are taken for new after so many commits of new orders.',
      text: '(commitsOfNew.get(nameOf(dataset)) ?? 0) >= newInARow',
      becomes: '(commitsOfNew.get(nameOf(dataset)) ?? 0) > newInARow',
      noticedBy: ['test/stores/tables/conditions.test.ts'],
    },
    'new-orders-in-a-row': {
      guard: 'After a chunk of stored orders, further ones are read first.',
      text: 'areNew ? 1 + (commitsOfNew.get(nameOf(dataset)) ?? 0) : 0',
      becomes: '1 + (commitsOfNew.get(nameOf(dataset)) ?? 0)',
      noticedBy: ['test/stores/tables/conditions.test.ts'],
    },
    'new-orders-refused': {
      guard: 'After orders that were taken for new and are stored, further ones are read first.',
      text: "if (refused.has('orders')) commitsOfNew.delete(nameOf(dataset));",
      becomes: '',
      noticedBy: ['test/stores/tables/conditions.test.ts'],
    },
    'new-order-once': {
      guard: 'An order is created only while it does not exist.',
      after: '...(part.version === 1',
      ...lifted('attribute_not_exists(pk)'),
    },
    'order-version': {
      guard: 'An order is replaced only in the version that was read.',
      ...lifted('#version = :stored'),
      noticedBy: ['test/stores/tables/conditions.test.ts', 'two-writers'],
    },
    'order-version-before': {
      guard: 'An order is replaced as the version after the one that was read.',
      text: 'part.version - 1 }',
      becomes: 'part.version }',
    },
    'batch-get-unprocessed': {
      guard: 'What DynamoDB leaves out of a batch is read again.',
      text: 'pending = UnprocessedKeys?.[tables.orders]?.Keys ?? [];',
      becomes: 'pending = UnprocessedKeys === undefined ? pending : [];',
      survives:
        'An order that was not read is written as a new one, which its version refuses; the chunk reads its orders again.',
    },
    'transaction-items': {
      guard: 'A chunk of more than 100 items is split.',
      text: 'items.length > MAX_TRANSACTION_ITEMS',
      becomes: 'items.length > MAX_TRANSACTION_ITEMS + 1',
    },
    'transaction-bytes': {
      guard: 'A chunk of more than 3.5 MB is split before DynamoDB refuses it.',
      text: 'bytes > MAX_TRANSACTION_BYTES',
      becomes: 'bytes > 2 * MAX_TRANSACTION_BYTES',
    },
  }),
  ...mutationsOf('src/stores/imports/chunk-queue.ts', ['test/stores/alone/chunk-queue.test.ts'], {
    'queue-batch-entries': {
      guard: 'At most ten messages are sent in a batch.',
      text: 'batch.length >= MAX_BATCH_ENTRIES',
      becomes: 'batch.length > MAX_BATCH_ENTRIES',
    },
    'queue-batch-bytes': {
      guard: 'A batch stays below the megabyte that SQS takes.',
      text: 'batchBytes + bytes > MAX_BATCH_BYTES',
      becomes: 'bytes > MAX_BATCH_BYTES',
    },
    'queue-refused-entries': {
      guard: 'Messages that SQS refuses from a batch are sent again.',
      text: 'pending = pending.filter(({ Id }) => refused.has(Id));',
      becomes: 'pending = [];',
      noticedBy: ['partial-sends'],
    },
  }),
  ...mutationsOf('src/stores/imports/backlog.ts', ['test/stores/tables/backlog.test.ts'], {
    'usually-applied': {
      guard: 'An account whose imports are younger than a minute is not counted.',
      text: 'USUALLY_APPLIED_MS = 60_000',
      becomes: 'USUALLY_APPLIED_MS = 20_000',
    },
    'looked-at-before': {
      guard: 'The import that is looked at first is one of a minute ago.',
      text: 'now - USUALLY_APPLIED_MS',
      becomes: 'now + USUALLY_APPLIED_MS',
    },
    'done-does-not-wait': {
      guard: 'Chunks that are done do not wait.',
      text: '- (done?.size ?? 0)',
      becomes: '- 0 * (done?.size ?? 0)',
    },
  }),
  ...mutationsOf('src/stores/imports/redelivery.ts', ['test/functions/redelivery.test.ts'], {
    'short-waits': {
      guard: 'A throttled chunk is delivered again after 10, 20, 40 and 80 seconds at most.',
      text: '[10, 20, 40, 80]',
      becomes: '[10, 20, 40, 800]',
    },
    'first-short-wait': {
      guard: 'The first delivery that is refused has the shortest wait.',
      text: 'SHORT_WAITS_S[received - 1]',
      becomes: 'SHORT_WAITS_S[received]',
    },
  }),
  ...mutationsOf('src/stores/orders/order-reader.ts', ORDER_LISTS, {
    'order-walk-bounded': {
      guard: 'A list of orders reads a bounded part of a dataset.',
      text: 'units < PAGE_UNITS && roots.length < limit',
      becomes: 'units < 2 * PAGE_UNITS && roots.length < limit',
      noticedBy: ['test/order-reads/list-orders.test.ts'],
    },
    'order-walk-limit': {
      guard: 'A page of orders that is full is read no further.',
      text: 'roots.length < limit; )',
      becomes: 'roots.length <= limit; )',
      survives:
        'One more query is made, whose orders the page does not take: it costs, and shows in no answer.',
      noticedBy: [],
    },
    'order-page-limit': {
      guard: 'A page of orders has no more than it was asked for.',
      text: 'limit - roots.length',
      becomes: 'limit',
    },
    'order-page-continues': {
      guard: 'A page that ends within what was read continues there.',
      text: 'taken.length < page.roots.length',
      becomes: 'false',
    },
    'order-last-shard': {
      guard: 'Lists of orders read every shard.',
      text: 'place.shard + 1 < SHARD_COUNT',
      becomes: 'place.shard + 2 < SHARD_COUNT',
    },
    'customer-orders-bounded': {
      guard: 'A customer of too many orders is refused instead of being listed in part.',
      text: 'found.length > MAX_CUSTOMER_ORDERS_PER_SHARD',
      becomes: 'found.size > 2 * MAX_CUSTOMER_ORDERS_PER_SHARD',
      survives:
        'No test stores a thousand orders of one customer in a shard; the refusal itself is tested with a store that has them.',
      noticedBy: [],
    },
    'order-roots-all': {
      guard: 'A page of a customer has all its orders.',
      text: 'read.length < orderIds.length && bytes',
      becomes: 'read.length > orderIds.length && bytes',
    },
    'order-roots-bounded': {
      guard: 'A page of wide orders ends early.',
      text: 'bytes < PAGE_BYTES; )',
      becomes: 'bytes < 2 * PAGE_BYTES; )',
      survives: 'No test stores a page of 4 MB; a longer one costs more and lists the same orders.',
      noticedBy: [],
    },
  }),
  ...mutationsOf('src/order-reads/list-orders.ts', [], {
    'listed-orders-are-the-customers': {
      guard: 'An order that has changed its customer is not in the list of the former one.',
      text: 'root?.customerId?.value === customerId && hasRows(root)',
      becomes: 'root !== undefined && hasRows(root)',
      noticedBy: ['test/order-reads/list-orders.test.ts'],
    },
  }),
  ...mutationsOf('src/core/ingest/submitted-order.ts', [], {
    'deletion-lasts': {
      guard: 'A deleted order does not come back by an older import that is applied late.',
      text: 'return { order_id, line_items: [], complete: true };',
      becomes: 'return { order_id, line_items: [] };',
      noticedBy: ['test/stores/tables/order-deletion.test.ts'],
    },
  }),
];
