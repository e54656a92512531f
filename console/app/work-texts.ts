// Texts that are loaded with the views that need them: the first view does without.
import { type WorkTexts, workEn } from '../texts/work-en.ts';
import { translated } from './language.ts';

export function workTexts(): WorkTexts {
  return translated()?.work ?? workEn;
}
