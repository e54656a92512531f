// What the import view says about files: loaded with it, in both languages, since they share code with the reader of files.
import { computed } from '@preact/signals';
import { isolating } from '../../report-parts/names.ts';
import { language } from '../app/language.ts';
import { filesDe } from '../texts/files-de.ts';
import { type FileTexts, filesEn } from '../texts/files-en.ts';
import type { Language } from '../texts/languages.ts';

const LANGUAGES: Readonly<Record<Language, FileTexts>> = { en: filesEn, de: filesDe };

const all = computed(() => isolating(LANGUAGES[language.value]));

export function fileTexts(): FileTexts {
  return all.value;
}
