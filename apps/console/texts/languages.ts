// Lists the console's languages. English is part of the scripts; other languages are loaded on demand.

import type { RemarkCode } from '../../../packages/order-files/totals/remarks.ts';
import type { ActionWords } from '../../../packages/report-parts/actions/describe-action.ts';
import type { InsightKey } from '../../../packages/report-parts/insights.ts';
import type { Words } from '../../../packages/report-parts/sentences.ts';
import type { TableText } from '../../../packages/report-parts/tables/shown.ts';
import type deAudiences from './de/audiences-de.json';
import type de from './de/common.json';
import type deConnections from './de/connections-de.json';
import type deFiles from './de/files-de.json';
import type deHome from './de/home.json';
import type deImport from './de/import.json';
import type dePersons from './de/persons-de.json';
import type deWork from './de/work.json';
import type audiences from './en/audiences.json';
import type en from './en/common.json';
import type connections from './en/connections.json';
import type files from './en/files.json';
import type home from './en/home.json';
import type imports from './en/import.json';
import type persons from './en/persons.json';
import type work from './en/work.json';

export type Texts = typeof en;
export type HomeTexts = typeof home;
export type ImportTexts = typeof imports;
export type WorkTexts = typeof work;
export type AudienceTexts = typeof audiences;
export type ConnectionTexts = typeof connections;
export type PersonTexts = typeof persons;

/** A text that one language has and the other lacks is a compile error. */
type Same<English extends German, German> = [English, German];
export type Checked = [
  Same<Texts, typeof de>,
  Same<HomeTexts, typeof deHome>,
  Same<ImportTexts, typeof deImport>,
  Same<WorkTexts, typeof deWork>,
  Same<AudienceTexts, typeof deAudiences>,
  Same<typeof deAudiences, AudienceTexts>,
  Same<ConnectionTexts, typeof deConnections>,
  Same<PersonTexts, typeof dePersons>,
  Same<Omit<typeof files, 'remark'>, Omit<typeof deFiles, 'remark' | 'orderList'>>,
  Same<Readonly<Record<RemarkCode, string>>, typeof deFiles.remark>,
  Same<Texts['insights'], Readonly<Record<InsightKey, string>>>,
];

export type Language = 'en' | 'de';

export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' };

/** The texts of every language but English: a missing one is a compile error. */
export interface Translation {
  readonly actions: ActionWords;
  readonly common: Texts;
  /** Errors of the service and its client, by code: their own words, which name fields, are English. */
  readonly errors: Readonly<Record<string, string>>;
  readonly home: HomeTexts;
  readonly import: ImportTexts;
  /** Names of reports that nobody has named. */
  readonly reportNames: Readonly<Record<string, string>>;
  /** The service's sentences. */
  readonly sentences: Words;
  /** Texts of facts and tables of reports, by their English words. */
  readonly tables: Readonly<Record<TableText, string>>;
  readonly work: WorkTexts;
}
