// Tests which work the reconciler checks, and what it does if some of it fails.
import { type ExecutionStatus, SFNClient } from '@aws-sdk/client-sfn';
import { encodeTime } from 'ulid';
import * as v from 'valibot';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { DestinationItem } from '../../../src/service/destinations/destination-item.ts';
import type { ErasureItem } from '../../../src/service/erasures/erasures.ts';
import type { ExportItem } from '../../../src/service/exports/exports.ts';
import { reconcile } from '../../../src/service/operations/reconcile.ts';
import { wireReconcile } from '../../../src/service/operations/wire-reconcile.ts';
import type { ImportItem } from '../../../src/service/orders/import-item.ts';
import { sealedSecret } from '../../../src/service/secrets/sealed-secrets.ts';
import { UNFINISHED_INDEX } from '../../../src/service/tables/service-table.ts';
import { createImportInMemory, createImportItem, NO_DATABASE } from '../orders/stores-in-memory.ts';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const sfn = new SFNClient({ region: 'us-east-1' });

afterEach(() => {
  vi.restoreAllMocks();
});

interface StoredExport {
  readonly item: ExportItem | undefined;
  /** The status of the work's execution. */
  readonly status: ExecutionStatus | undefined;
}

interface StoredDestination {
  readonly item: DestinationItem | undefined;
  readonly status: ExecutionStatus | undefined;
  /** True if another reconciler has taken the next run. */
  readonly isTaken?: boolean;
}

function run(
  reportIds: readonly string[] = [],
  item?: ImportItem,
  exported?: StoredExport,
  destination?: StoredDestination,
  endedBefore?: string,
) {
  const did: string[] = [];
  const asked: Record<string, string> = {};
  const looked: string[] = [];
  const { imports, receipts } = createImportInMemory(item);
  const wired = wireReconcile(NO_DATABASE, '', sfn, () => '');
  const done = reconcile(
    {
      ...wired,
      imports,
      reports: {
        ...wired.reports,
        async get({ reportId }) {
          looked.push(reportId);
          if (reportId === 'broken') throw new Error('unreadable');
          return undefined;
        },
      },
      exports: {
        get: async () => exported?.item,
        fail: async (_, reason) => {
          did.push(reason.code);
          return true;
        },
      },
      exportWorkflow: {
        status: async () => exported?.status,
        start: async ({ report_id, export_id }) => void did.push(`start ${report_id} ${export_id}`),
      },
      destinations: {
        get: async () => destination?.item,
        takeRun: async ({ runs }) => (destination?.isTaken ? undefined : runs + 1),
      },
      deliveryWorkflow: {
        status: async () => destination?.status,
        start: async ({ destination_id, runs }) => void did.push(`${destination_id} ${runs}`),
      },
      unfinished: {
        async olderThan(kind, before) {
          asked[kind] = before;
          const since = new Date(NOW - 120_000).toISOString();
          if (kind === 'import' && item !== undefined)
            return [{ accountId: 'acc', id: item.import_id, since: item.created_at }];
          if (kind === 'export' && exported !== undefined)
            return [{ accountId: 'acc', id: 'report#export', since }];
          if (kind === 'destination' && destination !== undefined)
            return [{ accountId: 'acc', id: 'audience#destination', since }];
          return kind === 'report' ? reportIds.map((id) => ({ accountId: 'acc', id, since })) : [];
        },
      },
      clock: () => NOW,
    },
    endedBefore,
  );
  return { asked, looked, receipts, did, done };
}

it('checks imports that are older than two minutes, events older than five, due tables, and other work older than one', async () => {
  const { asked, done } = run();
  await done;
  expect(asked).toEqual({
    import: '2026-03-01T11:58:00.000Z',
    report: '2026-03-01T11:59:00.000Z',
    export: '2026-03-01T11:59:00.000Z',
    'audience-run': '2026-03-01T11:59:00.000Z',
    destination: '2026-03-01T11:59:00.000Z',
    'webhook-endpoint': '2026-03-01T11:59:00.000Z',
    connection: '2026-03-01T11:59:00.000Z',
    event: '2026-03-01T11:55:00.000Z',
    erasure: '2026-03-01T11:59:00.000Z',
    'open-table': '2026-03-01T12:00:00.000Z',
  });
});

