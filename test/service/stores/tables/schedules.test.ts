// Tests that schedules are replaced only in the version that was read, on a real table.
import { ulid } from 'ulid';
import { expect, it } from 'vitest';
import { createScheduleStore, type ScheduleItem } from '../../../../src/service/schedules/schedules.ts';
import { TABLES, useTables } from './use-tables.ts';

const stage = useTables();

function createSchedule(rest: Partial<ScheduleItem> = {}): ScheduleItem {
  return {
    account_id: `acc_${ulid()}`,
    schedule_id: ulid(),
    name: 'first',
    expression: '0 6 * * *',
    time_zone: 'UTC',
    report: { report_type: 'RFM', dataset_id: 'shop' },
    dataset_id: 'shop',
    only_if_changed: false,
    key_hash: 'h',
    created_at: '2026-03-01T00:00:00.000Z',
    activated_as: ulid(),
    version: 1,
    recent: [],
    started: 0,
    skipped: 0,
    failed: 0,
    ...rest,
  };
}

it('creates a schedule once, replaces it only in the version that was read, and never recreates it after its deletion', async () => {
  const schedules = createScheduleStore(stage.db, TABLES.service);
  const item = createSchedule();
  const ref = { accountId: item.account_id, scheduleId: item.schedule_id };
  await schedules.create(item);
  await schedules.create({ ...item, name: 'second' });
  expect(await schedules.get(ref)).toMatchObject({ name: 'first', version: 1 });
  const replaced = [await schedules.replace({ ...item, started: 1 }), await schedules.replace(item)];
  expect([replaced, await schedules.get(ref)]).toMatchObject([[true, false], { started: 1, version: 2 }]);
  await schedules.remove(ref);
  expect([await schedules.replace({ ...item, version: 2 }), await schedules.get(ref)]).toEqual([
    false,
    undefined,
  ]);
});
