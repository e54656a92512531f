// Instants as local times, for reports whose days are those of a time zone. Local times are milliseconds such that days
// count from the local midnight: floor(time / 86,400,000) is the local day. Later instants have later local times, also
// when clocks are set back: on a day of 23 or 25 hours, time runs faster or slower, so that the day has its 86,400,000.

const DAY_MS = 86_400_000;

/** Epoch milliseconds to local milliseconds; NaN stays NaN. */
export type LocalTime = (instant: number) => number;

export const UTC = 'UTC';

/** `timeZone`: an IANA name. Offsets are looked up once for each day that occurs. Throws RangeError for an unknown zone. */
export function localTimeIn(timeZone: string): LocalTime {
  if (timeZone === UTC) return (instant) => instant;
  const offsetAt = offsetsOf(timeZone);
  const localDay = (instant: number): number => Math.floor((instant + offsetAt(instant)) / DAY_MS);
  /** By UTC day: its offset; NaN when the offset changes on it or on a day beside it. */
  const steady = new Map<number, number>();
  const startOf = memo((day: number) => firstInstantOf(day, localDay));

  return (instant) => {
    if (Number.isNaN(instant)) return instant;
    const utcDay = Math.floor(instant / DAY_MS);
    let offset = steady.get(utcDay);
    if (offset === undefined) {
      const first = offsetAt((utcDay - 1) * DAY_MS);
      const same = [0, 1, 2].every((later) => offsetAt((utcDay + later) * DAY_MS) === first);
      offset = same ? first : Number.NaN;
      steady.set(utcDay, offset);
    }
    if (!Number.isNaN(offset)) return instant + offset;
    let day = utcDay - 1;
    while (startOf(day + 1) <= instant) day++;
    const start = startOf(day);
    const length = startOf(day + 1) - start;
    return day * DAY_MS + ((instant - start) * DAY_MS) / length;
  };
}

/** Milliseconds that local clocks are ahead of UTC. */
function offsetsOf(timeZone: string): (instant: number) => number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  return (instant) => {
    const name = format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? '';
    const [, sign, hours = '0', minutes = '0', seconds = '0'] =
      /([+-])(\d\d):(\d\d)(?::(\d\d))?/.exec(name) ?? [];
    const size = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000;
    return sign === '-' ? -size : size;
  };
}

/** By bisection: no zone is a whole day from UTC, and local days never go back. */
function firstInstantOf(day: number, localDay: (instant: number) => number): number {
  let before = (day - 1) * DAY_MS;
  let after = (day + 1) * DAY_MS;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (localDay(middle) < day) before = middle;
    else after = middle;
  }
  return after;
}

function memo(compute: (key: number) => number): (key: number) => number {
  const known = new Map<number, number>();
  return (key) => {
    const found = known.get(key) ?? compute(key);
    known.set(key, found);
    return found;
  };
}