it('checks all work after a local cloud restarted, including work that is due later and imports of earlier processes', async () => {
  const { asked, done } = run([], undefined, undefined, undefined, '2026-03-01T11:59:55.000Z');
  await done;
  const all = '9999-12-31T23:59:59.999Z';
  expect(asked).toEqual({
    import: '2026-03-01T11:59:55.000Z',
    report: all,
    export: all,
    'audience-run': all,
    destination: all,
    'webhook-endpoint': all,
    connection: all,
    event: all,
    erasure: all,
    'open-table': all,
  });
});

it('fails the chunks of an import that its request had not queued when the local cloud ended', async () => {
  const created_at = new Date(NOW - 10_000).toISOString();
  const { receipts, done } = run(
    [],
    createImportItem({ chunk_rows: [3], created_at }),
    undefined,
    undefined,
    new Date(NOW - 5_000).toISOString(),
  );
  await done;
  expect([...receipts.values()]).toMatchObject([{ kind: 'applied', failed: 3 }]);
});

it('reports the age of the oldest item', async () => {
  const created_at = new Date(NOW - 7_200_000).toISOString();
  const young = createImportItem({ chunk_rows: [3], created_at, queued_at: created_at });
  expect(await run(['r'], young).done).toMatchObject({ imports: 1, reports: 1, oldest_s: 7_200 });
  expect(await run(['r']).done).toMatchObject({ oldest_s: 120 });
  expect(await run([]).done).toMatchObject({ oldest_s: 0 });
});

it('continues after an item that fails, and fails in the end', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const { looked, done } = run(['broken', 'next']);
  await expect(done).rejects.toThrow('1 could not be reconciled');
  expect(looked).toEqual(['broken', 'next']);
});

it('counts a queued chunk as lost after 29 days, when neither its message nor its dead letter can still arrive', async () => {
  const countFailedRows = async (ageMs: number) => {
    const created_at = new Date(NOW - ageMs).toISOString();
    const { receipts, done } = run(
      [],
      createImportItem({ chunk_rows: [3], created_at, queued_at: created_at }),
    );
    await done;
    return [...receipts.values()].map((receipt) => receipt.kind === 'applied' && receipt.failed);
  };
  const days = 29 * 24 * 3_600_000;
  expect([await countFailedRows(days), await countFailedRows(days + 1)]).toEqual([[], [3]]);
});

it('counts open chunks as lost once as many messages named none of them, and no other message can still arrive', async () => {
  const countFailedRows = async (letters: number, ageMs: number) => {
    const { receipts, done } = run(
      [],
      createImportItem({
        chunk_rows: [1, 2, 3],
        done: new Set([1]),
        created_at: '2026-03-01T10:00:00.000Z',
        queued_at: '2026-03-01T10:00:00.000Z',
        letter_at: new Date(NOW - ageMs).toISOString(),
        unplaced: new Set(Array.from({ length: letters }, (_, at) => `no-chunk-${at}`)),
      }),
    );
    await done;
    return [...receipts.values()].map((receipt) => receipt.kind === 'applied' && receipt.failed);
  };
  const hour = 60 * 60_000;
  expect(await countFailedRows(2, hour)).toEqual([]);
  expect(await countFailedRows(1, hour + 1)).toEqual([]);
  expect(await countFailedRows(2, hour + 1)).toEqual([1, 3]);
});

