// When a report is requested regularly, as the form has it.
import type { CreateReportRequest, CreateScheduleRequest } from '../client/src/index.ts';

/** Presets of the form, and an expression of one's own. */
export const RHYTHMS = ['weekly', 'monthly', 'daily', 'own'] as const;
export type Rhythm = (typeof RHYTHMS)[number];

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
  readonly rhythm: Rhythm;
  /** HH:MM on the clocks of the time zone. */
  readonly time: string;
  readonly expression: string;
  readonly timeZone: string;
  /** Empty: the report's own days, or all. */
  readonly range: '' | (typeof RANGES)[number];
  readonly onlyIfChanged: boolean;
}

/** `timeZone`: the reader's, as an IANA name. */
export function emptySchedule(timeZone: string): ScheduleDraft {
  return { rhythm: 'weekly', time: '07:00', expression: '', timeZone, range: '', onlyIfChanged: false };
}

export function expressionOf({ rhythm, time, expression }: ScheduleDraft): string {
  const [hour = 7, minute = 0] = time.split(':').map(Number);
  const at = `${minute} ${hour}`;
  switch (rhythm) {
    case 'daily':
      return `cron(${at} * * *)`;
    case 'weekly':
      return `cron(${at} * * MON)`;
    case 'monthly':
      return `cron(${at} 1 * *)`;
    case 'own':
      return expression.trim();
  }
}

/** A range that moves takes the place of the days of the report. */
export function scheduleOf(report: CreateReportRequest, draft: ScheduleDraft): CreateScheduleRequest {
  const { timeZone, range, onlyIfChanged } = draft;
  const { filters, ...others } = report;
  const { dateRange, ...conditions } = filters ?? {};
  const kept = range === '' && dateRange !== undefined ? { ...conditions, dateRange } : conditions;
  return {
    expression: expressionOf(draft),
    ...(timeZone.trim() !== '' && { time_zone: timeZone.trim() }),
    report: { ...others, ...(Object.keys(kept).length > 0 && { filters: kept }) },
    ...(range !== '' && { date_range: range }),
    ...(onlyIfChanged && { only_if_changed: true }),
  };
}
