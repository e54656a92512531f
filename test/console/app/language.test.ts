// The language that the reader chooses.
import { expect, it } from 'vitest';
import { chooseLanguage, language, texts } from '../../../console/app/words/language.ts';
import { en } from '../../../console/texts/en/common.ts';

it('is the last that was chosen, not the last whose texts are loaded', async () => {
  const choices = [chooseLanguage('de'), chooseLanguage('en')];
  await Promise.all(choices);
  expect(language.value).toBe('en');
  expect(texts().settings).toBe(en.settings);
  await chooseLanguage('de');
  expect(language.value).toBe('de');
});