describe('an export in progress', () => {
  const MINUTE_MS = 60_000;
  const createExportItem = (ageMs: number, rest: Partial<ExportItem> = {}): ExportItem => ({
    account_id: 'acc',
    report_id: 'report',
    export_id: encodeTime(NOW - ageMs, 10) + '0'.repeat(16),
    dataset_id: 'shop',
    report_type: 'RFM',
    what: 'customers',
    format: 'csv',
    status: 'Processing',
    created_at: new Date(NOW - ageMs).toISOString(),
    ...rest,
  });
  const young = createExportItem(10 * MINUTE_MS);
  const STOPPED = ['export_stopped'];

  it.each<[string, ExportItem | undefined, ExecutionStatus | undefined, string[]]>([
    ['is left alone while it is written', young, 'RUNNING', []],
    ['is started if it was never started', young, undefined, [`start report ${young.export_id}`]],
    [
      'fails after 260 minutes if it was never started',
      createExportItem(261 * MINUTE_MS),
      undefined,
      STOPPED,
    ],
    ['fails at once if its execution was stopped', young, 'ABORTED', STOPPED],
    ['fails at once if its execution ended without ending the export', young, 'SUCCEEDED', STOPPED],
    ['is left alone if it has ended meanwhile', { ...young, status: 'Completed' }, 'SUCCEEDED', []],
    ['is left alone if it was erased meanwhile', undefined, 'ABORTED', []],
  ])('%s', async (_, item, status, expected) => {
    const { did, done } = run([], undefined, { item, status });
    await done;
    expect(did).toEqual(expected);
  });
});

describe('a destination that has changes to send', () => {
  const waiting: DestinationItem = {
    ...{ account_id: 'acc', audience_id: 'audience', destination_id: 'destination', dataset_id: 'shop' },
    ...{ kind: 'webhook', name: 'crm', secret: v.parse(sealedSecret, 'AAAA'), is_paused: false },
    ...{ created_at: '2026-03-01T10:00:00.000Z', version: 1, woken: 4, runs: 2, content: 1, sequence: 3 },
    [UNFINISHED_INDEX.partition]: 'destination',
  };
  const { [UNFINISHED_INDEX.partition]: _, ...resting } = waiting;

  it.each<[string, StoredDestination, string[]]>([
    ['is left alone while an execution sends', { item: waiting, status: 'RUNNING' }, []],
    [
      'has its execution started if that never happened',
      { item: waiting, status: undefined },
      ['destination 2'],
    ],
    [
      'has another execution started after one was stopped',
      { item: waiting, status: 'ABORTED' },
      ['destination 3'],
    ],
    [
      'has another execution started after one gave up',
      { item: waiting, status: 'FAILED' },
      ['destination 3'],
    ],
    [
      'is left alone if another reconciler has started its execution',
      { item: waiting, status: 'TIMED_OUT', isTaken: true },
      [],
    ],
    ['is left alone if nothing is left to send', { item: resting, status: 'ABORTED' }, []],
    ['is left alone if it was deleted', { item: undefined, status: 'ABORTED' }, []],
  ])('%s', async (_, destination, expected) => {
    const { did, done } = run([], undefined, undefined, destination);
    expect(await done).toMatchObject({ destinations: 1, oldest_s: 0 });
    expect(did).toEqual(expected);
  });
});

it.each([
  ['waits if it may have had writers that are still running', {}, undefined, false],
  ['does not wait if it has waited before', { settled_at: '2026-03-01T11:50:00.000Z' }, undefined, true],
  ['does not wait if all writers ended with an earlier local cloud', {}, '2026-03-01T11:59:00.000Z', true],
  ['waits if it was requested after the start of the local cloud', {}, '2026-03-01T11:00:00.000Z', false],
] as const)('restarts an erasure that %s', async (_, changed, endedBefore, hasSettled) => {
  const started: unknown[] = [];
  const wired = wireReconcile(NO_DATABASE, '', sfn, () => '');
  const created_at = '2026-03-01T11:45:00.000Z';
  const item: ErasureItem = {
    ...{ account_id: 'acc', erasure_id: 'e', kind: 'dataset', dataset_id: 'd', created_at, runs: 2 },
    ...{ shard_cursors: {}, orders: 0, line_items: 0, reports: 0, dead_letters: 0 },
    ...changed,
  };
  const unfinished = {
    olderThan: async (kind: string) =>
      kind === 'erasure' ? [{ accountId: 'acc', id: 'e', since: created_at }] : [],
  };
  await reconcile(
    {
      ...wired,
      unfinished,
      erasures: { ...wired.erasures, get: async () => item },
      erasureWorkflow: {
        status: async () => undefined,
        start: async ({ erasureId }, number, has) => void started.push([erasureId, number, has]),
      },
      clock: () => NOW,
    },
    endedBefore,
  );
  expect(started).toEqual([['e', 2, hasSettled]]);
});
