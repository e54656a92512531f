// Every sentence of the service by code, in English.

import { BASKET_SENTENCES } from './basket-sentences.ts';
import { COHORT_SENTENCES } from './cohort-sentences.ts';
import type { Currency } from './currency.ts';
import { DUE_SENTENCES } from './due-sentences.ts';
import { EFFECT_SENTENCES } from './effect-sentences.ts';
import { createEnglishFigures } from './figures.ts';
import { SEGMENT_SENTENCES } from './segment-sentences.ts';
import { type Sentence, type Words, writeSentence } from './sentence.ts';
import { DELIVERY_SENTENCES, IMPORT_SENTENCES, WORK_SENTENCES } from './work-sentences.ts';

const ENGLISH: Words = {
  ...BASKET_SENTENCES,
  ...SEGMENT_SENTENCES,
  ...COHORT_SENTENCES,
  ...EFFECT_SENTENCES,
  ...DUE_SENTENCES,
  ...WORK_SENTENCES,
  ...IMPORT_SENTENCES,
  ...DELIVERY_SENTENCES,
};

/** `currency`: of the amounts. */
export function writeEnglish(sentences: readonly Sentence[], currency?: Currency): string[] {
  const figures = createEnglishFigures(currency);
  return sentences.map((sentence) => writeSentence(ENGLISH, sentence, figures));
}

/** Sentences as one text. */
export function asText(sentences: readonly Sentence[], currency?: Currency): string {
  return writeEnglish(sentences, currency).join(' ');
}
