// Tests the conditions under which reports are created, listed and ended, on a real table.

import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import { beforeAll, describe, expect, it } from 'vitest';
import { MonthlyLimitError } from '../../../../src/contract/errors/errors.ts';
import { say } from '../../../../src/contract/sentences/sentence.ts';
import type { ReportItem } from '../../../../src/service/reports/report-item.ts';
import { createReportStore, type ReportStore } from '../../../../src/service/reports/reports.ts';
import { createReportItem } from '../../../../tools/harness/report-item.ts';
import { TABLES, useTables } from './use-tables.ts';

const stage = useTables();
const AT = '2026-03-01T12:00:00.000Z';
const LATER = '2026-03-01T12:05:00.000Z';

let reports: ReportStore;
beforeAll(() => {
  reports = createReportStore(stage.db, TABLES.service);
});

function createReport(account_id: string, rest: Partial<ReportItem> = {}): ReportItem {
  return createReportItem({
    account_id,
    report_id: ulid(),
    name: 'first',
    dataset_id: 'shop',
    at: AT,
    ...rest,
  });
}
const toKey = ({ account_id, report_id }: ReportItem) => ({ accountId: account_id, reportId: report_id });

describe('the monthly limit', () => {
  it('refuses the first report of a month if it is zero', async () => {
    await expect(reports.create(createReport(ulid()), 0)).rejects.toThrow(MonthlyLimitError);
  });

  it('refuses the third report if it is two', async () => {
    const accountId = ulid();
    for (let nth = 1; nth <= 2; nth++) await reports.create(createReport(accountId), 2);
    await expect(reports.create(createReport(accountId), 2)).rejects.toThrow(MonthlyLimitError);
  });
});

describe('a report', () => {
  it('is created once', async () => {
    const item = createReport(ulid());
    await reports.create(item, 5);
    await expect(reports.create({ ...item, name: 'second' }, 5)).rejects.toThrow('exists already');
    expect(await reports.get(toKey(item))).toMatchObject({ name: 'first' });
  });

  it('is neither completed nor failed again after its end, and has no progress', async () => {
    const item = createReport(ulid());
    await reports.create(item, 5);
    expect(await reports.complete(item, 'Completed', AT)).toBe(true);
    expect(await reports.complete(item, 'Completed with warnings', LATER)).toBe(false);
    expect(await reports.fail(item, say('report_stopped', {}), LATER)).toBe(false);
    await reports.noteProgress(toKey(item), { phase: 'computing', fraction: 0.5 });
    await reports.notePartitions(toKey(item), 3).catch(() => undefined);
    const found = await reports.get(toKey(item));
    expect([found?.status, found?.updated_at, found?.progress, found?.partitions]).toEqual([
      'Completed',
      AT,
      undefined,
      undefined,
    ]);
  });

  it('has the progress of the most advanced of its concurrent functions', async () => {
    const item = createReport(ulid());
    await reports.create(item, 5);
    for (const fraction of [0.5, 0.75, 0.25])
      await reports.noteProgress(toKey(item), { phase: 'computing', fraction }, { onlyAhead: true });
    expect((await reports.get(toKey(item)))?.progress?.fraction).toBe(0.75);
  });

  it('is not created by notes on it', async () => {
    const item = createReport(ulid());
    await reports.noteProgress(toKey(item), { phase: 'computing', fraction: 0.5 });
    expect(await reports.complete(item, 'Completed', AT)).toBe(false);
    expect(await reports.get(toKey(item))).toBeUndefined();
  });

  it('has each of its runs started by one caller', async () => {
    const item = createReport(ulid());
    await reports.create(item, 5);
    expect([await reports.takeRun(item), await reports.takeRun(item)]).toEqual([2, undefined]);
    const again = { ...item, runs: 2 };
    expect([await reports.takeRun(again), await reports.takeRun(again)]).toEqual([3, undefined]);
    await reports.complete(item, 'Completed', AT);
    expect(await reports.takeRun({ ...item, runs: 3 })).toBeUndefined();
  });

  it('is counted in its erasure once', async () => {
    const item = createReport(ulid());
    const counter = { pk: item.account_id, sk: 'erasure#e' };
    await reports.create(item, 5);
    expect([await reports.erase(item, counter), await reports.erase(item, counter)]).toEqual([true, false]);
    const { Items } = await stage.db.send(
      new QueryCommand({
        TableName: TABLES.service,
        KeyConditionExpression: 'pk = :pk AND sk = :sk',
        ExpressionAttributeValues: { ':pk': counter.pk, ':sk': counter.sk },
      }),
    );
    expect(Items).toMatchObject([{ reports: 1 }]);
  });
});

it('reads as many reports as it takes to fill a page of a filtered list', async () => {
  const accountId = ulid();
  for (let nth = 0; nth < 60; nth++)
    await reports.create(createReport(accountId, { dataset_id: nth === 0 ? 'rare' : 'shop' }), 100);
  const found = await reports.list(accountId, { datasetId: 'rare', reportType: undefined }, 1, undefined);
  expect(found.map(({ dataset_id }) => dataset_id)).toEqual(['rare']);
});
