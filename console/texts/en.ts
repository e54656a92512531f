// Every text of the first view and of reports, in English: the type of all other languages. Where a number decides the words, the text is
// a function of it.
import { dataEn } from './data-en.ts';
import { importEn } from './import-en.ts';
import { reportsEn } from './reports-en.ts';
import { rulesEn } from './rules-en.ts';
import { segmentsEn } from './segments-en.ts';
import { shellEn } from './shell-en.ts';

export const en = {
  ...shellEn,
  ...reportsEn,
  ...rulesEn,
  ...segmentsEn,
  ...importEn,
  ...dataEn,
};

export type Texts = typeof en;
