// Ensures one currency per dataset: amounts in two are never added. Rows in another currency than the operator's are
// left out and counted, or converted at the rate of the order's day; if the operator named none, a second one ends the
// reading.
import { OrderFileError } from '../problems/errors.ts';
import { ExactSum } from './distinct-count.ts';
import type { ExchangeRates } from './exchange-rates.ts';

export interface CurrencyOptions {
  /** ISO 4217 code that rows must have or are converted to; default: the only one that rows name. */
  readonly currency?: string | undefined;
  readonly rates?: ExchangeRates | undefined;
}

interface FoundRows {
  rows: number;
  readonly sum: ExactSum;
}

/** A column with more different values does not hold currencies. */
const MAX_CURRENCIES = 50;
const CODE = /^[A-Z]{3}$/;

/** Collects the currencies of all files of a reading. */
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

  /** Undefined until a row names one, and if the rows name it by an ambiguous sign, such as `$`. */
  get own(): string | undefined {
    const [first] = this.byName.keys();
    return this.given ?? (first !== undefined && CODE.test(first) ? first : undefined);
  }

  /** Currencies of the counted rows, in the sequence of their first row. */
  get found(): readonly { readonly currency: string; readonly rows: number; readonly amount: number }[] {
    return [...this.byName].map(([currency, { rows, sum }]) => ({ currency, rows, amount: sum.value }));
  }

  /** Notes a counted row. `amount`: in its own currency. */
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
   * Returns the factor for an amount; undefined if the row's currency is left out. A row that names none has the
   * dataset's. Throws OrderFileError if there are rates but none for the day.
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

  /**
   * Called after the last row: throws OrderFileError for amounts in several currencies without the operator's decision.
   */
  demandOne(): void {
    if (this.given !== undefined || this.byName.size < 2) return;
    const currencies = [...this.found].sort((a, b) => b.rows - a.rows);
    throw new OrderFileError(undefined, { code: 'several_currencies', currencies });
  }
}

/**
 * Finds the name of a currency: a code in a column of its own, or the text beside an amount; undefined if there is
 * none.
 */
export function findCurrency(cell: string | undefined, amountCell: string | undefined): string | undefined {
  if (cell !== undefined) return cell.toUpperCase();
  return amountCell === undefined || isBare(amountCell) ? undefined : findCurrencyBeside(amountCell);
}

/** True for digits at both ends: nearly all cells, which have no sign. */
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

/** `$` is the sign of many dollars and pesos: it means the currency that the operator named. */
function isCurrencySign(name: string, code: string): boolean {
  if (CODE.test(name) || !CODE.test(code)) return false;
  const parts = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: code,
    currencyDisplay: 'narrowSymbol',
  }).formatToParts(0);
  return parts.some(({ type, value }) => type === 'currency' && value === name);
}
