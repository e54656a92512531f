// Every text of the first view and of reports, in English: the type of all other languages. Where a number decides the words, the text is
// a function of it.
import { dataEn } from './data.ts';
import { dueEn } from './due.ts';
import { importEn } from './import.ts';
import { reportsEn } from './reports.ts';
import { rulesEn } from './rules.ts';
import { segmentsEn } from './segments.ts';
import { shellEn } from './shell.ts';

export const en = {
  ...shellEn,
  ...reportsEn,
  ...rulesEn,
  ...segmentsEn,
  ...dueEn,
  ...importEn,
  ...dataEn,
};

export type Texts = typeof en;
