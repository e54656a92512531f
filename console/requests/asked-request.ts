// A request that was sent before, as the form has it: that of a schedule's reports.
import type { CreateReportRequest } from '../../client/src/index.ts';
import { percentOf } from '../app/words/typed-numbers.ts';
import { choicesIn, typeOf } from '../reports/report-types.ts';
import { conditionDraftOf } from './condition-draft.ts';
import { type Draft, emptyDraft, requestOf, serveDraftOf } from './report-request.ts';
import { ruleDraftOf } from './rule-draft.ts';

export function draftOfRequest(request: CreateReportRequest): Draft {
  const { template, report_type, filters, params } = request;
  const range = filters?.dateRange;
  const type = template == null ? (report_type ?? 'MBA') : typeOf(template);
  return {
    ...emptyDraft(template ?? 'standard_mba', request.dataset_id ?? 'default'),
    type,
    template: template ?? undefined,
    name: request.name ?? '',
    start: range?.start ?? '',
    end: range?.end ?? '',
    timeZone: params?.time_zone ?? '',
    customers: params?.customer_scope ?? '',
    conditions: (filters?.conditions ?? []).map(conditionDraftOf),
    minSupport: percentFrom(params?.min_support),
    minConfidence: percentFrom(params?.min_confidence),
    baskets: params?.scope ?? '',
    identifier: params?.product_identifier ?? '',
    level: [params?.product_level ?? []].flat().join(', '),
    rules: ruleDraftOf(params?.rules ?? undefined),
    leaveOut: params?.leave_out ?? undefined,
    ...serveDraftOf(params?.serve),
    profiles: params?.product_profiles ?? false,
    choices: choicesIn(type, params ?? {}),
    context: params?.context ?? '',
    webhookUrl: request.webhook_url ?? '',
    waitsForImports: request.wait_for_imports ?? false,
  };
}

function percentFrom(share: number | null | undefined): string {
  return share == null ? '' : percentOf(share);
}

/**
 * Whether the form has all that the request says. A condition on empty text is an example of what it has not: a form
 * that sent such a request again would change what is asked.
 */
export function isShownWhole(request: CreateReportRequest): boolean {
  return canonical(told(request)) === canonical(told(requestOf(draftOfRequest(request))));
}

/** Without what is the default of the service, or said twice. */
function told(request: CreateReportRequest): unknown {
  const { template, report_type, wait_for_imports, params, ...rest } = request;
  const { product_level, rules, serve, product_profiles, ...others } = params ?? {};
  return {
    ...rest,
    ...(template == null ? { report_type } : { template }),
    wait_for_imports: wait_for_imports || undefined,
    params: {
      ...others,
      product_level: product_level == null ? undefined : [product_level].flat(),
      serve: serve || undefined,
      product_profiles: product_profiles || undefined,
      rules: { ...rules, redundant: rules?.redundant === false ? false : undefined },
    },
  };
}

/** The same text for the same members, in whatever order they come; without those that have no value. */
function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? '';
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined && member !== null)
    .map(([name, member]) => [name, canonical(member)] as const)
    .filter(([, text]) => text !== '{}' && text !== '[]')
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join()}}`;
}
