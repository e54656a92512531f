// The service's sentences in the reader's language.
import { asWrittenWith, type Say, sayIn } from '../../../report-parts/sentences.ts';
import { day, money, number, percent, translated } from './language.ts';

/** `currency`: of the report's amounts. */
export function serviceWords(currency?: string | null): Say {
  const words = translated()?.sentences;
  if (words === undefined)
    return asWrittenWith({ day, money: (amount) => money(amount, currency) }, currency);
  return sayIn(words, {
    whole: number,
    fixed: number,
    percent,
    money: (amount) => money(amount, currency),
    moneyIn: money,
    day,
  });
}
