// The one formatter of numbers, shares, amounts, days and times, by the reader's locale.
import { getCurrencyDecimals } from '../../src/contract/sentences/currency.ts';

/** `locale`: a BCP 47 tag that the platform takes, such as de-CH. */
export function createFormatter(locale: string) {
  /** By kind: making one takes longer than formatting a screen of rows with it. */
  const formats = new Map<string, Intl.NumberFormat>();

  /** `kind` tells these options from all others. */
  function getFormat(kind: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
    const known = formats.get(kind);
    if (known !== undefined) return known;
    const made = new Intl.NumberFormat(locale, options);
    formats.set(kind, made);
    return made;
  }

  function number(value: number, fractionDigits = 0): string {
    return getFormat(`${fractionDigits}`, fixDigits(fractionDigits)).format(value);
  }

  return {
    number,

    /** Formats a length of time with its unit, such as 2 years. */
    span(value: number, unit: 'month' | 'year'): string {
      return getFormat(unit, { style: 'unit', unit, unitDisplay: 'long' }).format(value);
    },

    /** In few characters, such as 1.2M: for axes. */
    compact(value: number): string {
      return getFormat('compact', { notation: 'compact' }).format(value);
    },

    /** Formats a number with its sign, unless it is 0. */
    signed(value: number, style: 'decimal' | 'percent' = 'decimal'): string {
      const rounded = style === 'percent' ? { style, ...fixDigits(0) } : {};
      return getFormat(`signed ${style}`, { signDisplay: 'exceptZero', ...rounded }).format(value);
    },

    /** `share`: 0 to 1. */
    percent(share: number, fractionDigits = 1): string {
      return getFormat(`% ${fractionDigits}`, { style: 'percent', ...fixDigits(fractionDigits) }).format(
        share,
      );
    },

    /** `currency`: an ISO 4217 code; without one, the number alone. */
    money(value: number, currency: string | null | undefined): string {
      if (currency === null || currency === undefined) return number(value, 2);
      const digits = fixDigits(getCurrencyDecimals(currency));
      return getFormat(currency, { style: 'currency', currency, ...digits }).format(value);
    },

    /** `date`: YYYY-MM-DD, which is a day wherever the reader is. */
    day(date: string): string {
      return new Date(`${date.slice(0, 10)}T00:00:00Z`).toLocaleDateString(locale, {
        dateStyle: 'medium',
        timeZone: 'UTC',
      });
    },

    /** The same without its year, for axes. */
    dayOfYear(date: string): string {
      return new Date(`${date}T00:00:00Z`).toLocaleDateString(locale, {
        day: 'numeric',
        month: 'short',
        timeZone: 'UTC',
      });
    },

    /** Formats a period such as 2011-11 as a month; returns others unchanged. */
    month(name: string): string {
      if (!/^\d{4}-\d\d$/.test(name)) return name;
      return new Date(`${name}-01T00:00:00Z`).toLocaleDateString(locale, {
        month: 'short',
        year: 'numeric',
        timeZone: 'UTC',
      });
    },

    /** The days of two instants, as a range, in a time zone. */
    daysBetween(first: string, last: string, timeZone: string): string {
      return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone }).formatRange(
        new Date(first),
        new Date(last),
      );
    },

    /** `time`: HH:MM of any time zone's clock. */
    clock(time: string): string {
      return new Date(`1970-01-01T${time}Z`).toLocaleTimeString(locale, {
        timeStyle: 'short',
        timeZone: 'UTC',
      });
    },

    /** Formats an instant in the reader's time zone. */
    time(instant: string): string {
      return new Date(instant).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' });
    },
  };
}

function fixDigits(digits: number): Intl.NumberFormatOptions {
  return { minimumFractionDigits: digits, maximumFractionDigits: digits };
}
