// Translates the service's sentences into the reader's language.

import type { FinishedReport } from '../../../../packages/client/src/index.ts';
import {
  createSayAsWritten,
  type SaySentences as SayText,
  sayIn,
} from '../../../../packages/report-parts/sentences.ts';
import { fillText, type Say } from '../../../../packages/report-parts/tables/shown.ts';
import { placeName } from '../../segments/segment-names.ts';
import { formatDay, formatMoney, formatNumber, formatPercent, getTranslated, time } from './language.ts';

/** `currency`: the currency of the report's amounts. */
export function getServiceWords(currency?: string | null): SayText {
  const words = getTranslated()?.sentences;
  if (words === undefined)
    return createSayAsWritten({ day: formatDay, money: (amount) => formatMoney(amount, currency) }, currency);
  return sayIn(words, {
    whole: formatNumber,
    fixed: formatNumber,
    percent: formatPercent,
    money: (amount) => formatMoney(amount, currency),
    moneyIn: formatMoney,
    day: formatDay,
  });
}

// Formats facts and tables of a report in the reader's language.

export function createSay({ currency }: Pick<FinishedReport, 'currency'>): Say {
  return {
    t: (text, parts) => fillText(getTranslated()?.tables[text] ?? text, parts),
    ...{ number: formatNumber, percent: formatPercent, day: formatDay, time },
    money: (value) => formatMoney(value, currency),
    segment: placeName,
    said: getServiceWords(currency),
  };
}
