// Texts that are loaded with the views that need them: the first view does without.

import type { Language } from '../texts/languages.ts';
import { workDe } from '../texts/work-de.ts';
import { type WorkTexts, workEn } from '../texts/work-en.ts';
import { language } from './language.ts';

const LANGUAGES: Readonly<Record<Language, WorkTexts>> = { en: workEn, de: workDe };

export function workTexts(): WorkTexts {
  return LANGUAGES[language.value];
}
