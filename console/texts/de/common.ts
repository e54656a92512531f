// The same in German.

import type { Texts } from '../en/common.ts';
import { dataDe } from './data.ts';
import { dueDe } from './due.ts';
import { importDe } from './import.ts';
import { reportsDe } from './reports.ts';
import { rulesDe } from './rules.ts';
import { segmentsDe } from './segments.ts';
import { shellDe } from './shell.ts';

export const de: Texts = {
  ...shellDe,
  ...reportsDe,
  ...rulesDe,
  ...segmentsDe,
  ...dueDe,
  ...importDe,
  ...dataDe,
};
