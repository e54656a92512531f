// Guards of src/ingest and its consumer.
import { type Mutation, mutationsOf } from '../mutation.ts';

export const INGEST: readonly Mutation[] = [
  ...mutationsOf('src/ingest/accept-orders.ts', [], {
    'unqueued-chunks-fail': {
      guard: 'Chunks that could not be queued count as failed.',
      text: 'if (error instanceof ChunksNotQueuedError && started === undefined) {',
      becomes: 'if (error instanceof ChunksNotQueuedError && started !== undefined) {',
      noticedBy: ['partial-sends'],
    },
    'queueing-noted': {
      guard: 'An import whose chunks are queued is noted as queued, so that the reconciler leaves it alone.',
      text: 'await imports.noteQueued(ref, new Date(clock()).toISOString());',
      becomes: '',
      noticedBy: ['reconciler-alive'],
    },
    'resumed-import-renewed': {
      guard: 'A request that is sent again gets a new import unless the earlier one can still be used.',
      text: 'if (at === wanted && !started.resumes) return started.id;',
      becomes: 'if (at === wanted) return started.id;',
      noticedBy: ['test/end-to-end/http/clock.test.ts'],
    },
    'cap-warning': {
      guard: 'Orders that fit exactly below the cap are accepted without a warning.',
      text: 'if (free >= rows) return {};',
      becomes: 'if (free > rows) return {};',
      noticedBy: ['test/ingest/accept-orders.test.ts'],
    },
  }),
  ...mutationsOf('src/ingest/apply-batch.ts', [], {
    'batch-keeps-failures': {
      guard: 'A chunk that was not applied stays in the queue, whatever became of the others of its batch.',
      text: "if (outcome.status === 'rejected') throw outcome.reason;",
      becomes: "if (outcome.status === 'rejected') return;",
      noticedBy: ['test/ingest/apply-batch.test.ts'],
    },
  }),
  ...mutationsOf('src/ingest/apply-chunk.ts', ['test/ingest/apply-chunk.test.ts'], {
    'marks-before-orders': {
      guard: 'A chunk is applied without what was erased after its import was accepted.',
      text: 'const wanted = left.filter((order) => !order.erased);',
      becomes: 'const wanted = orders;',
      noticedBy: ['erased'],
    },
    'late-chunk-kept': {
      guard: 'A chunk that comes after its rows were counted as failed becomes a letter and is not dropped.',
      text: "if (receipt.dead && replaces === 'nothing') throw new CountedAsFailedError();",
      becomes: '',
    },
    'row-errors-of-chunk': {
      guard: 'A receipt names at most 20 failed rows.',
      text: 'errors.push(...merged.errors.slice(0, MAX_ROW_ERRORS - errors.length));',
      becomes: 'errors.push(...merged.errors.slice(0, MAX_ROW_ERRORS + errors.length));',
    },
    'new-orders-are-written': {
      guard: 'An order is taken for new only if its commit would be refused otherwise.',
      text: "if (areNew && merged.writes.length === 0) return 'conflict';",
      becomes: '',
      noticedBy: ['test/ingest/apply-chunk.test.ts'],
    },
    'withdrawn-rows': {
      guard: 'Rows that a complete order no longer has are returned to the quota.',
      text: 'counts.inserted - withdrawn),',
      becomes: 'counts.inserted),',
      noticedBy: ['shop-events'],
    },
    'cap-when-counters-are-full': {
      guard: 'Near the cap, a chunk inserts no more rows than are free.',
      text: 'remaining: counters === undefined ? maxStoredRows : freeRows(maxStoredRows, counters),',
      becomes: 'remaining: maxStoredRows,',
      noticedBy: ['storage-cap'],
    },
    'split-before-halves': {
      guard: 'A chunk that is too large is split by a receipt before its halves are applied.',
      text: "await deps.imports.putReceipt(ref, chunk, path, { kind: 'split' });",
      becomes: '',
      noticedBy: ['two-writers'],
    },
  }),
  ...mutationsOf('src/ingest/check-chunk.ts', [], {
    'chunk-of-its-dataset': {
      guard: 'A message that names another dataset than its import is refused.',
      text: 'if (item.dataset_id !== dataset_id) {',
      becomes: 'if (false) {',
      noticedBy: ['poison-message'],
    },
    'chunk-of-its-rows': {
      guard: 'A message with another number of rows than its chunk is refused.',
      text: 'if (rows !== got) {',
      becomes: 'if (false) {',
      noticedBy: ['test/ingest/check-chunk.test.ts'],
    },
  }),
  ...mutationsOf('src/ingest/import-counts.ts', [], {
    'row-errors-of-import': {
      guard: 'An import names at most 20 failed rows.',
      text: 'slice(0, MAX_ROW_ERRORS - errors.length)',
      becomes: 'slice(0, MAX_ROW_ERRORS)',
      noticedBy: ['test/ingest/import-counts.test.ts'],
    },
  }),
  ...mutationsOf('src/ingest/import-view.ts', ['test/ingest/import-view.test.ts'], {
    'errors-not-listed': {
      guard: 'Failed rows that an import does not list are counted.',
      text: 'rows.failed - errors.length',
      becomes: 'rows.failed',
    },
    'errors-all-listed': {
      guard: 'An import that lists all failed rows names no further ones.',
      text: 'moreErrors > 0',
      becomes: 'moreErrors >= 0',
    },
    'rows-booked': {
      guard: 'An import without any row is not shown as one that counted rows.',
      text: 'booked(rows) > 0',
      becomes: 'booked(rows) >= 0',
    },
  }),
  ...mutationsOf('src/ingest/redrive.ts', [], {
    'redrive-recounts': {
      guard: 'After dead letters were applied, the import counts their rows again.',
      text: 'await recountImport(deps, { accountId, importId });',
      becomes: '',
      noticedBy: ['redrive'],
    },
    'letter-dead-before-redrive': {
      guard: 'A dead letter is applied only after its rows were counted as failed.',
      text: 'await failChunk(deps, ref, message.chunk, message.orders, reason);',
      becomes: '',
      survives:
        'Such a letter is refused and stays until the dead-letter consumer has written its receipt; a later redrive applies it.',
    },
  }),
  ...mutationsOf('src/ingest/settle-chunk.ts', ['test/ingest/settle-chunk.test.ts'], {
    'all-chunks-done': {
      guard: 'An import is completed when its last chunk is done, not before.',
      text: '(item.done?.size ?? 0) < item.chunk_rows.length',
      becomes: '(item.done?.size ?? 0) < item.chunk_rows.length - 1',
      noticedBy: ['delivered-twice'],
    },
    'nothing-stored': {
      guard: 'An import of which nothing failed is not a failed one, even when it has no rows.',
      text: 'rows.failed > 0 &&',
      becomes: 'rows.failed >= 0 &&',
      noticedBy: ['test/end-to-end/orders/ingest.test.ts'],
    },
    'cap-warned': {
      guard: 'An import warns of the cap only when the cap rejected rows.',
      text: 'if (overCap > 0)',
      becomes: 'if (overCap >= 0)',
    },
    'lost-chunk-booked-rows': {
      guard: 'A lost chunk fails only those of its rows that have no receipt.',
      text: '(item.chunk_rows[chunk] ?? 0) - booked(rows)',
      becomes: '(item.chunk_rows[chunk] ?? 0)',
      noticedBy: ['reconciler-alive'],
    },
    'lost-chunk-open-parts': {
      guard: 'Only the first open part of a lost chunk carries the failed rows.',
      text: 'failed: at === 0 ? missing : 0,',
      becomes: 'failed: missing,',
      noticedBy: ['reconciler-alive'],
    },
    'failed-chunk-halves': {
      guard: 'A chunk that fails after it was split fails its halves, and none that was applied.',
      text: "decided?.kind === 'split' ? halve(part) : undefined",
      becomes: 'undefined',
    },
  }),
  ...mutationsOf('functions/queue/apply-chunk.ts', [], {
    'last-receive': {
      guard: 'A message that fails at its last delivery goes to the dead letters, with the reason.',
      text: 'Number(attributes.ApproximateReceiveCount) >= deps.maxReceives',
      becomes: 'Number(attributes.ApproximateReceiveCount) > deps.maxReceives',
      noticedBy: ['test/functions/redelivery.test.ts'],
    },
  }),
];
