// Deletes the schedules whose reports are about erased customers: they hold the customers' ids. The other schedules of an
// erased dataset are paused by its mark.
import type { Erasure } from '../core/erasure/erasure.ts';
import type { DatasetRef } from '../stores/orders/orders.ts';
import type { ScheduleStore } from '../stores/schedules/schedules.ts';
import { namesCustomer } from './names-customer.ts';

export interface EraseSchedulesDeps {
  readonly schedules: Pick<ScheduleStore, 'list' | 'remove'>;
}

/** Schedules of a dataset that were created or activated after its erasure stay. */
export async function eraseSchedules(
  { schedules }: EraseSchedulesDeps,
  dataset: DatasetRef,
  erasures: readonly Erasure[],
): Promise<void> {
  for (const { account_id, schedule_id, dataset_id, report, activated_as } of await schedules.list(
    dataset.accountId,
  )) {
    if (dataset_id !== dataset.datasetId) continue;
    const isErased = erasures.some(
      ({ erasureId, customer }) => activated_as < erasureId && namesCustomer(report, dataset, customer),
    );
    if (isErased) await schedules.remove({ accountId: account_id, scheduleId: schedule_id });
  }
}
