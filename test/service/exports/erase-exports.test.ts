// Tests which files of exports an erasure deletes, and when it waits.
import { decodeTime } from 'ulid';
import { describe, expect, it } from 'vitest';
import { hash64 } from '../../../src/analysis/customer-lists/customer-ids.ts';
import { encodeList } from '../../../src/analysis/customer-lists/list-file.ts';
import { eraseExports, eraseOrderExports } from '../../../src/service/erasures/erase-reports.ts';
import {
  LONGEST_RUN_MS,
  type OrderExportItem,
  type ReportExportItem,
} from '../../../src/service/exports/exports.ts';
import type { ReportItem } from '../../../src/service/reports/report-item.ts';
import { createReportItem } from '../../../tools/harness/report-item.ts';
import { createList } from '../../analysis/customer-lists/literal-lists.ts';

const [EARLIER, ERASURE, LATER] = [
  '01M7YPB4W2J8R6T0Q5N9X3ZKVA',
  '01M7YPB4W2J8R6T0Q5N9X3ZKVC',
  '01M7YPB4W2J8R6T0Q5N9X3ZKVD',
];
const report: ReportItem = createReportItem({
  report_id: '01M7YN9QHZYR8GXB77DH0YCNR5',
  name: 'Report',
  status: 'Completed',
  at: '2026-03-31T14:05:00.000Z',
  key_hash: 'hash',
});
const createExport = (more: Partial<ReportExportItem>): ReportExportItem => ({
  account_id: 'acc',
  report_id: report.report_id,
  export_id: '01M7YQ9C3E5G7J9M1P3R5T7V9X',
  dataset_id: 'default',
  report_type: 'RFM',
  what: 'customers',
  format: 'csv',
  status: 'Completed',
  created_at: '2026-03-31T14:06:00.000Z',
  run: 'run',
  erased_until: EARLIER,
  ...more,
});
const createErasure = (customer: string) => ({
  erasureId: ERASURE,
  customer: { digest: 'digest', member: String(hash64(customer)) },
});
async function erase(
  exports: readonly ReportExportItem[],
  { all = false, customer = 'ann', now = 0 }: { all?: boolean; customer?: string; now?: number } = {},
) {
  const removed: string[] = [];
  const list = encodeList(createList(['ann', 'bob'].map((id) => ({ id, segment: 'Champions' }))));
  const isDone = await eraseExports(
    {
      lists: {
        version: async () => 'v1',
        read: async (_, __, from, to) => list.subarray(from, to),
        find: async () => list,
        put: async () => undefined,
        remove: async () => undefined,
      },
      exports: {
        list: async () => [...exports],
        remove: async (item) => {
          removed.push(`item of ${'what' in item ? item.what : 'orders'}`);
        },
      },
      exportFiles: {
        keepOnly: async ({ exportId }, [run]) => {
          const what = exports.find((each) => each.export_id === exportId)?.what;
          removed.push(run === undefined ? `files of ${what}` : `files of ${what} but ${run}`);
        },
      },
      clock: () => now,
    },
    report,
    { all, erasures: [createErasure(customer)] },
  );
  return { isDone, removed };
}

describe('the erasure of a customer', () => {
  it('deletes a customer file that names the customer, and its item afterwards', async () => {
    expect(await erase([createExport({})])).toEqual({
      isDone: true,
      removed: ['files of customers', 'item of customers'],
    });
  });

  it('keeps a customer file that does not name the customer, and deletes the files of killed runs', async () => {
    expect(await erase([createExport({})], { customer: 'eve' })).toEqual({
      isDone: true,
      removed: ['files of customers but run'],
    });
  });

  it('keeps files that were written without the customer', async () => {
    const without = [ERASURE, LATER].map((erased_until) => createExport({ erased_until }));
    expect(await erase(without)).toEqual({
      isDone: true,
      removed: ['files of customers but run', 'files of customers but run'],
    });
  });

  it('keeps files of figures about all customers', async () => {
    expect(await erase([createExport({ what: 'segments' })])).toEqual({ isDone: true, removed: [] });
  });

  it('waits for a file that is being written, but no longer than its workflow may run', async () => {
    const { erased_until: _, ...running } = createExport({ status: 'Processing' });
    const started = decodeTime(running.export_id);
    expect(await erase([running], { now: started + 60_000 })).toEqual({ isDone: false, removed: [] });
    expect(await erase([running], { now: started + LONGEST_RUN_MS })).toEqual({
      isDone: true,
      removed: ['files of customers', 'item of customers'],
    });
  });
});

it('deletes all exports of an erased report, whatever erasures they considered', async () => {
  const exports = [
    createExport({ erased_until: LATER }),
    createExport({ what: 'segments', export_id: '01M7YQ9C3E5G7J9M1P3R5T7V9Y' }),
  ];
  expect((await erase(exports, { all: true })).removed).toEqual([
    'files of customers',
    'item of customers',
    'files of segments',
    'item of segments',
  ]);
});

describe('the erasure of a customer from exports of orders', () => {
  const exported: OrderExportItem = {
    ...{ account_id: 'acc', export_id: '01M7YQ9C3E5G7J9M1P3R5T7V9X', dataset_id: 'default' },
    ...{ format: 'csv', contact: false, usage_month: '2026-03', most_bytes: 1, status: 'Completed' },
    created_at: '2026-03-31T14:06:00.000Z',
    files: [{ name: 'run-0', rows: 1, bytes: 1 }],
    erased_until: EARLIER,
  };
  async function eraseFrom(item: OrderExportItem, now = decodeTime(item.export_id) + LONGEST_RUN_MS) {
    const removed: string[] = [];
    const isDone = await eraseOrderExports(
      {
        exports: { list: async () => [item], remove: async () => void removed.push('item') },
        exportFiles: { keepOnly: async (_, names) => void removed.push(`files but ${names.join()}`) },
        partitionFiles: { removeAll: async ({ reportId }) => void removed.push(`runs of ${reportId}`) },
        clock: () => now,
      },
      { accountId: 'acc', datasetId: 'default' },
      [createErasure('ann')],
    );
    return { isDone, removed };
  }
  const RUNS = `runs of ${exported.export_id}`;

  it('deletes files and item of an export that was written before it', async () => {
    expect(await eraseFrom(exported)).toEqual({ isDone: true, removed: [RUNS, 'files but ', 'item'] });
  });

  it('keeps the files of one that was written without the customer, and no others', async () => {
    for (const erased_until of [ERASURE, LATER])
      expect(await eraseFrom({ ...exported, erased_until })).toEqual({
        isDone: true,
        removed: [RUNS, 'files but run-0'],
      });
  });

  it('waits for one that is being written', async () => {
    const running: OrderExportItem = { ...exported, status: 'Processing' };
    expect(await eraseFrom(running, decodeTime(exported.export_id) + 60_000)).toEqual({
      isDone: false,
      removed: [],
    });
  });
});
