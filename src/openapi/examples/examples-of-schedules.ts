// Example requests and responses of schedules.
import {
  examplePausedSchedule,
  exampleSchedule,
  exampleScheduleRequest,
  exampleScheduleThatRan,
} from './example-schedules.ts';
import { type ExamplesOfSome, one } from './operation-examples.ts';

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
