// The same in German.
import { dataDe } from './data-de.ts';
import type { Texts } from './en.ts';
import { importDe } from './import-de.ts';
import { reportsDe } from './reports-de.ts';
import { rulesDe } from './rules-de.ts';
import { segmentsDe } from './segments-de.ts';
import { shellDe } from './shell-de.ts';

export const de: Texts = {
  ...shellDe,
  ...reportsDe,
  ...rulesDe,
  ...segmentsDe,
  ...importDe,
  ...dataDe,
};
