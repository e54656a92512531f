// The service's sentences in the reader's language.

import type { FinishedReport } from '../../../../packages/client/src/index.ts';
import { asWrittenWith, type Say as SayText, sayIn } from '../../../../packages/report-parts/sentences.ts';
import { filled, type Say } from '../../../../packages/report-parts/tables/shown.ts';
import { placeName } from '../../segments/segment-names.ts';
import { day, money, number, percent, time, translated } from './language.ts';

/** `currency`: of the report's amounts. */
export function serviceWords(currency?: string | null): SayText {
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

// How facts and tables of a report are said and written, in the reader's language.

export function sayOf({ currency }: Pick<FinishedReport, 'currency'>): Say {
  return {
    t: (text, parts) => filled(translated()?.tables[text] ?? text, parts),
    ...{ number, percent, day, time },
    money: (value) => money(value, currency),
    segment: placeName,
    said: serviceWords(currency),
  };
}
