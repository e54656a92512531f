// Connects what manages schedules to the table that it is given.
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createDatasetStore } from '../datasets/datasets.ts';
import { createErasureStore } from '../erasures/erasures.ts';
import { createManageSchedules, type ManageSchedules, type ManageSchedulesDeps } from './manage-schedules.ts';
import { createScheduleStore } from './schedules.ts';

export function wireManageSchedules(
  db: DynamoDBDocumentClient,
  serviceTable: string,
  own: Pick<ManageSchedulesDeps, 'webhookReceivers' | 'newScheduleId'>,
): ManageSchedules {
  return createManageSchedules({
    schedules: createScheduleStore(db, serviceTable),
    datasets: createDatasetStore(db, serviceTable),
    erasures: createErasureStore(db, serviceTable),
    clock: Date.now,
    ...own,
  });
}
