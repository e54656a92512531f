// POST, GET, PATCH and DELETE /schedules. One function for the five operations, which are rarely called.
import type { Context } from 'aws-lambda';
import { monotonicFactory } from 'ulid';
import { idOfCursor, isUlid, pageOfAll } from '../../src/contract/paging.ts';
import { parseRequest } from '../../src/contract/parse.ts';
import {
  createScheduleRequest,
  listSchedulesQuery,
  updateScheduleRequest,
} from '../../src/contract/resources/schedules.ts';
import type { Caller } from '../../src/core/accounts/caller.ts';
import { NotFoundError } from '../../src/core/errors.ts';
import { idempotent } from '../../src/http/admission/idempotency.ts';
import { type Answer, type ApiEvent, type Call, type EndpointHandler, json } from '../../src/http/call.ts';
import { endpoint } from '../../src/http/endpoint.ts';
import { requireMatch, versioned } from '../../src/http/if-match.ts';
import { located } from '../../src/http/location.ts';
import { wireAdmission, wireIdempotency } from '../../src/http/wire.ts';
import {
  createManageSchedules,
  type ManageSchedules,
  type MarkedSchedule,
} from '../../src/scheduling/manage-schedules.ts';
import { scheduleView } from '../../src/scheduling/schedule-view.ts';
import { createDatasetStore } from '../../src/stores/datasets/datasets.ts';
import { createErasureStore } from '../../src/stores/erasures/erasures.ts';
import { createScheduleStore, type ScheduleRef } from '../../src/stores/schedules/schedules.ts';
import { guardedClient } from '../../src/stores/tables/data-version.ts';
import { ENVIRONMENT, readEnvironment } from '../../src/wiring/environment.ts';

export function manageSchedules(
  schedules: ManageSchedules,
): Readonly<Record<'create' | 'list' | 'get' | 'update' | 'remove', EndpointHandler>> {
  const view = ({ item, mark }: MarkedSchedule, caller: Caller) => scheduleView(item, mark, caller);
  return {
    create: async ({ body, caller, idempotency }) => {
      const request = parseRequest(createScheduleRequest, body);
      return json(201, view(await schedules.create(caller, request, idempotency?.started?.id), caller));
    },
    list: async ({ caller, query }) => {
      const { limit, cursor } = parseRequest(listSchedulesQuery, query);
      const after = idOfCursor(cursor, isUlid);
      const found = await schedules.list(caller.accountId);
      const { shown, next } = pageOfAll(found, { limit, after }, ({ item }) => item.schedule_id);
      return json(200, { schedules: shown.map((schedule) => view(schedule, caller)), ...next });
    },
    get: async (call) => json(200, view(await schedules.get(refOf(call)), call.caller)),
    update: async (call) => {
      const request = parseRequest(updateScheduleRequest, call.body);
      const { caller } = call;
      const check = (found: MarkedSchedule) => requireMatch(call.headers['if-match'], view(found, caller));
      return versioned(200, view(await schedules.update(caller, refOf(call), request, check), caller));
    },
    remove: async (call) => json(200, view(await schedules.remove(refOf(call)), call.caller)),
  };
}

function refOf({ caller: { accountId }, path }: Call): ScheduleRef {
  const scheduleId = path.id ?? '';
  if (!isUlid(scheduleId)) throw new NotFoundError('Schedule not found.');
  return { accountId, scheduleId };
}

const environment = readEnvironment(ENVIRONMENT.manageSchedules);
const db = guardedClient(environment.SERVICE_TABLE);
const admission = wireAdmission(db, environment);
const newScheduleId = monotonicFactory();
const handle = manageSchedules(
  createManageSchedules({
    schedules: createScheduleStore(db, environment.SERVICE_TABLE),
    datasets: createDatasetStore(db, environment.SERVICE_TABLE),
    erasures: createErasureStore(db, environment.SERVICE_TABLE),
    webhookReceivers: environment.WEBHOOK_RECEIVERS,
    newScheduleId,
    clock: Date.now,
  }),
);
const create = endpoint(
  admission,
  { body: 'json' },
  located(
    ({ schedule_id }) => `/schedules/${schedule_id}`,
    idempotent(wireIdempotency(db, environment, newScheduleId), handle.create),
  ),
);
const list = endpoint(admission, { body: 'none', query: listSchedulesQuery }, handle.list);
const get = endpoint(admission, { body: 'none' }, handle.get);
const update = endpoint(admission, { body: 'json' }, handle.update);
const remove = endpoint(admission, { body: 'none' }, handle.remove);

export function handler(event: ApiEvent, context: Context): Promise<Answer> {
  const isOne = event.pathParameters?.id !== undefined;
  switch (event.requestContext.http.method) {
    case 'POST':
      return create(event, context);
    case 'PATCH':
      return update(event, context);
    case 'DELETE':
      return remove(event, context);
    default:
      return isOne ? get(event, context) : list(event, context);
  }
}
