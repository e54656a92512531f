// How figures stand in a sentence: every language has its own.
import { amountsIn, percent, whole } from '../insights/wording.ts';
import type { Currency } from '../money/currency.ts';

export interface Figures {
  whole(value: number): string;
  fixed(value: number, digits: number): string;
  /** `share`: 0..1. */
  percent(share: number): string;
  money(amount: number): string;
  /** With its currency, which may be another than the report's. */
  moneyIn(amount: number, currency: Currency): string;
  /** `date`: YYYY-MM-DD. */
  day(date: string): string;
}

/** `currency`: of the report. */
export function englishFigures(currency: Currency): Figures {
  return {
    whole,
    fixed: (value, digits) => value.toFixed(digits),
    percent,
    money: amountsIn(currency),
    moneyIn: (amount, of) => `${amountsIn(of)(amount)}${of ? ` ${of}` : ''}`,
    day: (date) => date,
  };
}
