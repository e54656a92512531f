// What is said of an error in the reader's language, above the words of the service.

import type { ErrorFigures } from '../../texts/de/errors.ts';
import { translated } from './language.ts';

/** Undefined where the service's own words are in the reader's language, or the code is not known. */
export function errorText(code: string | undefined, figures: ErrorFigures = {}): string | undefined {
  const sentences = translated()?.errors;
  if (sentences === undefined || code === undefined || !Object.hasOwn(sentences, code)) return undefined;
  return sentences[code]?.(figures);
}
