// When a schedule is due: `cron(…)` on the wall clock of a time zone, `rate(…)` in equal steps. A schedule is due at
// most once an hour. On the day that clocks change, a time that does not exist is due when the clocks are set forward,
// and a time that occurs twice is due the first time, unless the expression is for every hour.
import { Cron } from 'croner';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const UNIT_MS = { hour: HOUR_MS, day: 24 * HOUR_MS } as const;
const MAX_RATE_MS = 366 * UNIT_MS.day;
export const EXPECTED_EXPRESSION =
  'expected cron(minute hour day-of-month month day-of-week), such as cron(0 7 * * MON), or rate(N hours) or rate(N days)';
/** No zone sets its clocks back by more. */
const LONGEST_REPETITION_MS = 3 * HOUR_MS;

interface Rate {
  readonly kind: 'rate';
  readonly everyMs: number;
}

interface WallClock {
  readonly kind: 'cron';
  readonly pattern: string;
  /** Hours that occur twice are due twice. */
  readonly everyHour: boolean;
}

/** Why the expression cannot be used; undefined if it can. */
export function findExpressionProblem(text: string): string | undefined {
  const read = readExpression(text);
  if (typeof read === 'string') return read;
  if (read.kind === 'cron' && new Cron(read.pattern, { paused: true }).nextRun(new Date(0)) === null) {
    return 'expected a time that occurs';
  }
  return undefined;
}

/**
 * The first time after `after`; a rate counts its steps from there. Epoch milliseconds. Throws for an expression that
 * findExpressionProblem refuses.
 */
export function computeNextDue(text: string, timeZone: string, after: number): number {
  return createTimetable(text, timeZone)(after, after);
}

export interface DueTimes {
  /** The last one that has come: those before it were missed. */
  readonly latest: number;
  readonly next: number;
}

/** `due`: a due time that has come by `now`. */
export function computeDueTimes(text: string, timeZone: string, due: number, now: number): DueTimes {
  const nextAfter = createTimetable(text, timeZone);
  let latest = due;
  // After a long outage, those of the last days are enough.
  for (const recent of [now - 40 * UNIT_MS.day, now - 2 * UNIT_MS.day]) {
    if (recent <= latest) continue;
    const first = nextAfter(latest, recent);
    if (first <= now) latest = first;
  }
  for (;;) {
    const next = nextAfter(latest, latest);
    if (next > now) return { latest, next };
    latest = next;
  }
}

/** The first time after `after`, counted from `due`: another due time, or the start. */
type Timetable = (due: number, after: number) => number;

function createTimetable(text: string, timeZone: string): Timetable {
  const read = readExpression(text);
  if (typeof read === 'string') throw new Error(read);
  if (read.kind === 'rate') {
    const { everyMs } = read;
    return (due, after) => due + (Math.floor((after - due) / everyMs) + 1) * everyMs;
  }
  const cron = new Cron(read.pattern, { timezone: timeZone, paused: true });
  const wallTime = createWallClock(timeZone);
  return (_due, after) => {
    for (let from = after; ; ) {
      const found = cron.nextRun(new Date(from))?.getTime();
      if (found === undefined) throw new Error(`${text} is never due after ${new Date(after).toISOString()}`);
      if (read.everyHour || !isRepeated(found, wallTime)) return found;
      from = found;
    }
  };
}

/** A problem as text. */
function readExpression(text: string): Rate | WallClock | string {
  const rate = /^rate\(([1-9]\d{0,3}) (hour|day)s?\)$/.exec(text);
  if (rate !== null) {
    const everyMs = Number(rate[1]) * UNIT_MS[rate[2] === 'day' ? 'day' : 'hour'];
    return everyMs > MAX_RATE_MS ? 'expected a rate of at most 366 days' : { kind: 'rate', everyMs };
  }
  const fields = /^cron\(([^()]*)\)$/.exec(text)?.[1]?.split(' ');
  if (fields?.length !== 5) return EXPECTED_EXPRESSION;
  const [minute = '', hour = ''] = fields;
  if (!/^[0-5]?\d$/.test(minute)) {
    return 'expected one minute from 0 to 59: a schedule is due at most once an hour';
  }
  if (fields.some((field) => !/^[0-9A-Za-z*,/#-]+$/.test(field))) return EXPECTED_EXPRESSION;
  const pattern = fields.join(' ');
  try {
    new Cron(pattern, { paused: true });
  } catch {
    return EXPECTED_EXPRESSION;
  }
  return { kind: 'cron', pattern, everyHour: hour === '*' };
}

/** Whether the clocks showed the same time shortly before. */
function isRepeated(instant: number, wallTime: (instant: number) => string): boolean {
  const shown = wallTime(instant);
  for (let back = 30 * MINUTE_MS; back <= LONGEST_REPETITION_MS; back += 30 * MINUTE_MS) {
    if (wallTime(instant - back) === shown) return true;
  }
  return false;
}

function createWallClock(timeZone: string): (instant: number) => string {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'short',
    hourCycle: 'h23',
  });
  return (instant) => format.format(instant);
}
