// Texts that are loaded with the views that need them: the first view does without.

import { workDe } from '../texts/work-de.ts';
import { type WorkTexts, workEn } from '../texts/work-en.ts';
import { language } from './language.ts';

export function workTexts(): WorkTexts {
  return language.value === 'de' ? workDe : workEn;
}
