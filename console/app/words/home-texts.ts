// Texts of the first page and of the settings, loaded with them.
import { computed } from '@preact/signals';
import { isolating } from '../../../report-parts/names.ts';
import { type HomeTexts, homeEn } from '../../texts/en/home.ts';
import { translated } from './language.ts';

const all = computed(() => isolating(translated()?.home ?? homeEn));

export function homeTexts(): HomeTexts {
  return all.value;
}
