// What the import view says about files: loaded with it, in German by its readers alone.
import { computed, effect, signal } from '@preact/signals';
import { amountText } from '../../order-files/values/amount-text.ts';
import { shownJson } from '../../order-files/values/bytes.ts';
import { formatter } from '../../report-parts/figures.ts';
import { isolating } from '../../report-parts/names.ts';
import { language } from '../app/language.ts';
import { type FileTexts, filesEn } from '../texts/files-en.ts';

/** There before a file is chosen, which is what they are about. */
const german = signal<FileTexts | undefined>(undefined);

effect(() => {
  if (language.value !== 'de' || german.value !== undefined) return;
  // Without them, it is English.
  Promise.all([import('../texts/files-de.ts'), import('../texts/rows-de.ts')]).then(
    ([{ filesInGerman }, { rowsDe }]) => {
      german.value = filesInGerman({ amountText, shownJson, formatter, rowsDe });
    },
    () => undefined,
  );
});

const all = computed(() => isolating((language.value === 'de' ? german.value : undefined) ?? filesEn));

export function fileTexts(): FileTexts {
  return all.value;
}
