// Look-ups over all types of report.
import { getKeys } from '../schema/keys.ts';
import { DAYS_OF_ALL, FIGURES_OF_ALL } from './customer-rows.ts';
import {
  ALL_TEMPLATES,
  DEFINITIONS,
  DOCUMENTS,
  OWN_FIGURES,
  PARAMS,
  REPORT_TYPES,
  type ReportKinds,
  TYPES_WITH_CUSTOMERS,
} from './every-type.ts';
import type { ReportTemplate, ReportTypeDefinition, ReportTypeDocument } from './report-type.ts';

export { OWN_FIGURES, REPORT_TYPES, type ReportKinds as Kinds };
export type ReportType = keyof ReportKinds;
export type ReportBody = ReportKinds[ReportType]['body'];
export type AnySettings = ReportKinds[ReportType]['settings'];

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
export const TEMPLATES: Readonly<Record<TemplateName, ReportTemplate<ReportType>>> = ALL_TEMPLATES;
export const TEMPLATE_NAMES = getKeys(TEMPLATES);

/** Exports of a report. */
export type Exportable = Definitions[ReportType]['exports'][number];
export const EXPORTABLE: readonly Exportable[] = [
  ...new Set(REPORT_TYPES.flatMap((type): readonly Exportable[] => DEFINITIONS[type].exports)),
];

/** The types of which this can be exported. */
export function listTypesWith(what: Exportable): ReportType[] {
  return REPORT_TYPES.filter((type) => getDefinition(type).exports.includes(what));
}

/** How each type's customers are listed, of the types that have customers. */
export const CUSTOMER_ROWS = REPORT_TYPES.flatMap((type) => DEFINITIONS[type].customers ?? []);

/** Every group of customers that some type has. */
export type CustomerGroup = Customers['group'];
export const CUSTOMER_GROUPS: readonly CustomerGroup[] = CUSTOMER_ROWS.map(({ group }) => group);

/** Rows are filtered by a range of them. */
export const RANGED_FIGURES = [...getKeys(FIGURES_OF_ALL), ...getKeys(OWN_FIGURES)];
export type RangedFigure = (typeof RANGED_FIGURES)[number];
/** Rows are ordered by one of them. */
export const CUSTOMER_ORDERS = [...getKeys(FIGURES_OF_ALL), ...DAYS_OF_ALL, ...getKeys(OWN_FIGURES)];

export function getDefinition<T extends ReportType>(type: T): ReportTypeDefinition<ReportKinds[T]> {
  const definitions: { readonly [K in ReportType]: ReportTypeDefinition<ReportKinds[K]> } = DEFINITIONS;
  return definitions[type];
}

export function getDocument(type: ReportType): ReportTypeDocument {
  return DOCUMENTS[type];
}
