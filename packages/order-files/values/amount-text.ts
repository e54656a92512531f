// Formats amounts with the decimals of their currency, in a language.
import { type Currency, getCurrencyDecimals } from '../../../src/contract/sentences/currency.ts';

export function formatAmountText(amount: number, language: string, currency?: Currency): string {
  const digits = getCurrencyDecimals(currency);
  // -0 is written as 0.
  return (amount + 0).toLocaleString(language, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}
