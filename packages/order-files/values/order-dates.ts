// Converts dates of exporters to the contract's ISO 8601. A time without an offset is read as UTC.
import { parseOrderDate } from '../../../src/contract/resources/orders/order-date.ts';

export const DATE_FORMATS = ['iso', 'mdy', 'dmy', 'text', 'epoch-seconds', 'epoch-ms', 'excel'] as const;
export type DateFormat = (typeof DATE_FORMATS)[number];

/** Examples of each format, for messages and explanations. */
export const DATE_FORMAT_EXAMPLES: Readonly<Record<DateFormat, string>> = {
  iso: 'an ISO 8601 date or date-time such as 2026-03-31T14:05:00Z or 2026-03-31 14:05',
  mdy: 'month/day/year such as 3/31/2026 14:05',
  dmy: 'day/month/year such as 31/3/2026 14:05',
  text: 'a date with the month in letters such as 31 Mar 2026 or March 31, 2026 2:05 PM',
  'epoch-seconds': 'seconds since 1970-01-01 UTC such as 1774965900',
  'epoch-ms': 'milliseconds since 1970-01-01 UTC such as 1774965900000',
  excel: 'days since 1899-12-30 as Excel counts them such as 46112.58681',
};

const LAST_MILLISECOND = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** Returns the contract's spelling of the date, or undefined if the cell is not a date in the format. */
export function readOrderDate(cell: string, format: DateFormat): string | undefined {
  switch (format) {
    case 'iso':
      return isPlainIso(cell) || (cell[4] === '-' && parseOrderDate(cell) !== undefined)
        ? cell
        : parseLooseIso(cell);
    case 'mdy':
    case 'dmy':
      return parseSlashed(cell, format);
    case 'text':
      return readMonthName(cell);
    case 'epoch-seconds':
      return /^-?\d{1,12}(\.\d{1,9})?$/.test(cell) ? formatEpoch(Number(cell) * 1000) : undefined;
    case 'epoch-ms':
      return /^-?\d{1,15}$/.test(cell) ? formatEpoch(Number(cell)) : undefined;
    case 'excel':
      return parseExcelDay(cell);
  }
}

/**
 * True for `2026-03-31T14:05:00Z`, also with a blank for T, without Z, or the date alone, up to a month's 28th day: the
 * form of nearly every cell, recognized without the regular expression. False leaves the question open.
 */
export function isPlainIso(cell: string): boolean {
  const { length } = cell;
  if (length !== 20 && length !== 19 && length !== 10) return false;
  if (
    parseTwoDigits(cell, 0) < 0 ||
    parseTwoDigits(cell, 2) < 0 ||
    cell.charCodeAt(4) !== 45 ||
    cell.charCodeAt(7) !== 45
  ) {
    return false;
  }
  const month = parseTwoDigits(cell, 5);
  const day = parseTwoDigits(cell, 8);
  if (month < 1 || month > 12 || day < 1 || day > 28) return false;
  if (length === 10) return true;
  const between = cell.charCodeAt(10);
  if ((between !== 84 && between !== 32) || cell.charCodeAt(13) !== 58 || cell.charCodeAt(16) !== 58)
    return false;
  const [hour, minute, second] = [
    parseTwoDigits(cell, 11),
    parseTwoDigits(cell, 14),
    parseTwoDigits(cell, 17),
  ];
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59) return false;
  return length === 19 || cell.charCodeAt(19) === 90;
}

/** The number that two decimal digits make; -1 when they are none. */
function parseTwoDigits(cell: string, at: number): number {
  const tens = cell.charCodeAt(at) - 48;
  const ones = cell.charCodeAt(at + 1) - 48;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : -1;
}

