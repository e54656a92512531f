// POST, GET, PATCH and DELETE /schedules.

import { SCHEDULE_REFUSALS } from '../errors/refusals.ts';
import {
  createScheduleRequest,
  listSchedulesQuery,
  listSchedulesResponse,
  schedule,
  schedulePath,
  updateScheduleRequest,
} from '../resources/reports/schedules.ts';
import { MAX_SCHEDULES } from '../schema/limits.ts';
import { defineOperations } from './operations-of.ts';

const { create, read, change, remove } = defineOperations('Schedules');

export const SCHEDULE_OPERATIONS = [
  create('createSchedule', '/schedules', {
    summary: 'Request a report regularly',
    description: `Creates a schedule: at each time that it is due, it requests its \`report\`, a request as for \`POST /reports\`, within about a minute and exactly once. The \`webhook_url\` of the report receives \`report.completed\` or \`report.failed\` for every run. Its reports count against the monthly limit like any other; a run that cannot start its report, at the limit for example, leaves a report that has failed with the reason, and its webhook says so. An account has at most ${MAX_SCHEDULES} schedules.`,
    body: createScheduleRequest,
    answer: { description: 'The schedule, with the time of its first run.', body: schedule },
    refusals: SCHEDULE_REFUSALS,
  }),
  read('listSchedules', '/schedules', {
    summary: 'List schedules',
    description: 'All schedules of the account, oldest first; with a limit, page by page.',
    query: listSchedulesQuery,
    answer: { description: 'The schedules.', body: listSchedulesResponse },
  }),
  read('getSchedule', '/schedules/{id}', {
    summary: 'Read a schedule',
    description: 'Its settings, its next run and what became of the last one.',
    pathParameters: schedulePath,
    answer: { description: 'The schedule.', body: schedule },
  }),
  change('updateSchedule', '/schedules/{id}', {
    summary: 'Change, pause or resume a schedule',
    description:
      'Changes the members that are sent; null clears what can be cleared. A new `report` replaces the one before and its `date_range`, which a request without `date_range` removes. From then on, its webhooks are signed with the API key of this request.',
    pathParameters: schedulePath,
    body: updateScheduleRequest,
    answer: { description: 'The schedule.', body: schedule },
  }),
  remove('deleteSchedule', '/schedules/{id}', {
    summary: 'Delete a schedule',
    description: 'Its reports stay.',
    pathParameters: schedulePath,
    answer: { description: 'The schedule as it was.', body: schedule },
  }),
] as const;
