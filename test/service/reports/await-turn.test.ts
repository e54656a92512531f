// Tests how long a report waits before it checks for its turn again.

import { expect, test } from 'vitest';
import type { WaitForTurn } from '../../../src/contract/messages/workflow.ts';
import type { ReportItem } from '../../../src/service/reports/report-item.ts';
import { awaitTurn } from '../../../src/service/reports/steps/await-turn.ts';
import { createReportItem } from '../../../tools/harness/report-item.ts';

const key = { accountId: 'acc', reportId: '9' };

const PROCESSING: ReportItem = createReportItem({ report_id: '00', at: '2026-03-01T00:00:00.000Z' });

/** Returns the wait of a report behind `ahead` others, all of which are still being generated. */
function waitBehind(ahead: number, now: number, waited?: WaitForTurn) {
  const waiting = [...Array.from({ length: ahead }, (_, i) => `1${i}`), key.reportId];
  const deps = {
    reports: { get: async () => PROCESSING },
    slots: {
      line: async () => ({ computing: ['00', '01'], waiting }),
      read: async () => ({ computing: ['00', '01'], waiting }),
      occupyAtOnce: async () => false,
      occupy: async () => false,
      free: async () => undefined,
    },
    clock: () => now,
  };
  return awaitTurn(deps, key, 2, waited);
}

test.each([
  ['1 second for the next report', 0, { place: 1, since: 50_000, wait_seconds: 1 }],
  ['6 seconds behind ten others', 10, { place: 11, since: 50_000, wait_seconds: 6 }],
  ['five minutes at most, behind thousands', 5_000, { place: 5_001, since: 50_000, wait_seconds: 300 }],
])('waits by the place of the report in the queue: %s', async (_, ahead, expected) => {
  expect(await waitBehind(ahead, 50_000)).toEqual(expected);
});

test('waits a tenth of the time that the report has spent at its place in the queue, and starts over at the next place', async () => {
  const waited = { place: 1, since: 50_000, wait_seconds: 1 };
  expect(await waitBehind(0, 650_000, waited)).toEqual({ place: 1, since: 50_000, wait_seconds: 60 });
  expect(await waitBehind(0, 650_000, { ...waited, place: 2 })).toEqual({
    place: 1,
    since: 650_000,
    wait_seconds: 1,
  });
});

test('checks again when the queue changes before the report takes a free slot', async () => {
  // At the first check, the queue is empty; an older report joins it before this one takes the slot.
  const lines = [
    { computing: [], waiting: ['9'] },
    { computing: [], waiting: ['8', '9'] },
  ];
  const turn = await awaitTurn(
    {
      reports: { get: async () => PROCESSING },
      slots: {
        line: async () => lines.shift(),
        read: async () => ({ computing: [], waiting: ['8', '9'] }),
        occupyAtOnce: async () => false,
        occupy: async (_, seen) => seen.waiting.includes('8'),
        free: async () => undefined,
      },
      clock: () => 0,
    },
    key,
    1,
    undefined,
  );
  expect(turn).toMatchObject({ place: 2 });
});

test.each([
  ['keeps', 'report_dataset_erased', 15, []],
  ['frees', 'report_dataset_erased', 16, ['00']],
  ['frees', 'no_orders', 0, ['00']],
])('%s the slot of a report that failed with %s %i minutes ago', async (_, code, minutes, expected) => {
  const ended = createReportItem({ report_id: '00', at: '2026-03-01T00:00:00.000Z', status: 'Failed' });
  const freed: string[] = [];
  const slots = { computing: ['00'], waiting: ['9'] };
  await awaitTurn(
    {
      reports: { get: async () => ({ ...ended, fail_reason_coded: [{ code, params: {} }] }) },
      slots: {
        line: async () => (freed.length === 0 ? slots : undefined),
        read: async () => slots,
        occupyAtOnce: async () => false,
        occupy: async () => false,
        free: async (_account, ids) => void freed.push(...ids),
      },
      clock: () => Date.parse(ended.updated_at) + minutes * 60_000,
    },
    key,
    1,
    undefined,
  );
  expect(freed).toEqual(expected);
});
