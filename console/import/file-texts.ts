// What the import view says about files: loaded with it.
import { language } from '../app/language.ts';
import { filesDe } from '../texts/files-de.ts';
import { type FileTexts, filesEn } from '../texts/files-en.ts';

export function fileTexts(): FileTexts {
  return language.value === 'de' ? filesDe : filesEn;
}
