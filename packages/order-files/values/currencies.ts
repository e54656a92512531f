// One currency per dataset: amounts of two are never added. Rows of another currency than the operator's are left out and
// counted, or converted at the rate of the order's day; where the operator named none, a second one ends the reading.
import { OrderFileError } from '../problems/errors.ts';
import { ExactSum } from './distinct-count.ts';
import type { ExchangeRates } from './exchange-rates.ts';

export interface CurrencyOptions {
  /** ISO 4217 code that rows must have, or are converted to; by default the only one that rows name. */
  readonly currency?: string | undefined;
  readonly rates?: ExchangeRates | undefined;
}

interface FoundRows {
  rows: number;
  readonly sum: ExactSum;
}

/** A column with more of them is none of currencies. */
const MAX_CURRENCIES = 50;
const CODE = /^[A-Z]{3}$/;

/** Remembers the currencies of all files of a reading. */
export class Currencies {
  private readonly given: string | undefined;
  private readonly rates: ExchangeRates | undefined;
  private readonly byName = new Map<string, FoundRows>();
  /** Whether an amount was converted. */
  converted = false;

  constructor({ currency, rates }: CurrencyOptions = {}) {
    this.given = currency?.toUpperCase();
    this.rates = rates;
  }

  /** Undefined while no row has named one, and where the rows name it by a sign that several have, such as `$`. */
  get own(): string | undefined {
    const [first] = this.byName.keys();
    return this.given ?? (first !== undefined && CODE.test(first) ? first : undefined);
  }

  /** Those of rows that count, in the sequence in which they came. */
  get found(): readonly { readonly currency: string; readonly rows: number; readonly amount: number }[] {
    return [...this.byName].map(([currency, { rows, sum }]) => ({ currency, rows, amount: sum.value }));
  }

  /** Of a row that counts. `amount`: in its own currency. */
  note(name: string | undefined, amount: number): void {
    if (name === undefined) return;
    const known = this.byName.get(name);
    if (known === undefined && this.byName.size >= MAX_CURRENCIES) return;
    const entry = known ?? { rows: 0, sum: new ExactSum() };
    if (known === undefined) this.byName.set(name, entry);
    entry.rows++;
    entry.sum.add(amount);
  }

  /**
   * What to multiply an amount by; undefined when the row is of a currency that is left out. A row that names none is
   * of the dataset's. Throws OrderFileError when there are rates and none for the day.
   */
  factor(name: string | undefined, date: string | undefined): number | undefined {
    const { given } = this;
    if (name === undefined || given === undefined || name === given || isCurrencySign(name, given)) return 1;
    if (this.rates === undefined) return undefined;
    const rate = this.rates.between(name, given, date?.slice(0, 10));
    if (rate === undefined) {
      throw new OrderFileError(this.rates.source, {
        code: 'missing_rate',
        from: name,
        to: given,
        day: date?.slice(0, 10),
      });
    }
    this.converted = true;
    return rate;
  }

  /** When all was read: throws OrderFileError for amounts in several currencies that nobody decided on. */
  demandOne(): void {
    if (this.given !== undefined || this.byName.size < 2) return;
    const currencies = [...this.found].sort((a, b) => b.rows - a.rows);
    throw new OrderFileError(undefined, { code: 'several_currencies', currencies });
  }
}

/** The name of a currency: a code in a column of its own, or what stands beside an amount; undefined where there is none. */
export function findCurrency(cell: string | undefined, amountCell: string | undefined): string | undefined {
  if (cell !== undefined) return cell.toUpperCase();
  return amountCell === undefined || isBare(amountCell) ? undefined : findCurrencyBeside(amountCell);
}

/** Digits at both ends: nearly all cells, which have no sign. */
function isBare(cell: string): boolean {
  return isDigit(cell.charCodeAt(0)) && isDigit(cell.charCodeAt(cell.length - 1));
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

const BESIDE = /\b([A-Z]{3})\b|\b([A-Z]{1,2})\$|(\p{Sc})/u;
const DOLLARS: Readonly<Record<string, string>> = {
  US: 'USD',
  CA: 'CAD',
  C: 'CAD',
  AU: 'AUD',
  A: 'AUD',
  NZ: 'NZD',
  HK: 'HKD',
  S: 'SGD',
  R: 'BRL',
};
const SIGNS: Readonly<Record<string, string>> = {
  '€': 'EUR',
  '£': 'GBP',
  '₹': 'INR',
  '₺': 'TRY',
  '₪': 'ILS',
};

function findCurrencyBeside(cell: string): string | undefined {
  const [found, code, dollar, sign] = BESIDE.exec(cell) ?? [];
  if (code !== undefined) return code;
  if (dollar !== undefined) return DOLLARS[dollar] ?? found;
  return sign === undefined ? undefined : (SIGNS[sign] ?? sign);
}

/** `$` is the sign of many dollars and pesos: that of the currency that the operator named. */
function isCurrencySign(name: string, code: string): boolean {
  if (CODE.test(name) || !CODE.test(code)) return false;
  const parts = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: code,
    currencyDisplay: 'narrowSymbol',
  }).formatToParts(0);
  return parts.some(({ type, value }) => type === 'currency' && value === name);
}
