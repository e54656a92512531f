// Texts of the first page and of the settings, loaded with them.
import { homeDe } from '../texts/home-de.ts';
import { type HomeTexts, homeEn } from '../texts/home-en.ts';
import type { Language } from '../texts/languages.ts';
import { language } from './language.ts';

const LANGUAGES: Readonly<Record<Language, HomeTexts>> = { en: homeEn, de: homeDe };

export function homeTexts(): HomeTexts {
  return LANGUAGES[language.value];
}
