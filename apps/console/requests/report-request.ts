// Holds a report request as the form has it, created from its fields or from an existing report.
import type { CreateReportRequest, FinishedReport } from '../../../packages/client/src/index.ts';
import { toPercent, toShare } from '../app/words/typed-numbers.ts';
import {
  getGroup,
  getType,
  type OwnChoices,
  type ReportType,
  readChoices,
  type Template,
} from '../reports/report-types.ts';
import {
  type ConditionDraft,
  emptyRules,
  type RuleDraft,
  toCondition,
  toConditionDraft,
  toRuleDraft,
  toRules,
} from './condition-draft.ts';

type Params = NonNullable<CreateReportRequest['params']>;

export const CUSTOMER_SCOPES = [
  'all',
  'first_order',
  'repeat',
  'high_value',
  'churning',
  'new_90d',
] as const satisfies readonly NonNullable<Params['customer_scope']>[];

/** Numbers and days as typed; empty for the service's default. */
export interface Draft {
  readonly type: ReportType;
  /** Undefined if the report was requested by its type alone. */
  readonly template: Template | undefined;
  readonly dataset: string;
  readonly name: string;
  /** YYYY-MM-DD. */
  readonly start: string;
  readonly end: string;
  readonly timeZone: string;
  readonly customers: '' | (typeof CUSTOMER_SCOPES)[number];
  readonly conditions: readonly ConditionDraft[];
  /** In percent. */
  readonly minSupport: string;
  readonly minConfidence: string;
  readonly baskets: '' | 'order' | 'customer';
  readonly identifier: '' | 'name' | 'sku';
  /** `product`, `custom:<key>`, or several of them separated by commas. */
  readonly level: string;
  readonly rules: RuleDraft;
  /** Fees and services left out of baskets: the dataset's list, by name, or a list of its own. */
  readonly leaveOut: Params['leave_out'];
  /** Whether recommendations use its rules. */
  readonly serves: boolean;
  /** Keys of custom fields that recommendations can be filtered by, separated by commas. */
  readonly serveFields: string;
  /** Whether the report keeps a profile of each product. */
  readonly profiles: boolean;
  /** Whether customers are listed with what they buy next. */
  readonly next: boolean;
  /** The type's own parameters that are chosen from a list. */
  readonly choices: OwnChoices;
  readonly context: string;
  readonly webhookUrl: string;
  readonly waitsForImports: boolean;
}

export function emptyDraft(template: Template, dataset: string): Draft {
  return {
    type: getType(template),
    template,
    dataset,
    name: '',
    start: '',
    end: '',
    timeZone: '',
    customers: '',
    conditions: [],
    minSupport: '',
    minConfidence: '',
    baskets: '',
    identifier: '',
    level: '',
    rules: emptyRules,
    leaveOut: 'not_goods',
    serves: false,
    serveFields: '',
    profiles: false,
    next: false,
    choices: {},
    context: '',
    webhookUrl: '',
    waitsForImports: false,
  };
}

/** Creates a draft with the settings of a report. No report holds the address of its webhook. */
export function createDraftFromReport(report: FinishedReport): Draft {
  const { settings } = report;
  const { template, filters, time_zone = '', customer_scope } = settings;
  return {
    ...emptyDraft(template ?? 'standard_mba', report.dataset_id),
    type: report.report_type,
    template: template ?? undefined,
    name: report.name,
    start: filters.dateRange?.start ?? '',
    end: filters.dateRange?.end ?? '',
    timeZone: time_zone,
    customers: customer_scope,
    conditions: filters.conditions.map(toConditionDraft),
    // A template has its own context, which the report has in the same place.
    context: template === null ? (settings.context ?? '') : '',
    ...(report.report_type === 'MBA' && {
      minSupport: toPercent(report.settings.min_support),
      minConfidence: toPercent(report.settings.min_confidence),
      baskets: report.settings.scope,
      identifier: report.settings.product_identifier,
      level: [report.settings.product_level ?? []].flat().join(', '),
      rules: toRuleDraft(report.settings.rules),
      leaveOut: report.settings.leave_out,
      ...toServeDraft(report.settings.serve),
      profiles: report.settings.product_profiles ?? false,
    }),
    next: settings.next_products ?? false,
    choices: readChoices(report.report_type, settings),
  };
}

/** Takes the setting of a request, or of a report's settings. */
function toServeDraft(serve: Params['serve']): Pick<Draft, 'serves' | 'serveFields'> {
  if (typeof serve !== 'object' || serve === null) return { serves: serve ?? false, serveFields: '' };
  return { serves: true, serveFields: serve.fields.join(', ') };
}

