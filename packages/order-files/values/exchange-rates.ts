// Reads exchange rates from a CSV file of date, currency, rate: how many units of the base currency one unit of the
// currency is worth on that day. A day without a rate uses that of the last day before it.

import { OrderFileError } from '../problems/errors.ts';
import { toPlainName } from '../profiles/profile.ts';
import { CsvRecords, guessDelimiter } from '../text/csv-records.ts';
import { readNumber } from './numbers.ts';

interface DailyRate {
  /** YYYY-MM-DD. */
  readonly date: string;
  readonly rate: number;
}

export class ExchangeRates {
  /** The operator's name of the file. */
  readonly source: string;
  /** Rates by currency, sorted by day. */
  private readonly rates: ReadonlyMap<string, readonly DailyRate[]>;

  constructor(source: string, rates: ReadonlyMap<string, readonly DailyRate[]>) {
    this.source = source;
    this.rates = rates;
  }

  /**
   * Returns the units of `to` for one of `from`; the file's rates are in `to`, which itself has none. Returns undefined
   * if there is no rate for that day or before, or the order has no date.
   */
  between(from: string, to: string, day: string | undefined): number | undefined {
    if (day === undefined || this.rates.has(to)) return undefined;
    const rates = this.rates.get(from) ?? [];
    let low = 0;
    let high = rates.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((rates[middle]?.date ?? '') <= day) low = middle + 1;
      else high = middle;
    }
    return rates[low - 1]?.rate;
  }
}

/** `text`: a CSV file. Throws OrderFileError if it does not hold rates. */
export function parseExchangeRates(source: string, text: string): ExchangeRates {
  const records = new CsvRecords(guessDelimiter(text.slice(0, Math.max(0, text.indexOf('\n')))));
  records.feed(text);
  records.end();
  const header = records.next() ? records.fields.map(toPlainName) : [];
  const [date, currency, rate] = ['date', 'currency', 'rate'].map((name) => header.indexOf(name));
  if (
    date === undefined ||
    currency === undefined ||
    rate === undefined ||
    Math.min(date, currency, rate) < 0
  ) {
    throw new OrderFileError(source, { code: 'rates_columns', header });
  }
  const rates = new Map<string, DailyRate[]>();
  while (records.next()) {
    const { fields, line } = records;
    const day = fields[date]?.trim() ?? '';
    const value = readNumber(fields[rate]?.trim() ?? '', 'point');
    if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || value === undefined || value <= 0) {
      throw new OrderFileError(source, { code: 'rates_line', line, cells: [...fields] });
    }
    const code = (fields[currency]?.trim() ?? '').toUpperCase();
    const known = rates.get(code);
    if (known === undefined) rates.set(code, [{ date: day, rate: value }]);
    else known.push({ date: day, rate: value });
  }
  for (const daily of rates.values()) daily.sort((a, b) => (a.date < b.date ? -1 : 1));
  return new ExchangeRates(source, rates);
}
