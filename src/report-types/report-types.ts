// The types of report. A new one is a folder beside this file and a line in each list here; lookups by type elsewhere
// do not compile without it.
import { keysOf } from '../schema/keys.ts';
import { type CohortKind, cohortRecord } from './cohort/cohort.ts';
import { type MarketBasketKind, marketBasket } from './market-basket/market-basket.ts';
import type { Analysis, ReportTypeRecord, StoredAnalysis, Template } from './report-type.ts';
import { type RfmKind, rfm } from './rfm/rfm.ts';

export interface Kinds {
  readonly MBA: MarketBasketKind;
  readonly RFM: RfmKind;
  /** An extension: the interface has the other two. */
  readonly COHORT: CohortKind;
}
export type ReportType = keyof Kinds;
export type ReportBody = Kinds[ReportType]['body'];
export type ReportAnalysis = Analysis<Kinds[ReportType]>;
export type StoredReport = StoredAnalysis<Kinds[ReportType]>;
export type AnySettings = Kinds[ReportType]['settings'];

const RECORDS: { readonly [T in ReportType]: ReportTypeRecord<Kinds[T]> } = {
  MBA: marketBasket,
  RFM: rfm,
  COHORT: cohortRecord,
};
export const REPORT_TYPES = keysOf(RECORDS);

/** Parameters that one type alone has. */
export const TYPE_PARAMS = { ...marketBasket.params, ...rfm.params, ...cohortRecord.params };

/** All templates, the contract's in its order. A request's own parameters override them. */
const ALL_TEMPLATES = { ...marketBasket.templates, ...rfm.templates, ...cohortRecord.templates };
export type TemplateName = keyof typeof ALL_TEMPLATES;
export const TEMPLATES: Readonly<Record<TemplateName, Template<ReportType>>> = ALL_TEMPLATES;
export const TEMPLATE_NAMES = keysOf(TEMPLATES);

/** A finished report of any type. */
export const FINISHED_REPORTS = [marketBasket.schema, rfm.schema, cohortRecord.schema] as const;

export function recordOf<T extends ReportType>(type: T): ReportTypeRecord<Kinds[T]> {
  return RECORDS[type];
}
