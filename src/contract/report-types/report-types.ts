// What is asked of the types of report, whichever they are.
import { keysOf } from '../schema/keys.ts';
import { DAYS_OF_ALL, FIGURES_OF_ALL } from './customer-rows.ts';
import {
  ALL_TEMPLATES,
  DEFINITIONS,
  DOCUMENTS,
  type Kinds,
  OWN_FIGURES,
  PARAMS,
  REPORT_TYPES,
  TYPES_WITH_CUSTOMERS,
} from './every-type.ts';
import type { ReportTypeDefinition, ReportTypeDocument, Template } from './report-type.ts';

export { type Kinds, OWN_FIGURES, REPORT_TYPES };
export type ReportType = keyof Kinds;
export type ReportBody = Kinds[ReportType]['body'];
export type AnySettings = Kinds[ReportType]['settings'];

type Definitions = typeof DEFINITIONS;
type Customers = NonNullable<Definitions[ReportType]['customers']>;

/** Whether reports of the type list customers. It needs no definition. */
export function hasCustomers(type: ReportType): boolean {
  return TYPES_WITH_CUSTOMERS.includes(type);
}

/** Parameters that one type alone has. */
export const TYPE_PARAMS = PARAMS;

export type TemplateName = keyof typeof ALL_TEMPLATES;
/** A request's own parameters override them. */
export const TEMPLATES: Readonly<Record<TemplateName, Template<ReportType>>> = ALL_TEMPLATES;
export const TEMPLATE_NAMES = keysOf(TEMPLATES);

/** What can be exported of a report. */
export type Exportable = Definitions[ReportType]['exports'][number];
export const EXPORTABLE: readonly Exportable[] = [
  ...new Set(REPORT_TYPES.flatMap((type): readonly Exportable[] => DEFINITIONS[type].exports)),
];

/** The types of which this can be exported. */
export function typesWith(what: Exportable): ReportType[] {
  return REPORT_TYPES.filter((type) => definitionOf(type).exports.includes(what));
}

/** How each type's customers are listed, of the types that have customers. */
export const CUSTOMER_ROWS = REPORT_TYPES.flatMap((type) => DEFINITIONS[type].customers ?? []);

/** What customers are grouped by, in one type or another. */
export type CustomerGroup = Customers['group'];
export const CUSTOMER_GROUPS: readonly CustomerGroup[] = CUSTOMER_ROWS.map(({ group }) => group);

/** Rows are filtered by a range of them. */
export const RANGED_FIGURES = [...keysOf(FIGURES_OF_ALL), ...keysOf(OWN_FIGURES)];
export type RangedFigure = (typeof RANGED_FIGURES)[number];
/** Rows are ordered by one of them. */
export const CUSTOMER_ORDERS = [...keysOf(FIGURES_OF_ALL), ...DAYS_OF_ALL, ...keysOf(OWN_FIGURES)];

export function definitionOf<T extends ReportType>(type: T): ReportTypeDefinition<Kinds[T]> {
  const definitions: { readonly [K in ReportType]: ReportTypeDefinition<Kinds[K]> } = DEFINITIONS;
  return definitions[type];
}

export function documentOf(type: ReportType): ReportTypeDocument {
  return DOCUMENTS[type];
}
