// Tests which schedules an erasure deletes.
import { expect, it } from 'vitest';
import { toErasedCustomer } from '../../../../src/analysis/erasure/erasure.ts';
import { parseRequest } from '../../../../src/contract/parse.ts';
import { createReportRequest } from '../../../../src/contract/resources/reports/reports.ts';
import { eraseSchedules } from '../../../../src/service/erasures/run-erasure.ts';
import type { ScheduleItem } from '../../../../src/service/schedules/schedules.ts';

const DATASET = { accountId: 'acc', datasetId: 'default' };
const ERASURE = '01M7YPB4W2J8R6T0Q5N9X3ZKVC';
const EARLIER = '01K0YPB4W2J8R6T0Q5N9X3ZKVC';
const LATER = '01N0YPB4W2J8R6T0Q5N9X3ZKVC';

function createSchedule(
  id: string,
  customers: readonly string[],
  more: Partial<ScheduleItem> = {},
): ScheduleItem {
  const conditions = customers.map((value) => ({ field: 'customer_id', operator: 'equals', value }));
  return {
    account_id: 'acc',
    schedule_id: id,
    name: id,
    expression: 'rate(1 day)',
    time_zone: 'UTC',
    report: parseRequest(createReportRequest, { template: 'standard_rfm', filters: { conditions } }),
    dataset_id: 'default',
    only_if_changed: false,
    key_hash: '',
    created_at: '',
    activated_as: EARLIER,
    version: 1,
    ...{ started: 0, skipped: 0, failed: 0, recent: [] },
    ...more,
  };
}

async function listRemaining(customer: string | undefined): Promise<string[]> {
  const all = [
    createSchedule('of nobody', []),
    createSchedule('of ann', ['ann']),
    createSchedule('of bob and ann', ['bob', 'ann']),
    createSchedule('of bob', ['bob']),
    createSchedule('of ann, later', ['ann'], { activated_as: LATER }),
    createSchedule('of ann elsewhere', ['ann'], { dataset_id: 'other' }),
  ];
  const removed: string[] = [];
  await eraseSchedules(
    {
      schedules: {
        list: async () => all,
        remove: async ({ scheduleId }) => void removed.push(scheduleId),
      },
    },
    DATASET,
    [
      {
        erasureId: ERASURE,
        customer: customer === undefined ? undefined : toErasedCustomer('acc', 'default', customer),
      },
    ],
  );
  return all.map(({ name }) => name).filter((name) => !removed.includes(name));
}

it('deletes the schedules that name an erased customer, and no others', async () => {
  expect(await listRemaining('ann')).toEqual(['of nobody', 'of bob', 'of ann, later', 'of ann elsewhere']);
});

it('deletes the schedules of an erased dataset that name a customer, and keeps the others', async () => {
  expect(await listRemaining(undefined)).toEqual(['of nobody', 'of ann, later', 'of ann elsewhere']);
});
