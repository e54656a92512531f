// Tests filtered lists of imports and reports on a real table: exact, and bounded if few items match a filter.
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import { expect, it } from 'vitest';
import { createImportStore, type ImportFilter } from '../../../../../src/service/orders/imports.ts';
import { createReportStore } from '../../../../../src/service/reports/reports.ts';
import { toImportKey, toReportKey } from '../../../../../src/service/tables/service-table.ts';
import { createReportItem } from '../../../../../tools/harness/report-item.ts';
import { TABLES, useTables } from '../use-tables.ts';

const stage = useTables();
const START = Date.parse('2026-03-01T12:00:00Z');
const HOUR = 3_600_000;
const toIsoHour = (hours: number) => new Date(START + hours * HOUR).toISOString();

async function store(items: readonly object[]): Promise<void> {
  for (let from = 0; from < items.length; from += 25) {
    await stage.db.send(
      new BatchWriteCommand({
        RequestItems: {
          [TABLES.service]: items.slice(from, from + 25).map((Item) => ({ PutRequest: { Item } })),
        },
      }),
    );
  }
}

const createImport = (account_id: string, hours: number, rest: object = {}) => {
  const import_id = ulid(START + hours * HOUR);
  const item = { account_id, import_id, dataset_id: 'shop', created_at: toIsoHour(hours), chunk_rows: [1] };
  return { ...toImportKey(account_id, import_id), ...item, ...rest };
};

it('lists imports by dataset, status and a range of time that includes its start and excludes its end', async () => {
  const account = ulid();
  const end = { completed_at: toIsoHour(9), rows: { inserted: 1, updated: 0, failed: 0 } };
  await store([
    createImport(account, 0, end),
    createImport(account, 1, { ...end, fail_reason: 'No row could be stored.' }),
    createImport(account, 2),
    createImport(account, 3, { ...end, dataset_id: 'other' }),
    // An id that is ahead of its time, as after a clock was set back.
    { ...createImport(account, 6, end), created_at: toIsoHour(4) },
  ]);
  const imports = createImportStore(stage.db, TABLES.service);
  const listHours = async (filter: ImportFilter) => {
    const { items, next } = await imports.page(account, filter, { limit: 20, before: undefined });
    expect(next).toBeUndefined();
    return items.map(({ created_at }) => (Date.parse(created_at) - START) / HOUR);
  };
  expect(await listHours({})).toEqual([4, 3, 2, 1, 0]);
  expect(await listHours({ datasetId: 'shop' })).toEqual([4, 2, 1, 0]);
  expect(await listHours({ status: 'completed' })).toEqual([4, 3, 0]);
  expect(await listHours({ status: 'failed' })).toEqual([1]);
  expect(await listHours({ status: 'unfinished' })).toEqual([2]);
  expect(await listHours({ createdFrom: START + HOUR, createdTo: START + 3 * HOUR })).toEqual([2, 1]);
  expect(await listHours({ createdFrom: START + 4 * HOUR, createdTo: START + 5 * HOUR })).toEqual([4]);
  expect(await listHours({ createdTo: START })).toEqual([]);
  // An id that is older than its import, as after a request that took long.
  await store([{ ...createImport(account, 8, end), created_at: toIsoHour(9) }]);
  expect(await listHours({ createdFrom: START + 9 * HOUR })).toEqual([9]);
  expect(await listHours({ datasetId: 'shop', status: 'completed', createdFrom: START + 1 })).toEqual([9, 4]);
});

it('ends a page after a bounded number of reads if the filter matches few items, and continues there on the next page', async () => {
  const account = ulid();
  // The oldest two of 2,300 failed.
  const createItem = (nth: number) => {
    const report_id = ulid(START + nth);
    const status = nth < 2 ? ('Failed' as const) : ('Completed' as const);
    const report = {
      account_id: account,
      report_id,
      status,
      created_at: new Date(START + nth).toISOString(),
    };
    return { ...toReportKey(account, report_id), ...createReportItem({ at: report.created_at, ...report }) };
  };
  const items = Array.from({ length: 2_300 }, (_, nth) => createItem(nth));
  await store(items.map((each) => ({ ...each, request: '{"report_type":"MBA"}' })));
  const reports = createReportStore(stage.db, TABLES.service);
  const filter = { datasetId: undefined, reportType: undefined, status: 'Failed' as const };
  const first = await reports.page(account, filter, { limit: 1, before: undefined });
  expect([first.items, first.next]).toEqual([[], items[300]?.report_id]);
  const second = await reports.page(account, filter, { limit: 1, before: first.next });
  expect([second.items.map(({ report_id }) => report_id), second.next]).toEqual([
    [items[1]?.report_id],
    items[1]?.report_id,
  ]);
  const last = await reports.page(account, filter, { limit: 1, before: second.next });
  expect([last.items.map(({ report_id }) => report_id), last.next]).toEqual([
    [items[0]?.report_id],
    undefined,
  ]);
});
