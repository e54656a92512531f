// How figures stand in a sentence: every language has its own.

import type { Currency } from './currency.ts';
import { amountsIn, decimals, percent, whole } from './wording.ts';

export interface Figures {
  whole(value: number): string;
  fixed(value: number, digits: number): string;
  /** `share`: 0..1. */
  percent(share: number): string;
  /** In the currency of the report, with its name. */
  money(amount: number): string;
  /** In another currency than the report's. */
  moneyIn(amount: number, currency: Currency): string;
  /** `date`: YYYY-MM-DD. */
  day(date: string): string;
}

/** `currency`: of the report. */
export function englishFigures(currency: Currency): Figures {
  return {
    whole,
    fixed: decimals,
    percent,
    money: (amount) => inCurrency(amount, currency),
    moneyIn: inCurrency,
    day: (date) => date,
  };
}

/** Of no currency, the amount alone. */
function inCurrency(amount: number, currency: Currency): string {
  return `${amountsIn(currency)(amount)}${currency === undefined ? '' : ` ${currency}`}`;
}
