// Holds all German texts of the console, and the service's sentences: one script, loaded only for readers of German.
import actions from '../../../../packages/report-parts/german/action-words.json' with { type: 'json' };
import { SEGMENTS_DE } from '../../../../packages/report-parts/german/segment-names.ts';
import tables from '../../../../packages/report-parts/german/table-words.json' with { type: 'json' };
import { WORDS_DE } from '../../../../packages/report-parts/german/words.ts';
import type { Translation } from '../languages.ts';
import common from './common.json' with { type: 'json' };
import home from './home.json' with { type: 'json' };
import imports from './import.json' with { type: 'json' };
import service from './service.json' with { type: 'json' };
import work from './work.json' with { type: 'json' };

export const german: Translation = {
  actions,
  common: { ...common, segments: { ...common.segments, name: SEGMENTS_DE } },
  home,
  import: imports,
  ...service,
  sentences: WORDS_DE,
  tables,
  work,
};
