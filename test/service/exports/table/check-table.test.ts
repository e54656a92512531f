// Tests when the table of a dataset is refreshed: when its orders have changed, once a day, and by one run at a time.
import type { ExecutionStatus } from '@aws-sdk/client-sfn';
import { ulid } from 'ulid';
import { expect, it } from 'vitest';
import { checkTable } from '../../../../src/service/exports/table/check-table.ts';
import type { OpenTableItem } from '../../../../src/service/exports/table/open-tables.ts';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const TABLE = ulid(NOW - 5 * HOUR);
const NOT_BEHIND = { hasStarted: false, behindMs: 0 };
const toIso = (at: number): string => new Date(at).toISOString();
const IN_STEP: OpenTableItem = {
  ...{ account_id: 'acc', dataset_id: 'shop', table_id: TABLE, runs: 3 },
  ...{ state: 't1', as_of: toIso(NOW - 50 * MINUTE), erased_until: '', compared_at: NOW - HOUR },
};

interface Case {
  readonly item?: Partial<OpenTableItem>;
  readonly status?: ExecutionStatus | undefined;
  readonly token?: string;
  readonly isBeingErased?: boolean;
  readonly started?: number;
  readonly isTaken?: boolean;
  readonly tableHours?: number;
}

async function check({ item, started = 0, ...one }: Case) {
  const { status = 'SUCCEEDED', token = 't1', isBeingErased = false, isTaken = false, tableHours = 1 } = one;
  const did: unknown[] = [];
  const { hasStarted, behindMs } = await checkTable(
    {
      openTables: {
        get: async () => ({ ...IN_STEP, ...item }),
        postpone: async (_, until, as_of) => void did.push(['postpone', until, as_of]),
        takeRun: async (taken) => (isTaken ? undefined : { ...taken, runs: taken.runs + 1 }),
      },
      states: { read: async () => ({ token, isBeingErased }) },
      exportWorkflow: {
        start: async ({ export_id, table_run }) => void did.push(['start', export_id, table_run]),
        status: async () => status,
      },
      tableHours,
    },
    { accountId: 'acc', datasetId: 'shop' },
    NOW,
    started,
  );
  return { did, hasStarted, behindMs };
}

const NEXT = toIso(NOW + 50 * MINUTE);

it('starts a refresh if the orders have changed, and returns for how long the table was behind', async () => {
  const behindMs = 50 * MINUTE;
  expect(await check({ token: 't2' })).toEqual({ did: [['start', TABLE, 4]], hasStarted: true, behindMs });
  expect(await check({ item: { runs: 0, as_of: undefined, state: undefined } })).toEqual({
    did: [['start', TABLE, 1]],
    hasStarted: true,
    behindMs: 5 * HOUR,
  });
});

it('checks a table in step again ten minutes before it may be behind', async () => {
  expect((await check({ tableHours: 6 })).did).toEqual([['postpone', toIso(NOW + 350 * MINUTE), toIso(NOW)]]);
  expect(await check({})).toEqual({ did: [['postpone', NEXT, toIso(NOW)]], ...NOT_BEHIND });
});

it('compares the files of a table in step once a day', async () => {
  const compared_at = NOW - 24 * HOUR;
  expect((await check({ item: { compared_at: compared_at + 1 } })).did).toEqual([
    ['postpone', NEXT, toIso(NOW)],
  ]);
  expect(await check({ item: { compared_at } })).toEqual({
    did: [['start', TABLE, 4]],
    hasStarted: true,
    behindMs: 0,
  });
});

it('starts a refresh while orders are being deleted', async () => {
  expect((await check({ isBeingErased: true })).did).toEqual([['start', TABLE, 4]]);
});

it('starts no second refresh beside a running one, or that of another reconciler', async () => {
  const running = await check({ token: 't2', status: 'RUNNING' });
  expect(running).toEqual({ did: [['postpone', NEXT, undefined]], hasStarted: false, behindMs: 50 * MINUTE });
  expect((await check({ token: 't2', isTaken: true })).did).toEqual([]);
});

it('starts 25 refreshes in one call at most, and leaves the others due', async () => {
  expect((await check({ token: 't2', started: 24 })).did).toEqual([['start', TABLE, 4]]);
  const left = await check({ token: 't2', started: 25 });
  expect(left).toEqual({ did: [], hasStarted: false, behindMs: 50 * MINUTE });
});
