// Holds the texts of the import view, loaded with it. Those of the place to drop files are on the first page, too.
import { computed } from '@preact/signals';
import { getTexts, getTranslated } from '../app/words/language.ts';
import english from '../texts/en/import.json' with { type: 'json' };

const all = computed(() => ({ ...getTexts().import, ...(getTranslated()?.import ?? english) }));

export function getImportTexts() {
  return all.value;
}
