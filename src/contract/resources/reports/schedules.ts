// /schedules: additions to the contract. A schedule requests a report whenever it is due.
import * as v from 'valibot';
import { authors } from '../../author-fields.ts';
import { pageEnd, shortListQuery } from '../../list-fields.ts';
import { REPORT_TYPES, TEMPLATE_NAMES } from '../../report-types/report-types.ts';
import { EXPECTED_EXPRESSION, findExpressionProblem } from '../../schedules/expression.ts';
import {
  CALENDAR_RANGES,
  EXPECTED_RANGE,
  FAILURES_TO_PAUSE,
  isRelativeRange,
  MAX_LAST_DAYS,
  REST_REASONS,
  RUN_OUTCOMES,
} from '../../schedules/relative-range.ts';
import { closedObject } from '../../schema/closed-object.ts';
import { codedText } from '../../schema/coded.ts';
import { timeZone } from '../../schema/dataset-fields.ts';
import { described, optionally } from '../../schema/described.ts';
import { clearable, count, oneOf, orNull, orUnset, text, timestamp, ulid } from '../../schema/fields.ts';
import { MAX_EXPRESSION_LENGTH, MAX_REPORT_NAME_LENGTH } from '../../schema/limits.ts';
import { createReportRequest, filters, params } from './reports.ts';

