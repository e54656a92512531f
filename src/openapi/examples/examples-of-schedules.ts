// Example requests and responses of schedules.

import { EXAMPLE_AUTHORS, EXAMPLE_IDS } from './example-ids.ts';
import { type ExamplesOfSome, one } from './operation-examples.ts';

// Example schedules.
const report = { template: 'standard_rfm', webhook_url: 'https://example.com/hooks/reports' };
const asked = {
  name: 'Every Monday',
  expression: 'cron(0 7 * * MON)',
  time_zone: 'Europe/Berlin',
  date_range: 'last_90_days',
};

const exampleScheduleRequest = { ...asked, report };

export const exampleSchedule = {
  schedule_id: EXAMPLE_IDS.schedule,
  ...asked,
  status: 'active',
  paused_because: null,
  report: { ...report, dataset_id: 'default' },
  only_if_changed: false,
  created_at: '2026-03-31T14:05:00.000Z',
  ...EXAMPLE_AUTHORS,
  next_run_at: '2026-04-06T05:00:00.000Z',
  runs: { started: 0, skipped: 0, failed: 0 },
  last_run: null,
};

const exampleScheduleThatRan = {
  ...exampleSchedule,
  next_run_at: '2026-04-13T05:00:00.000Z',
  runs: { started: 1, skipped: 0, failed: 0 },
  last_run: {
    due_at: '2026-04-06T05:00:00.000Z',
    at: '2026-04-06T05:00:31.204Z',
    outcome: 'started',
    report_id: EXAMPLE_IDS.report,
    fail_reason: null,
    reason: null,
  },
};

const examplePausedSchedule = {
  ...exampleScheduleThatRan,
  next_run_at: null,
  status: 'paused',
  paused_because: 'requested',
};

export const SCHEDULE_EXAMPLES = {
  createSchedule: {
    body: {
      weekly: { summary: 'RFM of the last 90 days, every Monday', value: exampleScheduleRequest },
      ifChanged: {
        summary: 'Every night, if anything has changed',
        value: {
          expression: 'cron(30 3 * * *)',
          report: { template: 'standard_mba' },
          only_if_changed: true,
        },
      },
    },
    answer: one('schedule', 'The schedule', exampleSchedule),
  },
  listSchedules: {
    answer: one('schedules', 'One schedule', { schedules: [exampleScheduleThatRan], has_more: false }),
  },
  getSchedule: { answer: one('schedule', 'A schedule that ran', exampleScheduleThatRan) },
  updateSchedule: {
    body: one('pause', 'A pause', { status: 'paused' }),
    answer: one('schedule', 'The schedule', examplePausedSchedule),
  },
  deleteSchedule: {
    answer: one('schedule', 'The schedule as it was', exampleScheduleThatRan),
  },
} satisfies ExamplesOfSome;
