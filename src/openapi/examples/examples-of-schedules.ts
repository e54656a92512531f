// Example requests and responses of schedules.
import {
  examplePausedSchedule,
  exampleSchedule,
  exampleScheduleRequest,
  exampleScheduleThatRan,
} from './example-schedules.ts';
import type { ExamplesOfSome } from './operation-examples.ts';

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
    answer: { schedule: { summary: 'The schedule', value: exampleSchedule } },
  },
  listSchedules: {
    answer: {
      schedules: { summary: 'One schedule', value: { schedules: [exampleScheduleThatRan], has_more: false } },
    },
  },
  getSchedule: { answer: { schedule: { summary: 'A schedule that ran', value: exampleScheduleThatRan } } },
  updateSchedule: {
    body: { pause: { summary: 'A pause', value: { status: 'paused' } } },
    answer: { schedule: { summary: 'The schedule', value: examplePausedSchedule } },
  },
  deleteSchedule: {
    answer: { schedule: { summary: 'The schedule as it was', value: exampleScheduleThatRan } },
  },
} satisfies ExamplesOfSome;
