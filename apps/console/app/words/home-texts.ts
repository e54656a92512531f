// Texts of the first page and of the settings, loaded with them.
import { computed } from '@preact/signals';
import english from '../../texts/en/home.json' with { type: 'json' };
import type { HomeTexts } from '../../texts/languages.ts';
import { translated } from './language.ts';

const all = computed(() => translated()?.home ?? english);

export function homeTexts(): HomeTexts {
  return all.value;
}
