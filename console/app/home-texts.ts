// Texts of the first page and of the settings, loaded with them.
import { type HomeTexts, homeEn } from '../texts/home-en.ts';
import { translated } from './language.ts';

export function homeTexts(): HomeTexts {
  return translated()?.home ?? homeEn;
}