/** Shopify writes a blank before the offset, others ` UTC` or slashes; ISO's basic form has no hyphens: 20260331. */
function parseLooseIso(text: string): string | undefined {
  const slashes = /^(\d{4})([/.])(\d{1,2})\2(\d{1,2})(.*)$/.exec(text);
  const cell =
    slashes === null ? text : `${slashes[1]}-${padPart(slashes[3])}-${padPart(slashes[4])}${slashes[5]}`;
  const basic = /^(\d{4})(\d{2})(\d{2})(T.*)?$/.exec(cell);
  if (basic !== null) {
    const moment = parseOrderDate(cell);
    return moment === undefined
      ? undefined
      : basic[4] === undefined
        ? formatIsoDay(moment)
        : formatEpoch(moment);
  }
  const value = cell.replace(/ (?:UTC|(?=[+-]\d{2}:?\d{2}$))/, (found) => (found === ' ' ? '' : 'Z'));
  return parseOrderDate(value) === undefined ? undefined : value;
}

function formatIsoDay(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10);
}

/** Days from 1954 to 2119: other numbers of five digits are unlikely to be dates. */
const [FIRST_SERIAL, LAST_SERIAL] = [20_000, 80_000];

/** Parses a date that a sheet exported as a number, to the second: it is no finer. */
function parseExcelDay(cell: string): string | undefined {
  if (!/^\d{5}(?:[.,]\d+)?$/.test(cell)) return undefined;
  const serial = Number(cell.replace(',', '.'));
  if (serial < FIRST_SERIAL || serial > LAST_SERIAL) return undefined;
  const moment = Date.UTC(1899, 11, 30) + Math.round(serial * 86_400) * 1_000;
  return Number.isInteger(serial) ? formatIsoDay(moment) : `${new Date(moment).toISOString().slice(0, 19)}Z`;
}

const SLASHED =
  /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})(?:,?[ T]+(\d{1,2}):(\d{2})(?::(\d{2}))?(?: ?([AaPp])\.?[Mm]\.?)?Z?)?$/;

function parseSlashed(cell: string, format: 'mdy' | 'dmy'): string | undefined {
  const zoned = splitZone(cell);
  const match = zoned === undefined ? null : SLASHED.exec(zoned.moment);
  if (zoned === undefined || match === null) return undefined;
  const [, first = '', , second = '', year = '', hour = '0', minute = '00', seconds = '00', half] = match;
  // No country writes month.day.year with points.
  if (match[2] === '.' && format === 'mdy') return undefined;
  const [month, day] = format === 'mdy' ? [first, second] : [second, first];
  return formatIso({ year, month, day, hour, minute, seconds, half }, zoned.offset);
}

interface DateParts {
  readonly year: string;
  readonly month: string | number;
  readonly day: string;
  readonly hour: string;
  readonly minute: string;
  readonly seconds: string;
  /** The first letter of am or pm; undefined for a 24-hour time. */
  readonly half: string | undefined;
}

/** `offset`: that of the time, such as `-07:00`. */
function formatIso(
  { year, month, day, hour, minute, seconds, half }: DateParts,
  offset: string,
): string | undefined {
  const hours = half === undefined ? Number(hour) : toHour(Number(hour), half);
  if (hours === undefined) return undefined;
  const value = `${toFullYear(year)}-${padPart(month)}-${padPart(day)}T${padPart(hours)}:${minute}:${seconds}${offset}`;
  return parseOrderDate(value) === undefined ? undefined : value;
}

function padPart(part: string | number | undefined): string {
  return String(part ?? '').padStart(2, '0');
}

/** The first letters of the months in English, German, French, Spanish, Italian and Dutch, without accents. */
const MONTHS: readonly string[][] = [
  ['jan', 'ene', 'gen'],
  ['feb', 'fev'],
  ['mar', 'maa', 'mrt'],
  ['apr', 'avr', 'abr'],
  ['may', 'mai', 'mei', 'mag'],
  ['jun', 'juin', 'giu'],
  ['jul', 'juil', 'lug'],
  ['aug', 'aou', 'ago'],
  ['sep', 'set'],
  ['oct', 'okt', 'ott'],
  ['nov'],
  ['dec', 'dez', 'dic'],
];
const TIME = String.raw`(?:,?(?: a\w*| um)? (\d{1,2}):(\d{2})(?::(\d{2}))?(?: ?([AaPp])\.?[Mm]\.?)?)?`;

