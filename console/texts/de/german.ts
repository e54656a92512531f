// All that the console says in German, and the service's sentences: one script, loaded only for readers of German.
import { REPORT_NAMES_DE } from '../../../report-parts/german/report-names.ts';
import { TABLES_DE } from '../../../report-parts/german/table-words.ts';
import { WORDS_DE } from '../../../report-parts/german/words.ts';
import type { Translation } from '../languages.ts';
import { de } from './common.ts';
import { errorsDe } from './errors.ts';
import { homeDe } from './home.ts';
import { typesDe } from './types.ts';
import { workDe } from './work.ts';

export const german: Translation = {
  common: de,
  errors: errorsDe,
  home: homeDe,
  reportNames: REPORT_NAMES_DE,
  sentences: WORDS_DE,
  tables: TABLES_DE,
  types: typesDe,
  work: workDe,
};
