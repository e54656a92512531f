// Chunks that cannot be applied are counted, however far they have come.
import { expect, it } from 'vitest';
import { say } from '../../src/contract/sentences/sentence.ts';
import { halve } from '../../src/core/ingest/chunks.ts';
import { completeIfDone, failChunk } from '../../src/ingest/settle-chunk.ts';
import { importInMemory, importItem } from './stores-in-memory.ts';

it('fails the half that was not applied when a chunk in halves fails, and leaves the other', async () => {
  const orders = ['a', 'b', 'c', 'd'].map((order_id) => ({
    order_id,
    line_items: [{ product_name: 'tea' }],
  }));
  const item = importItem({ chunk_rows: [4] });
  const { imports, receipts } = importInMemory(item);
  const applied = { kind: 'applied', inserted: 2, updated: 0, failed: 0, over_cap: 0 } as const;
  receipts.set('0/', { kind: 'split' });
  receipts.set('0/0', applied);
  const ref = { accountId: item.account_id, importId: item.import_id };
  await failChunk({ imports, clock: () => 0 }, ref, 0, orders, 'broken');
  expect(receipts.get('0/0')).toEqual(applied);
  expect(receipts.get('0/1')).toMatchObject({
    failed: halve(orders)?.[1].length,
    reason: 'broken',
    dead: true,
  });
});

it('warns of the storage cap in an import of which the cap rejected rows, and in no other', async () => {
  const warnings: unknown[] = [];
  for (const over_cap of [0, 1]) {
    const item = importItem({ chunk_rows: [2], done: new Set([0]) });
    const { imports, receipts } = importInMemory(item);
    receipts.set('0/', { kind: 'applied', inserted: 1, updated: 0, failed: 1, over_cap });
    const complete: typeof imports.complete = async (_, { warning }) => void warnings.push(warning);
    await completeIfDone({ imports: { ...imports, complete }, clock: () => 0 }, item);
  }
  expect(warnings).toEqual([[], [say('storage_cap_reached', {})]]);
});
