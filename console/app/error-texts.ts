// What is said of an error in the reader's language, above the words of the service.

import { type ErrorFigures, errorsDe } from '../texts/errors-de.ts';
import { language } from './language.ts';

/** Undefined where the service's own words are in the reader's language, or the code is not known. */
export function errorText(code: string | undefined, figures: ErrorFigures = {}): string | undefined {
  if (language.value === 'en' || code === undefined || !Object.hasOwn(errorsDe, code)) return undefined;
  return errorsDe[code]?.(figures);
}
