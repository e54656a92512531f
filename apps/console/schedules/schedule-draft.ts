// Holds when a report is requested regularly, as the form has it: for a new schedule, and for an existing one.
import type {
  CreateReportRequest,
  CreateScheduleRequest,
  Schedule,
  UpdateScheduleRequest,
} from '../../../packages/client/src/index.ts';
import { fill } from '../../../packages/report-parts/names.ts';
import { formatClock, formatNumber, language } from '../app/words/language.ts';
import { workTexts } from '../app/words/work-texts.ts';

const WEEKDAYS = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const;
/** Presets of the form, and `own` for a typed expression. */
const RHYTHMS = ['daily', ...WEEKDAYS, 'monthly', 'own'] as const;
type Rhythm = (typeof RHYTHMS)[number];

/** The presets with their names. */
export function listRhythms(): readonly (readonly [Rhythm, string])[] {
  const names: Readonly<Record<string, string>> = workTexts().schedules.rhythms;
  return RHYTHMS.map((rhythm) => [rhythm, names[rhythm] ?? nameWeekday(readWeekday(rhythm))]);
}

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
    ...{ name: '', rhythm: 'MON', time: '07:00', expression: '' },
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

/** The fields after the hour in a preset's expression. */
const DAYS: Readonly<Partial<Record<Rhythm, string>>> = {
  daily: '* * *',
  ...Object.fromEntries(WEEKDAYS.map((day) => [day, `* * ${day}`])),
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

// Says when a schedule runs, by the clock of its time zone.

/** Numbers separated by commas. */
const LIST = /^\d+(,\d+)*$/;

/** Undefined for an expression that is not in equal steps, or on given days or weekdays at given times. */
export function describeClock({ expression }: Pick<Schedule, 'expression'>): string | undefined {
  const { at, every, dayOfMonth } = workTexts().schedules;
  const [, steps, unit] = /^rate\((\d+) (hour|day)s?\)$/.exec(expression) ?? [];
  if (steps !== undefined) {
    const count = Number(steps);
    return fill(every[unit === 'hour' ? 'hour' : 'day'], { count, shown: formatNumber(count) });
  }
  const fields = /^cron\((.+)\)$/.exec(expression)?.[1]?.split(' ') ?? [];
  const [minute = '', hours = '', days = '', months, weekdays = ''] = fields;
  if (months !== '*' || !/^\d+$/.test(minute) || !LIST.test(hours)) return undefined;
  const pad = (digits: string): string => digits.padStart(2, '0');
  const time = joinNames(hours.split(',').map((hour) => formatClock(`${pad(hour)}:${pad(minute)}`)));
  if (days === '*' && weekdays === '*') return fill(at.daily, { time });
  if (days === '*') {
    const named = readWeekdays(weekdays)?.map(nameWeekday);
    return named && fill(at.weekly, { days: joinNames(named), time });
  }
  if (weekdays !== '*') return undefined;
  if (days === 'L') return fill(at.lastDay, { time });
  if (!LIST.test(days)) return undefined;
  return fill(at.monthly, { days: joinNames(days.split(',').map((day) => fill(dayOfMonth, { day }))), time });
}

/** Days from Monday, of names and ranges of names, such as MON-FRI; undefined for anything else. */
function readWeekdays(field: string): readonly number[] | undefined {
  const days = field.split(',').flatMap((part) => {
    const [from = -1, to = from, ...more] = part.split('-').map(readWeekday);
    if (from < 0 || to < from || more.length > 0) return [-1];
    return Array.from({ length: to - from + 1 }, (_, at) => from + at);
  });
  return days.includes(-1) ? undefined : [...new Set(days)].sort((a, b) => a - b);
}

/** 0 is Monday; -1 is no weekday. In numbers, Sunday is 0 or 7. */
function readWeekday(text: string): number {
  const names: readonly string[] = WEEKDAYS;
  return /^[0-7]$/.test(text) ? (Number(text) + 6) % 7 : names.indexOf(text);
}

function nameWeekday(day: number): string {
  // 1 January 2024 was a Monday.
  const date = new Date(Date.UTC(2024, 0, 1 + day));
  return date.toLocaleDateString(language.value, { weekday: 'long', timeZone: 'UTC' });
}

function joinNames(names: readonly string[]): string {
  return new Intl.ListFormat(language.value).format(names);
}
