// Tests the chunks of one invocation: common reads and notes, separate outcomes.
import { expect, it } from 'vitest';
import type { ChunkMessage } from '../../../src/contract/messages/chunk-message.ts';
import { createErasureStore } from '../../../src/service/erasures/erasures.ts';
import { applyBatch } from '../../../src/service/orders/apply-batch.ts';
import type { ApplyChunkDeps } from '../../../src/service/orders/apply-chunk.ts';
import type { ImportRef } from '../../../src/service/orders/import-item.ts';
import { ACCOUNT, createImportInMemory, createImportItem, NO_DATABASE } from './stores-in-memory.ts';

const IMPORT = '01M00000000000000000000001';
const OTHER_IMPORT = '01M00000000000000000000002';

function createMessage(chunk: number, importId = IMPORT): ChunkMessage {
  return {
    version: 1,
    account_id: ACCOUNT,
    dataset_id: 'shop',
    import_id: importId,
    chunk,
    orders: [{ order_id: `o${chunk}`, line_items: [{ product_name: 'tea' }] }],
  };
}

/** `refused`: a chunk that the engine refuses. `unnoted`: an import whose notes fail. */
function createStubs({ refused, unnoted }: { refused?: number; unnoted?: string } = {}) {
  const reads: string[] = [];
  const notes: [importId: string, chunks: readonly number[]][] = [];
  const item = createImportItem({ chunk_rows: [1, 1, 1, 1] });
  const { imports } = createImportInMemory(item);
  const deps: ApplyChunkDeps = {
    imports: {
      ...imports,
      async get({ importId }: ImportRef) {
        reads.push(`import ${importId}`);
        return { ...item, import_id: importId };
      },
      async noteChunksDone({ importId }, chunks) {
        notes.push([importId, chunks]);
        if (importId === unnoted) throw new Error('not noted');
        return undefined;
      },
    },
    orders: {
      assumesNew: () => false,
      readParts: async () => [],
      async commit({ chunk }) {
        if (chunk === refused) throw new Error('refused');
        return 'committed';
      },
    },
    rowCounters: { read: async () => [] },
    erasures: {
      ...createErasureStore(NO_DATABASE, ''),
      async mark(_, datasetId) {
        reads.push(`mark of ${datasetId}`);
        return undefined;
      },
    },
    async maxStoredRows() {
      reads.push('account');
      return 1_000;
    },
    clock: () => 0,
  };
  const apply = async (messages: readonly ChunkMessage[]) =>
    (
      await applyBatch(
        deps,
        messages.map((sent) => () => sent),
      )
    ).map(({ status }) => status);
  return { deps, reads, notes, apply };
}

it('reads the import, the marks and the account once for all chunks of a batch, and notes its chunks together', async () => {
  const { reads, notes, apply } = createStubs();
  expect(await apply([0, 1, 2, 3].map((chunk) => createMessage(chunk)))).toEqual(Array(4).fill('fulfilled'));
  expect(reads.sort()).toEqual(['account', `import ${IMPORT}`, 'mark of shop']);
  expect(notes).toEqual([[IMPORT, [0, 1, 2, 3]]]);
});

it('reads and notes every import of a batch separately', async () => {
  const { reads, notes, apply } = createStubs();
  await apply([createMessage(0), createMessage(1, OTHER_IMPORT), createMessage(2)]);
  expect(reads.filter((read) => read.startsWith('import'))).toEqual([
    `import ${IMPORT}`,
    `import ${OTHER_IMPORT}`,
  ]);
  expect(notes).toEqual([
    [IMPORT, [0, 2]],
    [OTHER_IMPORT, [1]],
  ]);
});

it('reads again for the next batch', async () => {
  const { reads, apply } = createStubs();
  await apply([createMessage(0)]);
  await apply([createMessage(1)]);
  expect(reads.filter((read) => read === 'mark of shop')).toHaveLength(2);
});

it('fails only the chunk that is refused, and does not note it as done', async () => {
  const { notes, apply } = createStubs({ refused: 1 });
  expect(await apply([createMessage(0), createMessage(1), createMessage(2)])).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
  ]);
  expect(notes).toEqual([[IMPORT, [0, 2]]]);
});

it('fails only the message that cannot be read', async () => {
  const { deps, notes } = createStubs();
  const throwUnreadable = (): ChunkMessage => {
    throw new SyntaxError('not JSON');
  };
  const outcomes = await applyBatch(deps, [throwUnreadable, () => createMessage(3)]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  expect(notes).toEqual([[IMPORT, [3]]]);
});

it('fails all chunks of an import that cannot be noted, and none of another', async () => {
  const { apply } = createStubs({ unnoted: IMPORT });
  expect(await apply([createMessage(0), createMessage(1), createMessage(2, OTHER_IMPORT)])).toEqual([
    'rejected',
    'rejected',
    'fulfilled',
  ]);
});

it('applies all chunks of a full batch, four at the same time', async () => {
  const { deps } = createStubs();
  const committed: number[] = [];
  let inProgress = 0;
  let most = 0;
  const messages = Array.from({ length: 10 }, (_, chunk) => createMessage(chunk));
  const outcomes = await applyBatch(
    {
      ...deps,
      imports: {
        ...deps.imports,
        get: async () => createImportItem({ chunk_rows: messages.map(() => 1) }),
      },
      orders: {
        ...deps.orders,
        async commit({ chunk }) {
          most = Math.max(most, ++inProgress);
          await new Promise((resolve) => setTimeout(resolve, 1));
          inProgress--;
          committed.push(chunk);
          return 'committed';
        },
      },
    },
    messages.map((sent) => () => sent),
  );
  expect(outcomes.map(({ status }) => status)).toEqual(Array(10).fill('fulfilled'));
  expect(committed.sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(most).toBe(4);
});
