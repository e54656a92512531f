// What is said of an error in the reader's language, above the words of the service.

import { type ErrorFigures, errorsDe } from '../texts/errors-de.ts';
import type { Language } from '../texts/languages.ts';
import { language } from './language.ts';

/** Undefined: the service's own words are in this language. */
const LANGUAGES: Readonly<Record<Language, typeof errorsDe | undefined>> = { en: undefined, de: errorsDe };

/** Undefined where the service's own words are in the reader's language, or the code is not known. */
export function errorText(code: string | undefined, figures: ErrorFigures = {}): string | undefined {
  const sentences = LANGUAGES[language.value];
  if (sentences === undefined || code === undefined || !Object.hasOwn(sentences, code)) return undefined;
  return sentences[code]?.(figures);
}
