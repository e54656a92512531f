// Amounts as texts: with the decimals of their currency, in the way of a language.
import { type Currency, currencyDecimals } from '../../src/contract/sentences/currency.ts';

export function amountText(amount: number, language: string, currency?: Currency): string {
  const digits = currencyDecimals(currency);
  // -0 is written as 0.
  return (amount + 0).toLocaleString(language, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}
