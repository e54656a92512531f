// Lists the spans of days whose figures an overview has: ranges up to the reference date, the days that they are compared
// with, and a series of days, weeks and months.
import {
  OVERVIEW_DAYS,
  OVERVIEW_MONTHS,
  OVERVIEW_RANGES,
  OVERVIEW_WEEKS,
  type OverviewRange,
} from '../../contract/report-types/cohort/limits.ts';
import { getFirstDay, getLastDay, toPeriod } from './periods.ts';

/** Days since 1970-01-01, both included. */
export interface Span {
  readonly first: number;
  readonly last: number;
}

/** Indexes into `spans`. */
interface RangeSpans {
  readonly range: OverviewRange;
  readonly current: number;
  readonly previous: number | undefined;
  readonly previousYear: number | undefined;
}

export interface OverviewSpans {
  /** The ranges come first, in their sequence. */
  readonly spans: readonly Span[];
  readonly ranges: readonly RangeSpans[];
  /** Indexes of the points, oldest first. */
  readonly days: readonly number[];
  readonly weeks: readonly number[];
  readonly months: readonly number[];
}

const DAYS = { last_7_days: 7, last_30_days: 30, last_90_days: 90 } as const;

export function listOverviewSpans(reference: number): OverviewSpans {
  const month = toPeriod(reference, 'month');
  const spans: Span[] = OVERVIEW_RANGES.map((range) => ({
    first: findFirstDay(range, reference),
    last: reference,
  }));
  const add = (span: Span): number => spans.push(span) - 1;
  const lastYear = subtractYear(reference);
  const ranges = OVERVIEW_RANGES.map((range, current): RangeSpans => {
    const { first } = spans[current];
    if (range === 'all') return { range, current, previous: undefined, previousYear: undefined };
    if (range === 'this_year') {
      const previousYear = add({ first: subtractYear(first), last: lastYear });
      return { range, current, previous: undefined, previousYear };
    }
    const days = DAYS[range];
    return {
      ...{ range, current },
      previous: add({ first: first - days, last: first - 1 }),
      previousYear: add({ first: lastYear - days + 1, last: lastYear }),
    };
  });
  const count = <T>(length: number, create: (before: number) => T): T[] =>
    Array.from({ length }, (_, at) => create(length - 1 - at));
  const weeksFrom = reference - DAYS.last_90_days + 1;
  return {
    spans,
    ranges,
    days: count(OVERVIEW_DAYS, (before) => add({ first: reference - before, last: reference - before })),
    weeks: count(OVERVIEW_WEEKS, (before) => {
      const last = reference - 7 * before;
      return add({ first: Math.max(weeksFrom, last - 6), last });
    }),
    months: count(OVERVIEW_MONTHS, (before) =>
      add({
        first: getFirstDay(month - before, 'month'),
        last: Math.min(reference, getLastDay(month - before, 'month')),
      }),
    ),
  };
}

function findFirstDay(range: OverviewRange, reference: number): number {
  if (range === 'all') return Number.NEGATIVE_INFINITY;
  if (range !== 'this_year') return reference - DAYS[range] + 1;
  const month = toPeriod(reference, 'month');
  return getFirstDay(month - (month % 12), 'month');
}

/** The same date of the year before; 28 February for 29 February. */
function subtractYear(day: number): number {
  const month = toPeriod(day, 'month');
  const before = getFirstDay(month - 12, 'month') + day - getFirstDay(month, 'month');
  return Math.min(before, getLastDay(month - 12, 'month'));
}

/** Returns a function that lists the spans of a day, ascending. It looks up recent days; no order is after the last. */
export function createSpanLookup(spans: readonly Span[]): (day: number) => readonly number[] {
  const finite = spans.map(({ first }) => first).filter(Number.isFinite);
  const [first, last] = [Math.min(...finite), Math.max(...spans.map((span) => span.last))];
  const listSpans = (day: number) =>
    [...spans.keys()].filter((at) => spans[at].first <= day && day <= spans[at].last);
  const recent = Array.from({ length: last - first + 1 }, (_, at) => listSpans(first + at));
  const earlier = listSpans(first - 1);
  return (day) => recent[day - first] ?? (day < first ? earlier : []);
}
