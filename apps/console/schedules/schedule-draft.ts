// Holds when a report is requested regularly, as the form has it: for a new schedule, and for an existing one.
import type {
  CreateReportRequest,
  CreateScheduleRequest,
  Schedule,
  UpdateScheduleRequest,
} from '../../../packages/client/src/index.ts';
import { fill } from '../../../packages/report-parts/names.ts';
import { formatClock } from '../app/words/language.ts';
import { workTexts } from '../app/words/work-texts.ts';

/** Presets of the form, and `own` for a typed expression. */
export const RHYTHMS = ['weekly', 'monthly', 'daily', 'own'] as const;
type Rhythm = (typeof RHYTHMS)[number];

export const RANGES = [
  'last_7_days',
  'last_30_days',
  'last_90_days',
  'last_365_days',
  'previous_week',
  'previous_month',
  'previous_quarter',
  'previous_year',
  'month_to_date',
  'year_to_date',
] as const;

export interface ScheduleDraft {
  /** Empty: the name of the report. */
  readonly name: string;
  readonly rhythm: Rhythm;
  /** HH:MM in the time zone. */
  readonly time: string;
  readonly expression: string;
  readonly timeZone: string;
  /** Empty: the report's own days, or all. The service accepts more ranges than the form offers. */
  readonly range: string;
  readonly onlyIfChanged: boolean;
}

/** `timeZone`: the reader's, as an IANA name. */
export function emptySchedule(timeZone: string): ScheduleDraft {
  return {
    ...{ name: '', rhythm: 'weekly', time: '07:00', expression: '' },
    ...{ timeZone, range: '', onlyIfChanged: false },
  };
}

/** Converts an existing schedule. */
export function toScheduleDraft(schedule: Schedule): ScheduleDraft {
  const { name, expression, time_zone, date_range, only_if_changed } = schedule;
  const [, minute = '', hour = '', days = ''] = /^cron\((\d+) (\d+) (.+)\)$/.exec(expression) ?? [];
  const rhythm = RHYTHMS.find((one) => DAYS[one] === days) ?? 'own';
  return {
    ...emptySchedule(time_zone),
    ...(rhythm === 'own'
      ? { rhythm, expression }
      : { rhythm, time: `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}` }),
    ...{ name, range: date_range ?? '', onlyIfChanged: only_if_changed },
  };
}

/** Says when a schedule runs, by the clock of its time zone; undefined for an expression that the form has no preset for. */
export function describeClock(schedule: Schedule): string | undefined {
  const { rhythm, time } = toScheduleDraft(schedule);
  return rhythm === 'own' ? undefined : fill(workTexts().schedules.at[rhythm], { time: formatClock(time) });
}

/** The fields after the hour in a preset's expression. */
const DAYS: Readonly<Partial<Record<Rhythm, string>>> = {
  daily: '* * *',
  weekly: '* * MON',
  monthly: '1 * *',
};

export function toExpression({ rhythm, time, expression }: ScheduleDraft): string {
  const days = DAYS[rhythm];
  if (days === undefined) return expression.trim();
  const [hour = 7, minute = 0] = time.split(':').map(Number);
  return `cron(${minute} ${hour} ${days})`;
}

/** A moving range replaces the days of the report. */
export function toSchedule(report: CreateReportRequest, draft: ScheduleDraft): CreateScheduleRequest {
  const { timeZone, range, onlyIfChanged } = draft;
  const { filters, ...others } = report;
  const { dateRange, ...conditions } = filters ?? {};
  const kept = range === '' && dateRange !== undefined ? { ...conditions, dateRange } : conditions;
  return {
    ...(draft.name.trim() !== '' && { name: draft.name.trim() }),
    expression: toExpression(draft),
    ...(timeZone.trim() !== '' && { time_zone: timeZone.trim() }),
    report: { ...others, ...(Object.keys(kept).length > 0 && { filters: kept }) },
    ...(range !== '' && { date_range: range }),
    ...(onlyIfChanged && { only_if_changed: true }),
  };
}

/**
 * Lists what differs from the schedule. An unchanged report is not sent, and stays as it is; a changed one is sent with
 * the moving range, which it would otherwise remove.
 */
export function listChanges(
  before: CreateScheduleRequest,
  now: CreateScheduleRequest,
): UpdateScheduleRequest {
  const { name, expression, time_zone, report, date_range, only_if_changed = false } = now;
  const hasChanged = JSON.stringify(report) !== JSON.stringify(before.report);
  const removesRange = date_range === undefined && before.date_range !== undefined;
  const sendsReport = hasChanged || removesRange;
  return {
    ...(name !== undefined && name !== before.name && { name }),
    ...(expression !== before.expression && { expression }),
    ...(time_zone !== undefined && time_zone !== before.time_zone && { time_zone }),
    ...(sendsReport && { report }),
    ...(date_range !== undefined && (sendsReport || date_range !== before.date_range) && { date_range }),
    ...(only_if_changed !== (before.only_if_changed ?? false) && { only_if_changed }),
  };
}
