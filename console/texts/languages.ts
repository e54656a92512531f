// The languages that the console has texts in. English is part of the scripts; another one is loaded when it is read.
import type { TableText } from '../../report-parts/german/table-words.ts';
import type { Words } from '../../report-parts/sentences.ts';
import type { ErrorWords } from './de/errors.ts';
import type { Texts } from './en/common.ts';
import type { HomeTexts } from './en/home.ts';
import type { TypeTexts } from './en/types.ts';
import type { WorkTexts } from './en/work.ts';

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
  /** Of facts and tables of reports, by their English words. */
  readonly tables: Readonly<Record<TableText, string>>;
  readonly types: TypeTexts;
  readonly work: WorkTexts;
}
