// Holds texts that are loaded with the views that need them; the first view does not.
import { computed } from '@preact/signals';
import english from '../../texts/en/work.json' with { type: 'json' };
import type { WorkTexts } from '../../texts/languages.ts';
import { getTranslated } from './language.ts';

const all = computed(() => getTranslated()?.work ?? english);

export function workTexts(): WorkTexts {
  return all.value;
}