/** Checks of the two fields that a pattern can express. */
const EXPRESSION_FORM =
  /^(cron\([0-9A-Za-z*,/#-]+( [0-9A-Za-z*,/#-]+){4}\)|rate\([1-9][0-9]{0,3} (hour|day)s?\))$/;
const RANGE_FORM = new RegExp(`^(last_[1-9][0-9]{0,3}_days|${CALENDAR_RANGES.join('|')})$`);

const SCHEDULE_STATUSES = ['active', 'paused'] as const;

export const expression = described(
  v.pipe(
    text(MAX_EXPRESSION_LENGTH, 1),
    v.regex(EXPRESSION_FORM, EXPECTED_EXPRESSION),
    v.rawCheck(({ dataset, addIssue }) => {
      const problem = dataset.typed ? findExpressionProblem(dataset.value) : undefined;
      if (problem !== undefined) addIssue({ message: problem });
    }),
  ),
  'When the report is requested, at most once an hour. `cron(minute hour day-of-month month day-of-week)` on the clocks of the time zone: `*`, lists, ranges and steps as in Unix cron, `L` for the last day of a month, `MON#1` for the first Monday; Sunday is 0 or 7; if both days are restricted, either is due. `rate(N hours)` or `rate(N days)`: in equal steps of 1 hour to 366 days, the first one step after the schedule starts.',
  { examples: ['cron(0 7 * * MON)', 'rate(1 day)'] },
);

const dateRange = described(
  v.pipe(
    v.string('expected a string'),
    v.regex(RANGE_FORM, EXPECTED_RANGE),
    v.check(isRelativeRange, EXPECTED_RANGE),
  ),
  `The \`filters.dateRange\` of each report, by the day on which the run is due in the time zone of the schedule: \`last_N_days\` (N from 1 to ${MAX_LAST_DAYS}) are the N days before it, \`previous_week\` is Monday to Sunday, \`month_to_date\` and \`year_to_date\` end with the day before. Not together with \`report.filters.dateRange\`.`,
  { examples: ['last_90_days', 'previous_month'] },
);

const name = described(
  text(MAX_REPORT_NAME_LENGTH, 1),
  `Name of the schedule, 1 to ${MAX_REPORT_NAME_LENGTH} characters. Default: that of the report.`,
  { examples: ['Every Monday'] },
);
const zone = described(
  timeZone,
  "IANA time zone of the schedule's clock and of its date range. Default: that of the report, otherwise the dataset's, otherwise UTC.",
);
const flag = v.boolean('expected true or false');
const ONLY_IF_CHANGED =
  'Whether a run is skipped if its report would be the same: the last one has completed, and since then no import or erasure was accepted for the dataset, none was in progress, and neither the settings of the dataset nor the date range are different.';

export const createScheduleRequest = closedObject({
  name: orNull(name),
  expression,
  time_zone: orNull(zone),
  report: createReportRequest,
  date_range: orNull(dateRange),
  only_if_changed: orNull(flag, ONLY_IF_CHANGED, { default: false }),
});
export type CreateScheduleRequest = v.InferOutput<typeof createScheduleRequest>;

export const updateScheduleRequest = closedObject({
  name: clearable(name),
  expression: v.optional(expression),
  time_zone: clearable(zone),
  report: described(v.optional(createReportRequest), 'Replaces the report and its `date_range`.'),
  date_range: clearable(dateRange),
  // Without the default of a new schedule: generated clients send defaults, which would reset it.
  only_if_changed: clearable(described(flag, ONLY_IF_CHANGED)),
  status: optionally(
    oneOf(SCHEDULE_STATUSES),
    'Pauses the schedule, or lets it run again from now on, for whatever reason it was paused. Missed runs are not made up for.',
  ),
});
export type UpdateScheduleRequest = v.InferOutput<typeof updateScheduleRequest>;

export const schedule = v.object({
  schedule_id: ulid('The schedule.'),
  name: described(v.string(), 'Name of the schedule.', { examples: ['Every Monday'] }),
  status: described(v.picklist(SCHEDULE_STATUSES), 'A schedule that is `paused` requests no reports.'),
  paused_because: orUnset(
    v.picklist(REST_REASONS),
    `\`requested\` by you; \`failures\`: its last ${FAILURES_TO_PAUSE} reports failed; \`dataset_erased\`; \`key_revoked\`: the API key that created it, or changed it last, was revoked. Null while it is active.`,
  ),
  expression: described(v.string(), 'When it is due.', { examples: ['cron(0 7 * * MON)'] }),
  time_zone: described(v.string(), 'Time zone of its clock.', { examples: ['Europe/Berlin'] }),
  report: described(
    v.looseObject({
      dataset_id: described(v.string(), 'The dataset to analyse.', { examples: ['default'] }),
      report_type: optionally(v.picklist(REPORT_TYPES), 'The type; omitted if there is a template.'),
      template: optionally(v.picklist(TEMPLATE_NAMES), 'The template; omitted if there is none.'),
      name: optionally(v.string(), 'Name of each report; omitted for the default.'),
      webhook_url: optionally(
        v.string(),
        'The receiver; omitted if there is none. Read with a read-only key, it ends after the host: `https://hooks.example.com/…`.',
      ),
      filters: v.optional(filters),
      params: v.optional(params),
      wait_for_imports: optionally(
        v.boolean(),
        'Whether each report waits for imports in progress; omitted if the request did not say.',
      ),
    }),
    'The request for its reports, as it was sent.',
  ),
  date_range: orUnset(v.string(), 'The date range that moves with the runs; null if there is none.', {
    examples: ['last_90_days'],
  }),
  only_if_changed: described(v.boolean(), 'Whether runs are skipped if the report would be the same.'),
  created_at: timestamp('When it was created.'),
  ...authors,
  next_run_at: orUnset(timestamp('When it is due next; null while it is paused.')),
  runs: described(
    v.object({
      started: described(count, 'Reports started.'),
      skipped: described(count, 'Runs skipped because nothing had changed.'),
      failed: described(count, 'Runs whose report could not be started: it is listed as failed.'),
    }),
    'Outcomes of its runs.',
  ),
  last_run: orUnset(
    v.object({
      due_at: timestamp('When it was due. Of runs that were missed, only the last one is made up for.'),
      at: timestamp('When it ran.'),
      outcome: described(v.picklist(RUN_OUTCOMES), 'Outcome of the run.'),
      report_id: orUnset(ulid('Its report; null if it was skipped.')),
      fail_reason: orUnset(v.string(), 'Why the report could not be started; null otherwise.', {
        examples: [
          "The plan's limit of 100 reports a month is reached. It resets on the first of the month (UTC).",
        ],
      }),
      fail_reason_coded: codedText('fail_reason'),
      reason: orUnset(v.string(), 'The same as `fail_reason`, under its earlier name.'),
    }),
    'The last run; null before the first.',
  ),
});
export type ScheduleView = v.InferOutput<typeof schedule>;

export const schedulePath = v.object({ id: ulid('The schedule_id.') });
export const listSchedulesQuery = shortListQuery('schedules');
export const listSchedulesResponse = v.object({
  schedules: described(v.array(schedule), 'Oldest first.'),
  ...pageEnd,
});
