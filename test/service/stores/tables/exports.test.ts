// Tests an account's slots for exports in progress, on a real table.
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { encodeTime, ulid } from 'ulid';
import { expect, it } from 'vitest';
import { ExportLimitError, MonthlyLimitError } from '../../../../src/contract/errors/errors.ts';
import { say } from '../../../../src/contract/sentences/sentence.ts';
import {
  createExportStore,
  isRunning,
  type OrderExportItem,
  type ReportExportItem,
  toExportRef,
} from '../../../../src/service/exports/exports.ts';
import { SERVICE_KEYS, toExportKey } from '../../../../src/service/tables/service-table.ts';
import { TABLES, useTables } from './use-tables.ts';

const stage = useTables();
/** The workflow's 4 hours, the function's 15 minutes, and some. */
const LONGEST_RUN_MS = 260 * 60_000;
const NOW = Date.parse('2026-03-01T12:00:00Z');
const createStore = () => createExportStore(stage.db, TABLES.service);

function createExportItem(account_id: string, rest: Partial<ReportExportItem> = {}): ReportExportItem {
  return {
    account_id,
    report_id: ulid(),
    export_id: encodeTime(NOW, 10) + ulid().slice(10),
    dataset_id: 'shop',
    report_type: 'RFM',
    what: 'customers',
    format: 'csv',
    status: 'Processing',
    created_at: new Date(NOW).toISOString(),
    ...rest,
  };
}

it('holds the slot of an export until it ends, or until its workflow can no longer run', async () => {
  const store = createStore();
  const accountId = ulid();
  const first = createExportItem(accountId);
  await store.create(first, 1, NOW);
  const createNext = () => store.create(createExportItem(accountId), 1, NOW + LONGEST_RUN_MS - 1);
  await expect(createNext()).rejects.toThrow(ExportLimitError);
  expect([isRunning(first, NOW + LONGEST_RUN_MS - 1), isRunning(first, NOW + LONGEST_RUN_MS)]).toEqual([
    true,
    false,
  ]);
  await store.create(createExportItem(accountId), 1, NOW + LONGEST_RUN_MS);

  const [other] = [createExportItem(ulid())];
  await store.create(other, 1, NOW);
  expect(await store.fail(other, say('export_failed', {}), new Date(NOW).toISOString())).toBe(true);
  await store.create(createExportItem(other.account_id), 1, NOW);
});

it('starts no more exports than there are slots, however many are requested at once', async () => {
  const accountId = ulid();
  const started = await Promise.allSettled(
    Array.from({ length: 5 }, () => createStore().create(createExportItem(accountId), 2, NOW)),
  );
  expect(started.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
});

it('creates an export once, keeps it for 14 days, and ends it once', async () => {
  const store = createStore();
  const item = createExportItem(ulid());
  await store.create(item, 5, NOW);
  await store.create({ ...item, format: 'ndjson' }, 5, NOW);
  expect(await store.get(toExportRef(item))).toMatchObject({ format: 'csv' });
  const Key = { ...toExportKey(item.account_id, item.report_id, item.export_id) };
  const { Item } = await stage.db.send(new GetCommand({ TableName: TABLES.service, Key }));
  expect(Item?.[SERVICE_KEYS.ttl]).toBe(NOW / 1_000 + 14 * 24 * 3_600);
  const written = { run: 'run', rows: 1, bytes: 2, erasedUntil: '' };
  expect([
    await store.complete(item, written, 'now'),
    await store.fail(item, say('export_failed', {}), new Date(NOW).toISOString()),
  ]).toEqual([true, false]);
  expect(await store.get(toExportRef(item))).toMatchObject({ status: 'Completed', rows: 1 });
  await store.remove(item);
  expect([
    await store.fail(item, say('export_failed', {}), new Date(NOW).toISOString()),
    await store.get(toExportRef(item)),
  ]).toEqual([false, undefined]);
});

it('counts exports of orders and their bytes in the month, and no failed ones', async () => {
  const store = createStore();
  const account_id = ulid();
  const createOrders = (): OrderExportItem => ({
    ...{ account_id, export_id: encodeTime(NOW, 10) + ulid().slice(10), dataset_id: 'shop', format: 'csv' },
    ...{ contact: false, usage_month: '2026-03', most_bytes: 100, status: 'Processing' },
    created_at: new Date(NOW).toISOString(),
  });
  await expect(store.create(createOrders(), 5, NOW, 0)).rejects.toThrow(MonthlyLimitError);
  const [first, second] = [createOrders(), createOrders()];
  await store.create(first, 5, NOW, 2);
  await store.create(second, 5, NOW, 2);
  await expect(store.create(createOrders(), 5, NOW, 2)).rejects.toThrow(MonthlyLimitError);
  await store.complete(first, { files: [], rows: 1, bytes: 70, erasedUntil: '' }, 'now');
  await store.fail(second, say('export_failed', {}), new Date(NOW).toISOString());
  expect(await store.usedInMonth(account_id, '2026-03')).toEqual({
    order_exports: 1,
    order_export_bytes: 70,
  });
  await store.create(createOrders(), 5, NOW, 2);
});
