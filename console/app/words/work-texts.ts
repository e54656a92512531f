// Texts that are loaded with the views that need them: the first view does without.
import { computed } from '@preact/signals';
import { isolating } from '../../../report-parts/names.ts';
import { type WorkTexts, workEn } from '../../texts/en/work.ts';
import { translated } from './language.ts';

const all = computed(() => isolating(translated()?.work ?? workEn));

export function workTexts(): WorkTexts {
  return all.value;
}
