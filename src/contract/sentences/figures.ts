// How figures stand in a sentence: every language has its own.

import type { Currency } from './currency.ts';
import { createAmountFormat, formatDecimals, formatPercent, formatWhole } from './wording.ts';

export interface FigureFormats {
  whole(value: number): string;
  fixed(value: number, digits: number): string;
  /** `share`: 0..1. */
  percent(share: number): string;
  /** Formats an amount in the report's currency, with the currency's name. */
  money(amount: number): string;
  /** Formats an amount in a currency other than the report's. */
  moneyIn(amount: number, currency: Currency): string;
  /** `date`: YYYY-MM-DD. */
  day(date: string): string;
}

/** `currency`: of the report. */
export function createEnglishFigures(currency: Currency): FigureFormats {
  return {
    whole: formatWhole,
    fixed: formatDecimals,
    percent: formatPercent,
    money: (amount) => formatAmount(amount, currency),
    moneyIn: formatAmount,
    day: (date) => date,
  };
}

/** The amount, and its currency if it has one. */
function formatAmount(amount: number, currency: Currency): string {
  return `${createAmountFormat(currency)(amount)}${currency === undefined ? '' : ` ${currency}`}`;
}
