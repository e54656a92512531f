// All that the console says in German, and the service's sentences: one script, loaded only for readers of German.
import { REPORT_NAMES_DE } from '../../report-parts/german/report-names.ts';
import { WORDS_DE } from '../../report-parts/german/words.ts';
import { de } from './de.ts';
import { errorsDe } from './errors-de.ts';
import { homeDe } from './home-de.ts';
import type { Translation } from './languages.ts';
import { typesDe } from './types-de.ts';
import { workDe } from './work-de.ts';

export const german: Translation = {
  common: de,
  errors: errorsDe,
  home: homeDe,
  reportNames: REPORT_NAMES_DE,
  sentences: WORDS_DE,
  types: typesDe,
  work: workDe,
};
