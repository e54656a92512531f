// A slice of an erasure that cannot go on: how long it waits, and what fails it.
import { S3Client } from '@aws-sdk/client-s3';
import { expect, it } from 'vitest';
import { createRunErasure } from '../../../src/erasure/run-erasure.ts';
import { createAudienceStore } from '../../../src/stores/audiences/audiences.ts';
import { createMemberFiles } from '../../../src/stores/audiences/member-files.ts';
import { createCopies } from '../../../src/stores/destinations/copies.ts';
import { createDestinationStore } from '../../../src/stores/destinations/destinations.ts';
import { createForgottenStore } from '../../../src/stores/destinations/forgotten.ts';
import type { ErasureItem } from '../../../src/stores/erasures/erasure-item.ts';
import { createErasureStore } from '../../../src/stores/erasures/erasures.ts';
import { createDeadLetters } from '../../../src/stores/imports/dead-letters.ts';
import { createErasableOrders } from '../../../src/stores/orders/erasable-orders.ts';
import { createCustomerLists } from '../../../src/stores/reports/customer-lists.ts';
import { createDeliveryLog } from '../../../src/stores/reports/deliveries.ts';
import { createReportBodies } from '../../../src/stores/reports/report-bodies.ts';
import { createReportStore } from '../../../src/stores/reports/reports.ts';
import { importInMemory, NO_DATABASE } from '../../ingest/stores-in-memory.ts';

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

/** A slice that begins so many seconds after the erasure was settled. */
function slice(seconds: number, leads: boolean) {
  const noted: string[] = [];
  const run = createRunErasure({
    clock: () => SETTLED + seconds * 1_000,
    imports: importInMemory(undefined).imports,
    orders: {
      ...createErasableOrders(NO_DATABASE, { orders: '', service: '' }),
      async page(_, shard) {
        if (shard === 3) throw new Error('shard 3 is unreadable');
        return { roots: [], next: undefined };
      },
      book: async () => {},
    },
    reports: createReportStore(NO_DATABASE, ''),
    bodies: createReportBodies(s3, ''),
    lists: createCustomerLists(s3, ''),
    deliveries: createDeliveryLog(NO_DATABASE, ''),
    ruleSets: { remove: async () => {} },
    profiles: { remove: async () => {} },
    partitionFiles: { removeAll: async () => {} },
    extracts: { forget: async () => {} },
    exports: { list: async () => [], remove: async () => {} },
    exportFiles: { keepOnly: async () => {} },
    recommendations: { remove: async () => {} },
    schedules: { list: async () => [], remove: async () => {} },
    audiences: { ...createAudienceStore(NO_DATABASE, ''), list: async () => [] },
    destinations: createDestinationStore(NO_DATABASE, ''),
    forgotten: createForgottenStore(NO_DATABASE, ''),
    copies: createCopies(s3, ''),
    memberFiles: createMemberFiles(s3, ''),
    newFileId: () => '',
    deadLetters: createDeadLetters(s3, ''),
    erasures: {
      ...createErasureStore(NO_DATABASE, ''),
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

it('waits for the erasure that leads: half as long again as it has waited, 20 seconds to 10 minutes', async () => {
  const waits: number[] = [];
  for (const seconds of [0, 39, 100, 1_000, 100_000]) {
    const { outcome, wait_seconds } = await slice(seconds, false).ended;
    expect(outcome).toBe('again');
    waits.push(wait_seconds);
  }
  expect(waits).toEqual([20, 20, 50, 500, 600]);
});

it('fails when a shard could not be processed, after it has noted the others', async () => {
  const { ended, noted } = slice(0, true);
  await expect(ended).rejects.toThrow('a shard could not be processed');
  expect(noted).toEqual(['15 shards']);
});
