// One currency per dataset: amounts of two are never added. Rows of another currency are left out and counted, or
// converted at the rate of the order's day.
import { OrderFileError } from '../problems/errors.ts';
import type { ExchangeRates } from './exchange-rates.ts';

export interface CurrencyOptions {
  /** ISO 4217 code that rows must have, or are converted to; by default that of the first row that names one. */
  readonly currency?: string | undefined;
  readonly rates?: ExchangeRates | undefined;
}

/** Remembers the currency of the dataset over all files of a reading. */
export class Currencies {
  private current: string | undefined;
  private readonly rates: ExchangeRates | undefined;
  /** Whether an amount was converted. */
  converted = false;

  constructor({ currency, rates }: CurrencyOptions = {}) {
    this.current = currency?.toUpperCase();
    this.rates = rates;
  }

  /** Undefined while no row has named one. */
  get own(): string | undefined {
    return this.current;
  }

  /**
   * What to multiply an amount by; undefined when the row is of a currency that is left out. A row that names none is
   * of the dataset's. Throws OrderFileError when there are rates and none for the day.
   */
  factor(cell: string | undefined, date: string | undefined): number | undefined {
    if (cell === undefined) return 1;
    const code = cell.toUpperCase();
    this.current ??= code;
    if (code === this.current) return 1;
    if (this.rates === undefined) return undefined;
    const rate = this.rates.between(code, this.current, date?.slice(0, 10));
    if (rate === undefined) {
      throw new OrderFileError(this.rates.source, {
        code: 'missing_rate',
        from: code,
        to: this.current,
        day: date?.slice(0, 10),
      });
    }
    this.converted = true;
    return rate;
  }
}
