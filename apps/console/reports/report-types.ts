// Defines each type of report for the console. A missing type or member is a compile error. The views are in
// report-views.tsx, the texts in texts/en/types.ts.
import type {
  CreateExportRequest,
  CreateReportRequest,
  FinishedReport,
  ReportCustomer,
  ReportsByType,
} from '../../../packages/client/src/index.ts';
import { type FigureName, LISTS } from '../../../src/contract/customer-lists/columns.ts';
import { DUE_STAGES } from '../../../src/contract/report-types/replenishment/limits.ts';
import { SEGMENT_NAMES } from '../../../src/contract/report-types/rfm/segments.ts';
import { getKeys } from '../../../src/contract/schema/keys.ts';
import { CUSTOM_PREFIX } from '../../../src/contract/settings/product-levels.ts';
import { getTexts, getTranslated } from '../app/words/language.ts';

export type ReportType = FinishedReport['report_type'];
/** The finished reports of a type. */
export type ReportOf<T extends ReportType> = Extract<FinishedReport, { readonly report_type: T }>;
export type Template = NonNullable<CreateReportRequest['template']>;
type Params = NonNullable<CreateReportRequest['params']>;
type KeysOf<T> = T extends object ? keyof T : never;

interface KnownType<T extends ReportType> {
  readonly templates: readonly [ReportsByType[T]['template'], ...ReportsByType[T]['template'][]];
  readonly exports: readonly CreateExportRequest['what'][];
  /** Parameters of this type only, whose values are chosen from a list. */
  readonly choices: { readonly [P in keyof Params]?: readonly (Params[P] & string)[] };
  /** The groups of its customers, and the figures that only this type has. */
  readonly customers: ListedCustomers | undefined;
}

interface ListedCustomers {
  readonly group: string;
  /** Undefined if the names depend on the data. */
  readonly groupNames: readonly string[] | undefined;
  readonly hasScores: boolean;
  readonly figures: readonly (FigureName & KeysOf<ReportCustomer>)[];
}

const TYPES = {
  MBA: {
    templates: ['standard_mba', 'first_order', 'repeat_purchase', 'high_value_baskets', 'churning_analysis'],
    exports: ['rules'],
    choices: {},
    customers: undefined,
  },
  RFM: {
    templates: ['standard_rfm', 'new_customer_cohort'],
    exports: ['customers', 'segments'],
    choices: {},
    customers: {
      group: 'segment',
      groupNames: SEGMENT_NAMES,
      ...LISTS.segment,
    },
  },
  COHORT: {
    templates: ['cohort_retention'],
    exports: ['customers', 'cohorts', 'groups'],
    choices: { cohort_by: ['week', 'month', 'quarter', 'first_product'] },
    customers: {
      group: 'cohort',
      groupNames: undefined,
      ...LISTS.cohort,
    },
  },
  REPLENISHMENT: {
    templates: ['due_to_reorder'],
    exports: ['customers', 'products'],
    choices: { product_level: ['product'] },
    customers: {
      group: 'stage',
      groupNames: DUE_STAGES,
      ...LISTS.stage,
    },
  },
  EFFECT: { templates: ['audience_effect'], exports: [], choices: {}, customers: undefined },
} as const satisfies { readonly [T in ReportType]: KnownType<T> };

type Types = typeof TYPES;
type Customers = NonNullable<Types[ReportType]['customers']>;
export type CustomerGroup = Customers['group'];
type OwnChoice = KeysOf<Types[ReportType]['choices']>;
export type OwnChoices = { readonly [P in OwnChoice]?: NonNullable<Params[P]> & string };
type Listed = Types[ReportType]['templates'][number];

const REPORT_TYPES = getKeys(TYPES);

export function isOfType<T extends ReportType>(
  report: FinishedReport | undefined,
  type: T,
): report is ReportOf<T> {
  return report?.report_type === type;
}

/** The requests of "Analyse my shop", in this order: settings that suit a first look at any shop. */
export const FIRST_LOOK: readonly CreateReportRequest[] = [
  // Fees are in every order and carry no information about goods.
  { template: TYPES.MBA.templates[0], params: { leave_out: 'not_goods' } },
  { template: TYPES.RFM.templates[0] },
  { template: TYPES.COHORT.templates[0] },
  { template: TYPES.REPLENISHMENT.templates[0] },
];

/** A template that no type lists is a compile error. */
export const TEMPLATES: readonly (Template extends Listed ? Listed : never)[] = REPORT_TYPES.flatMap(
  (type): readonly Listed[] => TYPES[type].templates,
);

/** A report about an audience is requested in the audience's view. */
export function isOfAudience(type: ReportType): boolean {
  return type === 'EFFECT';
}

export function getType(template: Template): ReportType {
  const found = REPORT_TYPES.find((type) => TYPES[type].templates.some((name) => name === template));
  if (found === undefined) throw new Error(`no type of report has the template ${template}`);
  return found;
}

/** Empty for a type that this page does not support. */
export function listExports(type: ReportType): readonly CreateExportRequest['what'][] {
  const known: { readonly exports: readonly CreateExportRequest['what'][] } | undefined = TYPES[type];
  return known?.exports ?? [];
}

/** Figures that only customers of one type have. */
export const OWN_FIGURES: readonly FigureName[] = REPORT_TYPES.flatMap(
  (type): readonly FigureName[] => TYPES[type].customers?.figures ?? [],
);

/** The groups of its customers; undefined for a type without customers, and for one that this page does not support. */
export function getGroup(type: ReportType): CustomerGroup | undefined {
  const known: { readonly customers: Customers | undefined } | undefined = TYPES[type];
  return known?.customers?.group;
}

/** Returns the customers' definition of the type with these groups. */
export function isGroupOfCustomers(group: CustomerGroup): Customers {
  const found = REPORT_TYPES.map((type) => TYPES[type].customers).find((listed) => listed?.group === group);
  if (found === undefined) throw new Error(`no type of report groups customers by ${group}`);
  return found;
}

export function typeName(type: ReportType): string {
  const known: string | undefined = getTexts().type[type];
  return known ?? type;
}

/** Keeps a custom field, which no list has, from a report or schedule that was requested elsewhere. */
export function parseCustom(value: unknown): readonly string[] {
  return typeof value === 'string' && value.startsWith(CUSTOM_PREFIX) ? [value] : [];
}

/** Lists its own parameters that are chosen from a list, with their values. */
export function listChoices(type: ReportType): (readonly [OwnChoice, readonly string[]])[] {
  const { choices } = TYPES[type];
  return getKeys(choices).map((param) => [param, choices[param]] as const);
}

/** Picks the type's own chosen parameters from a draft, a request or a report's settings. */
export function readChoices(type: ReportType, chosen: object): OwnChoices;
export function readChoices(type: ReportType, chosen: object) {
  const given = new Map<string, unknown>(Object.entries(chosen));
  return Object.fromEntries(
    listChoices(type).flatMap(([param, values]) =>
      [...values, ...parseCustom(given.get(param))]
        .filter((value) => value === given.get(param))
        .map((value) => [param, value] as const),
    ),
  );
}

/** Translates a report's name if the service gave it. */
export function reportName(name: string): string {
  const { reportNames = {} } = getTranslated() ?? {};
  return Object.hasOwn(reportNames, name) ? (reportNames[name] ?? name) : name;
}
