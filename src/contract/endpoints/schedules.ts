// POST, GET, PATCH and DELETE /schedules.

import { MAX_SCHEDULES } from '../../schema/limits.ts';
import { CHANGE_REFUSALS, KEYED_REFUSALS, NOT_FOUND, SCHEDULE_REFUSALS } from '../errors/refusals.ts';
import { RATE_HEADERS } from '../headers.ts';
import type { Operation } from '../operation.ts';
import {
  createScheduleRequest,
  listSchedulesQuery,
  listSchedulesResponse,
  schedule,
  schedulePath,
  updateScheduleRequest,
} from '../resources/reports/schedules.ts';
import { CHANGED_HEADERS, READ_HEADERS, STARTED_HEADERS, UNCHANGED } from './reads.ts';

const createSchedule = {
  method: 'POST',
  path: '/schedules',
  operationId: 'createSchedule',
  tag: 'Schedules',
  summary: 'Request a report regularly',
  description: `Creates a schedule: at each time that it is due, it requests its \`report\`, a request as for \`POST /reports\`, within about a minute and exactly once. The \`webhook_url\` of the report receives \`report.completed\` or \`report.failed\` for every run. Its reports count against the monthly limit like any other; a run that cannot start its report, at the limit for example, leaves a report that has failed with the reason, and its webhook says so. An account has at most ${MAX_SCHEDULES} schedules.`,
  headers: ['Idempotency-Key'],
  body: createScheduleRequest,
  answers: [
    {
      status: 201,
      description: 'The schedule, with the time of its first run.',
      body: schedule,
      headers: STARTED_HEADERS,
      maybeHeaders: ['Idempotent-Replayed'],
    },
    ...SCHEDULE_REFUSALS,
  ],
} as const satisfies Operation;

const listSchedules = {
  method: 'GET',
  path: '/schedules',
  operationId: 'listSchedules',
  tag: 'Schedules',
  summary: 'List schedules',
  description: 'All schedules of the account, oldest first; with a limit, page by page.',
  query: listSchedulesQuery,
  headers: ['If-None-Match'],
  answers: [
    { status: 200, description: 'The schedules.', body: listSchedulesResponse, headers: READ_HEADERS },
    UNCHANGED,
    ...KEYED_REFUSALS,
  ],
} as const satisfies Operation;

const getSchedule = {
  method: 'GET',
  path: '/schedules/{id}',
  operationId: 'getSchedule',
  tag: 'Schedules',
  summary: 'Read a schedule',
  description: 'Its settings, its next run and what became of the last one.',
  pathParameters: schedulePath,
  headers: ['If-None-Match'],
  answers: [
    { status: 200, description: 'The schedule.', body: schedule, headers: READ_HEADERS },
    UNCHANGED,
    NOT_FOUND,
    ...KEYED_REFUSALS,
  ],
} as const satisfies Operation;

const updateSchedule = {
  method: 'PATCH',
  path: '/schedules/{id}',
  operationId: 'updateSchedule',
  tag: 'Schedules',
  summary: 'Change, pause or resume a schedule',
  description:
    'Changes the members that are sent; null clears what can be cleared. A new `report` replaces the one before and its `date_range`, which a request without `date_range` removes. From then on, its webhooks are signed with the API key of this request.',
  pathParameters: schedulePath,
  headers: ['If-Match'],
  body: updateScheduleRequest,
  answers: [
    { status: 200, description: 'The schedule.', body: schedule, headers: CHANGED_HEADERS },
    ...CHANGE_REFUSALS,
    ...KEYED_REFUSALS,
  ],
} as const satisfies Operation;

const deleteSchedule = {
  method: 'DELETE',
  path: '/schedules/{id}',
  operationId: 'deleteSchedule',
  tag: 'Schedules',
  summary: 'Delete a schedule',
  description: 'Its reports stay.',
  pathParameters: schedulePath,
  answers: [
    { status: 200, description: 'The schedule as it was.', body: schedule, headers: RATE_HEADERS },
    NOT_FOUND,
    ...KEYED_REFUSALS,
  ],
} as const satisfies Operation;

export const SCHEDULE_OPERATIONS = [
  createSchedule,
  listSchedules,
  getSchedule,
  updateSchedule,
  deleteSchedule,
] as const;
