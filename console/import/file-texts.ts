// What the import view says about files, which is there before a file is chosen.
import { amountText } from '../../order-files/values/amount-text.ts';
import { shownJson } from '../../order-files/values/bytes.ts';
import { formatter } from '../../report-parts/figures.ts';
import { textsOfView } from '../app/words/language.ts';
import { type FileTexts, filesEn } from '../texts/en/files.ts';

export const fileTexts = textsOfView<FileTexts>(filesEn, async () => {
  const [{ filesInGerman }, { rowsDe }] = await Promise.all([
    import('../texts/de/files-de.ts'),
    import('../texts/de/rows-de.ts'),
  ]);
  return filesInGerman({ amountText, shownJson, formatter, rowsDe });
});
