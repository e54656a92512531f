// How facts and tables of a report are said and written, in the reader's language.
import type { FinishedReport } from '../../../client/src/index.ts';
import { filled, type Say } from '../../../report-parts/tables/shown.ts';
import { placeName } from '../../segments/segment-names.ts';
import { day, money, number, percent, time, translated } from './language.ts';
import { serviceWords } from './service-words.ts';

export function sayOf({ currency }: Pick<FinishedReport, 'currency'>): Say {
  return {
    t: (text, parts) => filled(translated()?.tables[text] ?? text, parts),
    ...{ number, percent, day, time },
    money: (value) => money(value, currency),
    segment: placeName,
    said: serviceWords(currency),
  };
}
