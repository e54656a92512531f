// Applies the chunks of one invocation of the consumer, mostly of one import: reads shared data once, and
// marks the chunks of an import as done together. Each chunk still succeeds or fails alone.

import type { ChunkMessage } from '../../contract/messages/chunk-message.ts';
import { type ApplyChunkDeps, createCommitChunk } from './apply-chunk.ts';
import type { ImportRef } from './import-item.ts';
import { finishChunks } from './settle-chunk.ts';

/**
 * Chunks of an invocation that are applied at the same time. More would conflict more often at the row
 * counters without being faster: each waits for DynamoDB most of its time.
 */
const AT_ONCE = 4;

/**
 * `readers`: return a message each, or throw. Returns the outcome of each, in order. Commits before it marks
 * chunks as done, so that a chunk that waits for other writers delays the marks of its batch, but not their
 * rows.
 */
export async function applyBatch(
  deps: ApplyChunkDeps,
  readers: readonly (() => ChunkMessage)[],
): Promise<PromiseSettledResult<void>[]> {
  const commitChunk = createCommitChunk(withCachedReads(deps));
  const committed = await settleInTurn(readers, async (read) => {
    const message = read();
    await commitChunk(message);
    return message;
  });
  const done = new Map<string, { readonly ref: ImportRef; readonly chunks: number[] }>();
  for (const outcome of committed) {
    if (outcome.status === 'rejected') continue;
    const { account_id: accountId, import_id: importId, chunk } = outcome.value;
    const name = toImportName(outcome.value);
    const known = done.get(name) ?? { ref: { accountId, importId }, chunks: [] };
    known.chunks.push(chunk);
    done.set(name, known);
  }
  const noted = new Map(
    [...done].map(([name, { ref, chunks }]) => [name, finishChunks(deps, ref, chunks)] as const),
  );
  return Promise.allSettled(
    committed.map(async (outcome) => {
      if (outcome.status === 'rejected') throw outcome.reason;
      await noted.get(toImportName(outcome.value));
    }),
  );
}

/**
 * Repeated reads return the first result. Chunks use only immutable fields of an import. The erasure marks
 * are those at the start of the invocation: an erasure waits for invocations that began before it wrote its
 * marks.
 */
function withCachedReads(deps: ApplyChunkDeps): ApplyChunkDeps {
  const { imports, erasures, maxStoredRows } = deps;
  return {
    ...deps,
    imports: {
      ...imports,
      get: memoizeRead(imports.get, ({ accountId, importId }) => `${accountId}#${importId}`),
    },
    erasures: {
      mark: memoizeRead(erasures.mark, (accountId, datasetId) => `${accountId}#${datasetId}`),
      customerMarks: erasures.customerMarks,
    },
    maxStoredRows: memoizeRead(maxStoredRows, (accountId) => accountId),
  };
}

/** Like Promise.allSettled, with AT_ONCE in progress. */
async function settleInTurn<T, R>(
  items: readonly T[],
  run: (item: T) => Promise<R>,
): Promise<PromiseSettledResult<R>[]> {
  const outcomes: PromiseSettledResult<R>[] = [];
  const entries = items.entries();
  const runLane = async (): Promise<void> => {
    for (const [at, item] of entries) {
      outcomes[at] = await run(item).then(
        (value) => ({ status: 'fulfilled', value }) as const,
        (reason: unknown) => ({ status: 'rejected', reason }) as const,
      );
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, runLane));
  return outcomes;
}

function memoizeRead<A extends unknown[], R>(
  read: (...args: A) => Promise<R>,
  toName: (...args: A) => string,
): (...args: A) => Promise<R> {
  const known = new Map<string, Promise<R>>();
  return (...args) => {
    const name = toName(...args);
    const earlier = known.get(name);
    if (earlier !== undefined) return earlier;
    const first = read(...args);
    known.set(name, first);
    return first;
  };
}

function toImportName({ account_id, import_id }: ChunkMessage): string {
  return `${account_id}#${import_id}`;
}