/** Leaves out empty fields, for which the service has defaults. */
export function toRequest(draft: Draft): CreateReportRequest {
  const { template, type, dataset, start, end } = draft;
  const [name, webhookUrl] = [draft.name.trim(), draft.webhookUrl.trim()];
  const dateRange = { ...(start !== '' && { start }), ...(end !== '' && { end }) };
  const conditions = draft.conditions.flatMap((condition) => toCondition(condition) ?? []);
  const filters = {
    ...(start + end !== '' && { dateRange }),
    ...(conditions.length > 0 && { conditions }),
  };
  const params = { ...toParams(draft), ...(type === 'MBA' && toBasketParams(draft)) };
  return {
    ...(template === undefined ? { report_type: type } : { template }),
    dataset_id: dataset,
    ...(name !== '' && { name }),
    ...(Object.keys(filters).length > 0 && { filters }),
    ...(Object.keys(params).length > 0 && { params }),
    ...(webhookUrl !== '' && { webhook_url: webhookUrl }),
    ...(draft.waitsForImports && { wait_for_imports: true }),
  };
}

function toParams({ type, customers, timeZone, next, choices, context }: Draft): Params {
  return {
    ...(next && getGroup(type) !== undefined && { next_products: true }),
    ...(customers !== '' && { customer_scope: customers }),
    ...(timeZone.trim() !== '' && { time_zone: timeZone.trim() }),
    ...readChoices(type, choices),
    ...(context.trim() !== '' && { context: context.trim() }),
  };
}

function toBasketParams(draft: Draft): Params {
  const { minSupport, minConfidence, baskets, identifier, leaveOut, serves, profiles } = draft;
  const levels = parseLines(draft.level);
  const constraints = toRules(draft.rules);
  const fields = parseLines(draft.serveFields).map((key) => key.replace(/^custom:/, ''));
  return {
    ...(minSupport !== '' && { min_support: toShare(minSupport) }),
    ...(minConfidence !== '' && { min_confidence: toShare(minConfidence) }),
    ...(baskets !== '' && { scope: baskets }),
    ...(identifier !== '' && { product_identifier: identifier }),
    ...(levels.length > 0 && { product_level: levels.length === 1 ? levels[0] : levels }),
    ...(constraints !== undefined && { rules: constraints }),
    ...(leaveOut != null && { leave_out: leaveOut }),
    ...(serves && { serve: fields.length > 0 ? { fields } : true }),
    ...(profiles && { product_profiles: true }),
  };
}

function parseLines(text: string): string[] {
  return text.split(',').flatMap((part) => part.trim() || []);
}

// Converts an earlier request, such as a schedule's, into a draft of the form.

export function createDraftFromRequest(request: CreateReportRequest): Draft {
  const { template, report_type, filters, params } = request;
  const range = filters?.dateRange;
  const type = template == null ? (report_type ?? 'MBA') : getType(template);
  return {
    ...emptyDraft(template ?? 'standard_mba', request.dataset_id ?? 'default'),
    type,
    template: template ?? undefined,
    name: request.name ?? '',
    start: range?.start ?? '',
    end: range?.end ?? '',
    timeZone: params?.time_zone ?? '',
    customers: params?.customer_scope ?? '',
    conditions: (filters?.conditions ?? []).map(toConditionDraft),
    minSupport: toPercentText(params?.min_support),
    minConfidence: toPercentText(params?.min_confidence),
    baskets: params?.scope ?? '',
    identifier: params?.product_identifier ?? '',
    level: [params?.product_level ?? []].flat().join(', '),
    rules: toRuleDraft(params?.rules ?? undefined),
    leaveOut: params?.leave_out ?? undefined,
    ...toServeDraft(params?.serve),
    profiles: params?.product_profiles ?? false,
    next: params?.next_products ?? false,
    choices: readChoices(type, params ?? {}),
    context: params?.context ?? '',
    webhookUrl: request.webhook_url ?? '',
    waitsForImports: request.wait_for_imports ?? false,
  };
}

function toPercentText(share: number | null | undefined): string {
  return share == null ? '' : toPercent(share);
}

/**
 * Whether the form can show the whole request. It cannot show a condition on empty text, for example: sending it from
 * the form would change the report.
 */
export function isShownWhole(request: CreateReportRequest): boolean {
  return (
    toCanonical(describeRequest(request)) ===
    toCanonical(describeRequest(toRequest(createDraftFromRequest(request))))
  );
}

/** Leaves out the service's defaults and duplicates. */
function describeRequest(request: CreateReportRequest): unknown {
  const { template, report_type, wait_for_imports, params, ...rest } = request;
  const { product_level, rules, serve, product_profiles, next_products, ...others } = params ?? {};
  return {
    ...rest,
    ...(template == null ? { report_type } : { template }),
    wait_for_imports: wait_for_imports || undefined,
    params: {
      ...others,
      product_level: product_level == null ? undefined : [product_level].flat(),
      serve: serve || undefined,
      product_profiles: product_profiles || undefined,
      next_products: next_products || undefined,
      rules: { ...rules, redundant: rules?.redundant === false ? false : undefined },
    },
  };
}

/** Returns equal text for equal members in any order, without those that have no value. */
function toCanonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? '';
  if (Array.isArray(value)) return `[${value.map(toCanonical).join()}]`;
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined && member !== null)
    .map(([name, member]) => [name, toCanonical(member)] as const)
    .filter(([, text]) => text !== '{}' && text !== '[]')
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join()}}`;
}
