// Tells whether orders still show the present: actions for the coming days need recent ones.
import type { createFormatter } from '../figures.ts';
import { fill } from '../names.ts';

const DAY_MS = 86_400_000;
/** Days after the newest order in which its reports still show the present. */
const MOST_AGE = 45;
/** Months from which an age is stated in years. */
const LEAST_IN_YEARS = 24;
/** Mean length of a month in days. */
const MONTH = 30.44;

/** `day`: YYYY-MM-DD or a timestamp. `now`: epoch milliseconds. False without a day. */
export function isCurrent(day: string | null | undefined, now: number): boolean {
  return typeof day === 'string' && computeAge(day, now) <= MOST_AGE;
}

/** Says how old a newest order is that no longer shows the present; undefined for others. */
export function describeOldAge(
  day: string | null | undefined,
  now: number,
  { old }: { readonly old: string },
  formatSpan: ReturnType<typeof createFormatter>['span'],
): string | undefined {
  const months = findOldAge(day, now);
  if (months === undefined) return undefined;
  const isShort = months < LEAST_IN_YEARS;
  return fill(old, {
    age: isShort ? formatSpan(months, 'month') : formatSpan(Math.floor(months / 12), 'year'),
  });
}

/** In whole months. */
function findOldAge(day: string | null | undefined, now: number): number | undefined {
  return typeof day !== 'string' || isCurrent(day, now)
    ? undefined
    : Math.floor(computeAge(day, now) / MONTH);
}

function computeAge(day: string, now: number): number {
  return Math.floor((now - Date.parse(day)) / DAY_MS);
}
