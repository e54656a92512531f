// POST, GET, PATCH and DELETE /schedules. One function for the five operations, which are rarely called.
import { monotonicFactory } from 'ulid';
import {
  createScheduleRequest,
  listSchedulesQuery,
  updateScheduleRequest,
} from '../../../src/contract/resources/reports/schedules.ts';
import { answerJson, type Call } from '../../../src/http/call.ts';
import { createManaged, defineResourceEndpoint, getPathUlid } from '../../../src/http/resource-endpoint.ts';
import { wireEndpoint, wireIdempotency } from '../../../src/http/wire.ts';
import { createDatasetStore } from '../../../src/service/datasets/datasets.ts';
import { createErasureStore } from '../../../src/service/erasures/erasures.ts';
import {
  createManageSchedules,
  type MarkedSchedule,
} from '../../../src/service/schedules/manage-schedules.ts';
import { toScheduleView } from '../../../src/service/schedules/schedule-view.ts';
import { createScheduleStore, type ScheduleRef } from '../../../src/service/schedules/schedules.ts';
import { ENVIRONMENT } from '../../../src/service/wiring/environment.ts';

const { admission, db, environment, table } = wireEndpoint(ENVIRONMENT.manageSchedules);
const newScheduleId = monotonicFactory();
const schedules = createManageSchedules({
  schedules: createScheduleStore(db, table),
  datasets: createDatasetStore(db, table),
  erasures: createErasureStore(db, table),
  webhookReceivers: environment.WEBHOOK_RECEIVERS,
  newScheduleId,
  clock: Date.now,
});
const toView = ({ item, mark }: MarkedSchedule, { caller }: Call) => toScheduleView(item, mark, caller);
const getScheduleRef = (call: Call): ScheduleRef => ({
  accountId: call.caller.accountId,
  scheduleId: getPathUlid(call, 'id', 'Schedule'),
});

export const handler = defineResourceEndpoint(
  {
    ...createManaged({
      plural: 'schedules',
      createRequest: createScheduleRequest,
      listQuery: listSchedulesQuery,
      updateRequest: updateScheduleRequest,
      toRef: getScheduleRef,
      view: toView,
      getId: ({ item }) => item.schedule_id,
      get: schedules.get,
      update: schedules.update,
      create: ({ caller }, ...request) => schedules.create(caller, ...request),
      list: ({ caller }) => schedules.list(caller.accountId),
    }),
    remove: async (call) => answerJson(200, toView(await schedules.remove(getScheduleRef(call)), call)),
  },
  {
    admission,
    idempotency: wireIdempotency(db, environment, newScheduleId),
    toAddress: ({ schedule_id }) => `/schedules/${schedule_id}`,
    listQuery: listSchedulesQuery,
  },
);
