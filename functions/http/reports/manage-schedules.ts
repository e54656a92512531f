// POST, GET, PATCH and DELETE /schedules. One function for the five operations, which are rarely called.
import { monotonicFactory } from 'ulid';
import { idOfCursor, isUlid, pageOfAll } from '../../../src/contract/paging.ts';
import { parseRequest } from '../../../src/contract/parse.ts';
import {
  createScheduleRequest,
  listSchedulesQuery,
  updateScheduleRequest,
} from '../../../src/contract/resources/reports/schedules.ts';
import type { Caller } from '../../../src/core/accounts/caller.ts';
import { NotFoundError } from '../../../src/core/errors.ts';
import { type Call, type EndpointHandler, json } from '../../../src/http/call.ts';
import { requireMatch, versioned } from '../../../src/http/if-match.ts';
import { resourceEndpoint } from '../../../src/http/resource-endpoint.ts';
import { wireEndpoint, wireIdempotency } from '../../../src/http/wire.ts';
import type { ManageSchedules, MarkedSchedule } from '../../../src/scheduling/manage-schedules.ts';
import { scheduleView } from '../../../src/scheduling/schedule-view.ts';
import { wireManageSchedules } from '../../../src/scheduling/wire-manage-schedules.ts';
import type { ScheduleRef } from '../../../src/stores/schedules/schedules.ts';
import { ENVIRONMENT } from '../../../src/wiring/environment.ts';

export function manageSchedules(
  schedules: ManageSchedules,
): Readonly<Record<'create' | 'list' | 'get' | 'update' | 'remove', EndpointHandler>> {
  const view = ({ item, mark }: MarkedSchedule, caller: Caller) => scheduleView(item, mark, caller);
  return {
    create: async ({ body, caller, idempotency }) => {
      const request = parseRequest(createScheduleRequest, body);
      return json(201, view(await schedules.create(caller, request, idempotency?.started?.id), caller));
    },
    list: async ({ caller, query, sealed }) => {
      const { limit, cursor } = parseRequest(listSchedulesQuery, query);
      const after = idOfCursor(cursor, isUlid);
      const found = await schedules.list(caller.accountId);
      const { shown, next } = pageOfAll(found, { limit, after }, ({ item }) => item.schedule_id);
      return json(200, { schedules: shown.map((schedule) => view(schedule, caller)), ...sealed(next) });
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

const { admission, db, environment, table } = wireEndpoint(ENVIRONMENT.manageSchedules);
const newScheduleId = monotonicFactory();
export const handler = resourceEndpoint(
  manageSchedules(
    wireManageSchedules(db, table, {
      webhookReceivers: environment.WEBHOOK_RECEIVERS,
      newScheduleId,
    }),
  ),
  {
    admission,
    idempotency: wireIdempotency(db, environment, newScheduleId),
    addressOf: ({ schedule_id }) => `/schedules/${schedule_id}`,
    listQuery: listSchedulesQuery,
  },
);
