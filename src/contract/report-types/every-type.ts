// Lists every type of report. A new type takes a folder beside this file and a line in each list; the compiler reports
// every other place that must handle it.
import { type CohortKind, cohortDefinition } from './cohort/definition.ts';
import { cohortDocument } from './cohort/document.ts';
import { type EffectKind, effectDefinition } from './effect/definition.ts';
import { effectDocument } from './effect/document.ts';
import { type MarketBasketKind, marketBasketDefinition } from './market-basket/definition.ts';
import { marketBasketDocument } from './market-basket/document.ts';
import { type ReplenishmentKind, replenishmentDefinition } from './replenishment/definition.ts';
import { replenishmentDocument } from './replenishment/document.ts';
import type { ReportTypeDefinition, ReportTypeDocument } from './report-type.ts';
import { type RfmKind, rfmDefinition } from './rfm/definition.ts';
import { rfmDocument } from './rfm/document.ts';

export interface ReportKinds {
  readonly MBA: MarketBasketKind;
  readonly RFM: RfmKind;
  /** An extension: the interface has the other two. */
  readonly COHORT: CohortKind;
  /** Another one. */
  readonly REPLENISHMENT: ReplenishmentKind;
  readonly EFFECT: EffectKind;
}

export const REPORT_TYPES = [
  'MBA',
  'RFM',
  'COHORT',
  'REPLENISHMENT',
  'EFFECT',
] as const satisfies readonly (keyof ReportKinds)[];

export const DEFINITIONS = {
  MBA: marketBasketDefinition,
  RFM: rfmDefinition,
  COHORT: cohortDefinition,
  REPLENISHMENT: replenishmentDefinition,
  EFFECT: effectDefinition,
} satisfies { readonly [T in keyof ReportKinds]: ReportTypeDefinition<ReportKinds[T]> };

type WithCustomers = {
  [T in keyof ReportKinds]: (typeof DEFINITIONS)[T]['customers'] extends undefined ? never : T;
}[keyof ReportKinds];
/** The types whose reports list customers. */
export const TYPES_WITH_CUSTOMERS: readonly string[] = [
  'RFM',
  'COHORT',
  'REPLENISHMENT',
] as const satisfies readonly WithCustomers[];

/** All names that the definitions have in one of their members: each list below must have every one. */
type NamesIn<M extends 'params' | 'templates'> = {
  [T in keyof ReportKinds]: keyof (typeof DEFINITIONS)[T][M];
}[keyof ReportKinds];

/** Parameters that one type alone has. */
export const PARAMS = {
  ...marketBasketDefinition.params,
  ...rfmDefinition.params,
  ...cohortDefinition.params,
  ...replenishmentDefinition.params,
  ...effectDefinition.params,
} satisfies Readonly<Record<NamesIn<'params'>, unknown>>;

/** All templates, the contract's in its order. */
export const ALL_TEMPLATES = {
  ...marketBasketDefinition.templates,
  ...rfmDefinition.templates,
  ...cohortDefinition.templates,
  ...replenishmentDefinition.templates,
  ...effectDefinition.templates,
} satisfies Readonly<Record<NamesIn<'templates'>, unknown>>;

type FiguresOf<C> = C extends { readonly figures: infer F } ? keyof F : never;
/** Figures of customers that one type alone has: how the bounds of each are described. */
export const OWN_FIGURES = {
  ...rfmDefinition.customers.figures,
  ...cohortDefinition.customers.figures,
  ...replenishmentDefinition.customers.figures,
} satisfies Readonly<
  Record<
    { [T in keyof ReportKinds]: FiguresOf<(typeof DEFINITIONS)[T]['customers']> }[keyof ReportKinds],
    string
  >
>;

/** A row of each type's customers has a name in the OpenAPI document. */
export const CUSTOMER_COMPONENTS = {
  RfmCustomer: rfmDefinition.customers.component,
  CohortCustomer: cohortDefinition.customers.component,
  ReplenishmentCustomer: replenishmentDefinition.customers.component,
} as const;

// Named by their constants: written out, the types would be longer than the compiler allows.
interface Documents {
  readonly MBA: typeof marketBasketDocument;
  readonly RFM: typeof rfmDocument;
  readonly COHORT: typeof cohortDocument;
  readonly REPLENISHMENT: typeof replenishmentDocument;
  readonly EFFECT: typeof effectDocument;
}

/** Only what reads or describes bodies uses them: a bundle without them leaves the schemas out. */
export const DOCUMENTS: Documents = {
  MBA: marketBasketDocument,
  RFM: rfmDocument,
  COHORT: cohortDocument,
  REPLENISHMENT: replenishmentDocument,
  EFFECT: effectDocument,
} satisfies { readonly [T in keyof ReportKinds]: ReportTypeDocument };

/**
 * Parts of bodies that have a name in the OpenAPI document. A function, since no bundle leaves out what a constant
 * spreads.
 */
export function reportComponents(): Documents['MBA']['components'] &
  Documents['RFM']['components'] &
  Documents['COHORT']['components'] &
  Documents['REPLENISHMENT']['components'] &
  Documents['EFFECT']['components'] {
  return {
    ...marketBasketDocument.components,
    ...rfmDocument.components,
    ...cohortDocument.components,
    ...replenishmentDocument.components,
    ...effectDocument.components,
  };
}
