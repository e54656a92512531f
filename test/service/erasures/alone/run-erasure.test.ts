// Tests a slice of an erasure that cannot continue: how long it waits, and what makes it fail.
import { S3Client } from '@aws-sdk/client-s3';
import { expect, it } from 'vitest';
import { createBucketFiles } from '../../../../src/service/bucket-files.ts';
import type { ErasureItem } from '../../../../src/service/erasures/erasures.ts';
import { createRunErasure } from '../../../../src/service/erasures/run-erasure.ts';
import { wireErasure } from '../../../../src/service/erasures/wire-erasure.ts';
import { createImportInMemory, NO_DATABASE } from '../../orders/stores-in-memory.ts';

const SETTLED = Date.parse('2026-03-01T00:00:00Z');
const s3 = new S3Client({ region: 'us-east-1' });
const ITEM: ErasureItem = {
  account_id: 'acc',
  erasure_id: 'e',
  kind: 'dataset',
  dataset_id: 'shop',
  created_at: new Date(SETTLED).toISOString(),
  settled_at: new Date(SETTLED).toISOString(),
  runs: 1,
  shard_cursors: {},
  orders: 0,
  line_items: 0,
  reports: 0,
  dead_letters: 0,
};

/** Runs a slice that begins `seconds` after the erasure was settled. */
function runSlice(seconds: number, leads: boolean) {
  const noted: string[] = [];
  const wired = wireErasure(NO_DATABASE, { orders: '', service: '' });
  const run = createRunErasure({
    ...wired,
    ...createBucketFiles(s3, ''),
    clock: () => SETTLED + seconds * 1_000,
    imports: createImportInMemory(undefined).imports,
    orders: {
      ...wired.orders,
      async page(_, shard) {
        if (shard === 3) throw new Error('shard 3 is unreadable');
        return { roots: [], next: undefined };
      },
      book: async () => {},
    },
    erasures: {
      ...wired.erasures,
      noteSettled: async () => {},
      get: async () => ({ ...ITEM, round: ['e'] }),
      takeLead: async () => leads,
      listUnfinished: async () => [ITEM],
      drawRound: async () => {},
      noteShards: async (_, done) => void noted.push(`${done.size} shards`),
      noteOrdersDone: async () => void noted.push('orders done'),
    },
  });
  const ended = run({ accountId: 'acc', erasureId: 'e' }, Number.POSITIVE_INFINITY);
  return { ended, noted };
}

it('waits for the leading erasure half the time that it has already waited, between 20 seconds and 10 minutes', async () => {
  const waits: number[] = [];
  for (const seconds of [0, 39, 100, 1_000, 100_000]) {
    const { outcome, wait_seconds } = await runSlice(seconds, false).ended;
    expect(outcome).toBe('again');
    waits.push(wait_seconds);
  }
  expect(waits).toEqual([20, 20, 50, 500, 600]);
});

it('notes the other shards and fails if one could not be processed', async () => {
  const { ended, noted } = runSlice(0, true);
  await expect(ended).rejects.toThrow('a shard could not be processed');
  expect(noted).toEqual(['15 shards']);
});