/** Offsets of zones that exporters write by name, in hours: those that no other country uses otherwise. */
const ZONES: Readonly<Record<string, number>> = {
  ...{
    UTC: 0,
    GMT: 0,
    Z: 0,
    WET: 0,
    WEST: 1,
    CET: 1,
    CEST: 2,
    MEZ: 1,
    MESZ: 2,
    EET: 2,
    EEST: 3,
    MSK: 3,
    JST: 9,
    KST: 9,
  },
  ...{ EST: -5, EDT: -4, CST: -6, CDT: -5, MST: -7, MDT: -6, PST: -8, PDT: -7, AKST: -9, AKDT: -8, HST: -10 },
  ...{ AEST: 10, AEDT: 11, ACST: 9.5, AWST: 8, NZST: 12, NZDT: 13 },
};
/** ` PDT`, or as JavaScript writes it: ` GMT+0100 (Central European Standard Time)`. */
const ZONE = / (?:(?:GMT|UTC)([+-])(\d{2}):?(\d{2})|([A-Z]{1,4}))(?: \([^()]*\))?$/;

/** Splits a time of day from its zone. Returns undefined for a zone of an unknown name. */
function splitZone(cell: string): { readonly moment: string; readonly offset: string } | undefined {
  const match = /\d:\d{2}/.test(cell) ? ZONE.exec(cell) : null;
  const [whole = '', sign, hours = '', minutes = '', name] = match ?? [];
  if (match === null || name === 'AM' || name === 'PM') return { moment: cell, offset: 'Z' };
  const moment = cell.slice(0, -whole.length);
  if (sign !== undefined) return { moment, offset: `${sign}${hours}:${minutes}` };
  const zone = ZONES[name ?? ''];
  return zone === undefined ? undefined : { moment, offset: formatOffset(zone) };
}

function formatOffset(hours: number): string {
  const size = Math.abs(hours);
  return hours === 0
    ? 'Z'
    : `${hours < 0 ? '-' : '+'}${padPart(Math.floor(size))}:${padPart((size % 1) * 60)}`;
}

const DAY_FIRST = new RegExp(
  String.raw`^(?:\p{L}{2,10}\.?,? )?(\d{1,2})(?:\.|st|nd|rd|th)?[ -](?:de )?(\p{L}{3,12})\.?(?: de)?[ ,-]+(\d{4}|\d{2})${TIME}$`,
  'u',
);
const MONTH_FIRST = new RegExp(
  String.raw`^(?:\p{L}{2,10}\.?,? )?(\p{L}{3,12})\.?[ -](\d{1,2})(?:st|nd|rd|th)?(?:,? |-)(\d{4}|\d{2})${TIME}$`,
  'u',
);

function readMonthName(cell: string): string | undefined {
  const zoned = splitZone(cell);
  if (zoned === undefined) return undefined;
  const plain = zoned.moment.normalize('NFD').replaceAll(/\p{M}/gu, '');
  const dayFirst = DAY_FIRST.exec(plain);
  const match = dayFirst ?? MONTH_FIRST.exec(plain);
  if (match === null) return undefined;
  const [, first = '', second = '', year = '', hour = '0', minute = '00', seconds = '00', half] = match;
  const [day, name] = dayFirst === null ? [second, first] : [first, second];
  const letters = name.toLowerCase();
  const month = MONTHS.findIndex((starts) => starts.some((start) => letters.startsWith(start)));
  return month === -1
    ? undefined
    : formatIso({ year, month: month + 1, day, hour, minute, seconds, half }, zoned.offset);
}

/** Two digits mean 1969 to 2068, as POSIX reads %y. */
function toFullYear(year: string): string {
  if (year.length === 4) return year;
  return `${Number(year) < 69 ? 20 : 19}${year}`;
}

/** 12 AM is 0 o'clock, 12 PM is noon. */
function toHour(hour: number, half: string): number | undefined {
  if (hour < 1 || hour > 12) return undefined;
  return (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
}

function formatEpoch(milliseconds: number): string | undefined {
  const inRange = milliseconds >= Date.UTC(0, 0, 1) - 60e12 && milliseconds <= LAST_MILLISECOND;
  const text = inRange ? new Date(milliseconds).toISOString() : '';
  return parseOrderDate(text) === undefined ? undefined : text;
}
