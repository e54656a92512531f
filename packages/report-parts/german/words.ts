// Every sentence of the service in German: a code that is missing does not compile. Loaded only for readers of German.
import type { Words } from '../../../src/contract/sentences/sentence.ts';
import { BASKET_WORDS_DE } from './basket-words.ts';
import { COHORT_WORDS_DE } from './cohort-words.ts';
import { DUE_WORDS_DE } from './due-words.ts';
import { EFFECT_WORDS_DE } from './effect-words.ts';
import { DELIVERY_WORDS_DE, IMPORT_WORDS_DE } from './import-words.ts';
import { SEGMENT_WORDS_DE } from './segment-words.ts';
import { WORK_WORDS_DE } from './work-words.ts';

export const WORDS_DE: Words = {
  ...BASKET_WORDS_DE,
  ...SEGMENT_WORDS_DE,
  ...COHORT_WORDS_DE,
  ...DUE_WORDS_DE,
  ...EFFECT_WORDS_DE,
  ...WORK_WORDS_DE,
  ...IMPORT_WORDS_DE,
  ...DELIVERY_WORDS_DE,
};
