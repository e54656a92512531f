// The languages that the console has texts in. English is part of the scripts; another one is loaded when it is read.
import type { Words } from '../../report-parts/sentences.ts';
import type { Texts } from './en.ts';
import type { ErrorWords } from './errors-de.ts';
import type { HomeTexts } from './home-en.ts';
import type { TypeTexts } from './type-texts.ts';
import type { WorkTexts } from './work-en.ts';

export type Language = 'en' | 'de';

export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' };

/** What every language but English has: a text that one lacks does not compile. */
export interface Translation {
  readonly common: Texts;
  readonly errors: ErrorWords;
  readonly home: HomeTexts;
  /** Of reports that nobody has named. */
  readonly reportNames: Readonly<Record<string, string>>;
  /** Of the service. */
  readonly sentences: Words;
  readonly types: TypeTexts;
  readonly work: WorkTexts;
}
