// Order dates: ISO 8601. Without an offset it is UTC; a bare date is midnight UTC. Impossible dates are refused,
// where Date.parse would roll February 30 over into March.

export const ISO_8601 =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?:(Z|z)|([+-])(\d{2}):?(\d{2}))?)?$/;

/** Of the years 0000 to 9999 in UTC: what four digits can write. An offset may lead out of them. */
const FIRST = Date.parse('0000-01-01T00:00:00.000Z');
const LAST = Date.parse('9999-12-31T23:59:59.999Z');

/** Epoch milliseconds, or undefined when the text is no ISO 8601 date or date-time, or outside of the years 0000 to 9999. */
export function parseOrderDate(value: string): number | undefined {
  const match = ISO_8601.exec(value);
  if (match === null) return undefined;
  const part = (index: number): number => Number(match[index] ?? 0);
  const [year, month, day, hour, minute, second] = [part(1), part(2), part(3), part(4), part(5), part(6)];
  const offsetHours = part(10);
  const offsetMinutes = part(11);
  if (hour > 23 || minute > 59 || second > 59 || offsetHours > 18 || offsetMinutes > 59) return undefined;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  const milliseconds = Math.trunc(Number(`0.${match[7] ?? '0'}`) * 1000);
  date.setUTCHours(hour, minute, second, milliseconds);
  const offset = (offsetHours * 60 + offsetMinutes) * 60_000;
  const time = date.getTime() - (match[9] === '-' ? -offset : offset);
  return time >= FIRST && time <= LAST ? time : undefined;
}

/** A calendar date YYYY-MM-DD that exists. */
export function isCalendarDate(value: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(value) && parseOrderDate(value) !== undefined;
}
