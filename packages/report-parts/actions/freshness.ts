// Tells whether orders still show the present: actions for the coming days need recent ones.

const DAY_MS = 86_400_000;
/** Days after the newest order in which its reports still show the present. */
const MOST_AGE = 45;
/** Mean length of a month in days. */
const MONTH = 30.44;

/** `day`: YYYY-MM-DD or a timestamp. `now`: epoch milliseconds. False without a day. */
export function isCurrent(day: string | null | undefined, now: number): boolean {
  return typeof day === 'string' && computeAge(day, now) <= MOST_AGE;
}

/** Returns the age in whole months of a newest order that no longer shows the present; undefined for others. */
export function findOldAge(day: string | null | undefined, now: number): number | undefined {
  return typeof day !== 'string' || isCurrent(day, now)
    ? undefined
    : Math.floor(computeAge(day, now) / MONTH);
}

function computeAge(day: string, now: number): number {
  return Math.floor((now - Date.parse(day)) / DAY_MS);
}
