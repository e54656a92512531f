// The types of report. A new one is a folder beside this file and a line in each list here; lookups by type elsewhere
// do not compile without it.
import { keysOf } from '../schema/keys.ts';
import { cohortRecord } from './cohort/cohort.ts';
import { type CohortKind, cohortDefinition } from './cohort/definition.ts';
import { type MarketBasketKind, marketBasketDefinition } from './market-basket/definition.ts';
import { marketBasket } from './market-basket/market-basket.ts';
import type { PartitionedAnalysis } from './partitioned.ts';
import type {
  Analysis,
  ReportTypeDefinition,
  ReportTypeRecord,
  StoredAnalysis,
  Template,
} from './report-type.ts';
import { type RfmKind, rfmDefinition } from './rfm/definition.ts';
import { rfm } from './rfm/rfm.ts';

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
export type AnyPartitioned = PartitionedAnalysis<Kinds[ReportType]>;
export type AnySettings = Kinds[ReportType]['settings'];

const OWN = {
  MBA: marketBasketDefinition,
  RFM: rfmDefinition,
  COHORT: cohortDefinition,
} satisfies { readonly [T in ReportType]: ReportTypeDefinition<Kinds[T]> };
const DEFINITIONS: { readonly [T in ReportType]: ReportTypeDefinition<Kinds[T]> } = OWN;
/** All names that the definitions have in one of their members: each list below must have every one. */
type NamesIn<M extends 'params' | 'templates'> = {
  [T in ReportType]: keyof (typeof OWN)[T][M];
}[ReportType];
export const REPORT_TYPES = keysOf(DEFINITIONS);

/** Parameters that one type alone has. */
export const TYPE_PARAMS = {
  ...marketBasketDefinition.params,
  ...rfmDefinition.params,
  ...cohortDefinition.params,
} satisfies Readonly<Record<NamesIn<'params'>, unknown>>;

/** All templates, the contract's in its order. A request's own parameters override them. */
const ALL_TEMPLATES = {
  ...marketBasketDefinition.templates,
  ...rfmDefinition.templates,
  ...cohortDefinition.templates,
} satisfies Readonly<Record<NamesIn<'templates'>, unknown>>;
export type TemplateName = keyof typeof ALL_TEMPLATES;
export const TEMPLATES: Readonly<Record<TemplateName, Template<ReportType>>> = ALL_TEMPLATES;
export const TEMPLATE_NAMES = keysOf(TEMPLATES);

export function definitionOf<T extends ReportType>(type: T): ReportTypeDefinition<Kinds[T]> {
  return DEFINITIONS[type];
}

/** How each type's customers are listed, of the types that have customers. */
export const CUSTOMER_ROWS = REPORT_TYPES.flatMap((type) => OWN[type].customers ?? []);

/** Only what analyses uses it: a bundle without `recordOf` leaves the analyses out. */
const RECORDS: { readonly [T in ReportType]: ReportTypeRecord<Kinds[T]> } = {
  MBA: marketBasket,
  RFM: rfm,
  COHORT: cohortRecord,
};

/** How a type's reports are computed in partitions. */
export function partitionedOf(type: ReportType): AnyPartitioned {
  return recordOf(type).partitioned;
}

export function recordOf<T extends ReportType>(type: T): ReportTypeRecord<Kinds[T]> {
  return RECORDS[type];
}
