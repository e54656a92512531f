// Holds the texts of the first page and of the settings, loaded with them.
import { computed } from '@preact/signals';
import words from '../../../../packages/report-parts/actions/action-words.json' with { type: 'json' };
import type { ActionWords } from '../../../../packages/report-parts/actions/describe-action.ts';
import english from '../../texts/en/home.json' with { type: 'json' };
import type { HomeTexts } from '../../texts/languages.ts';
import { getTranslated } from './language.ts';

const all = computed(() => getTranslated()?.home ?? english);

export function getHomeTexts(): HomeTexts {
  return all.value;
}

export function getActionWords(): ActionWords {
  return getTranslated()?.actions ?? words;
}
