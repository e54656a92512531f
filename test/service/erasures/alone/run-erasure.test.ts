// Tests a slice of an erasure that cannot continue: how long it waits, and what makes it fail.
import { S3Client } from '@aws-sdk/client-s3';
import { expect, it } from 'vitest';
import { createBucketFiles } from '../../../../src/service/bucket-files.ts';
import type { ErasureItem } from '../../../../src/service/erasures/erasures.ts';
import { createRunErasure } from '../../../../src/service/erasures/run-erasure.ts';
import { wireErasure } from '../../../../src/service/erasures/wire-erasure.ts';
import { PartitionFileError } from '../../../../src/service/reports/partition-files.ts';
import { createImportInMemory, NO_DATABASE } from '../../orders/stores-in-memory.ts';

const SETTLED = Date.parse('2026-03-01T00:00:00Z');
const ID = '01M7YN9QHZYR8GXB77DH0YCNR5';
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

/** A slice of the erasure of a customer with identity rules; `later`: how long after it was settled. */
async function runPersonSlice({
  later = 0,
  linked = false,
  waited = false,
  importing = false,
  lines = 1,
  late = false,
}: Partial<Record<'linked' | 'waited' | 'importing' | 'late', boolean>> & {
  later?: number;
  lines?: number;
}) {
  const did: string[] = [];
  const wired = wireErasure(NO_DATABASE, { orders: '', service: '' });
  const item: ErasureItem = {
    ...ITEM,
    erasure_id: ID,
    kind: 'customer',
    customer: { digest: 'd', member: '1' },
    identity: {},
    ...(linked && { linked: [{ digest: 'e', member: '2' }], linked_at: ITEM.created_at }),
  };
  const run = createRunErasure({
    ...wired,
    ...createBucketFiles(s3, ''),
    clock: () => SETTLED + later,
    imports: createImportInMemory(undefined).imports,
    importsInProgress: { list: async () => (importing ? ['an import'] : []) },
    rowCounters: { mostOfDataset: async () => lines },
    merges: { get: async () => undefined, put: async () => 'stored' },
    shardOrders: {
      async read(_, __, sink) {
        const header = { orderId: '1', customerId: undefined, orderDate: undefined, contact: undefined };
        did.push(sink.wants(header) ? 'collect' : 'search');
        return late ? 'order' : undefined;
      },
    },
    partitionFiles: {
      get: () => Promise.reject(new PartitionFileError('missing')),
      put: async () => void did.push('keep'),
      removeAll: async () => {},
    },
    orders: {
      ...wired.orders,
      async page() {
        did.push('erase');
        return { roots: [], next: undefined };
      },
      book: async () => {},
    },
    erasures: {
      ...wired.erasures,
      noteSettled: async () => {},
      get: async () => ({ ...item, round: [ID] }),
      takeLead: async () => true,
      listUnfinished: async () => [item],
      drawRound: async () => {},
      noteLinked: async (_, __, unlinked) => void did.push(unlinked ? 'too large' : 'link'),
      markLinked: async ({ linked = [] }) => void did.push(`mark ${linked.length}`),
      noteLinkedSettled: async () => void did.push('settle'),
      noteShards: async () => {},
      noteOrdersDone: async () => {},
    },
  });
  const slice = await run({ accountId: 'acc', erasureId: ID }, Number.POSITIVE_INFINITY, {
    hasMarkedPersons: waited,
    ...(late && { mustEnd: SETTLED - 1 }),
  });
  return { ...slice, did: [...new Set(did)] };
}

it('searches and marks the ids of a person, and erases orders only after the wait that follows', async () => {
  expect(await runPersonSlice({})).toEqual({
    outcome: 'marked',
    wait_seconds: 0,
    did: ['collect', 'link', 'mark 0'],
  });
  expect(await runPersonSlice({ linked: true })).toMatchObject({ outcome: 'marked', did: ['mark 1'] });
  expect(await runPersonSlice({ linked: true, waited: true })).toMatchObject({
    outcome: 'again',
    did: ['settle', 'erase'],
  });
});

it('reads a dataset of more than ten million line items in slices that keep only the persons', async () => {
  const slice = async (lines: number, late = false) => {
    const { outcome, did } = await runPersonSlice({ lines, late });
    return [outcome, did];
  };
  expect(await slice(10_000_000)).toEqual(['marked', ['collect', 'link', 'mark 0']]);
  expect(await slice(10_000_001)).toEqual(['marked', ['search', 'link', 'mark 0']]);
  expect(await slice(10_000_001, true)).toEqual(['again', ['search', 'keep']]);
});

it('waits an hour at most for older imports before it searches the ids of a person', async () => {
  const hour = 3_600_000;
  expect(await runPersonSlice({ importing: true })).toEqual({ outcome: 'again', wait_seconds: 20, did: [] });
  expect(await runPersonSlice({ importing: true, later: hour })).toMatchObject({ did: [] });
  expect(await runPersonSlice({ importing: true, later: hour + 1 })).toMatchObject({ outcome: 'marked' });
});

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
