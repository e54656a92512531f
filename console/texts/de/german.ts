// All that the console says in German, and the service's sentences: one script, loaded only for readers of German.
import { REPORT_NAMES_DE } from '../../../report-parts/german/report-names.ts';
import { SEGMENTS_DE } from '../../../report-parts/german/segment-names.ts';
import { TABLES_DE } from '../../../report-parts/german/table-words.ts';
import { WORDS_DE } from '../../../report-parts/german/words.ts';
import type { Translation } from '../languages.ts';
import common from './common.json' with { type: 'json' };
import { errorsDe } from './errors.ts';
import home from './home.json' with { type: 'json' };
import { typesDe } from './types.ts';
import work from './work.json' with { type: 'json' };

export const german: Translation = {
  common: { ...common, segments: { ...common.segments, name: SEGMENTS_DE } },
  errors: errorsDe,
  home,
  reportNames: REPORT_NAMES_DE,
  sentences: WORDS_DE,
  tables: TABLES_DE,
  types: typesDe,
  work,
};
