// A report request with its template and the contract's defaults filled in. Explicit members override the template.
import type * as v from 'valibot';
import { InvalidRequestError } from '../errors/errors.ts';
import type { requestedIdentity } from '../schema/identity.ts';
import { UTC } from '../settings/calendar.ts';
import type {
  Condition,
  CustomerScope,
  DateRange,
  ProductIdentifier,
  ReportSettings,
} from '../settings/settings.ts';
import type { ruleParams } from './market-basket/rule-params.ts';
import {
  type AnySettings,
  getDefinition,
  type ReportType,
  TEMPLATES,
  type TemplateName,
} from './report-types.ts';

/** As parsed by the contract's schema, without the defaults of analyses. */
export interface ReportRequest {
  readonly report_type?: ReportType | undefined;
  readonly template?: TemplateName | undefined;
  readonly name?: string | undefined;
  readonly filters?:
    | {
        readonly dateRange?: Optional<DateRange> | undefined;
        readonly conditions?: readonly Optional<Condition>[] | undefined;
      }
    | undefined;
  readonly params?: RequestParams | undefined;
}

interface RequestParams extends Readonly<Record<string, unknown>> {
  readonly customer_scope?: CustomerScope | undefined;
  readonly product_identifier?: ProductIdentifier | undefined;
  readonly time_zone?: string | undefined;
  readonly context?: string | undefined;
  readonly next_products?: boolean | undefined;
  readonly identity?: v.InferOutput<typeof requestedIdentity> | undefined;
  readonly rules?: v.InferOutput<typeof ruleParams> | undefined;
}

/** Optional members may be undefined, too. */
type Optional<T> = { readonly [K in keyof T]: undefined extends T[K] ? T[K] | undefined : T[K] };

export interface ResolvedReport {
  readonly name: string;
  readonly reportType: ReportType;
  readonly settings: AnySettings;
}

/** `currency`: of the amounts it will have. Throws InvalidRequestError when the request names no analysis, or two. */
export function resolveReport(request: ReportRequest, currency?: string): ResolvedReport {
  const template = request.template === undefined ? undefined : TEMPLATES[request.template];
  const reportType = template?.reportType ?? request.report_type;
  if (reportType === undefined)
    throw new InvalidRequestError('report_type', 'required unless template is given');
  if (request.report_type !== undefined && request.report_type !== reportType) {
    throw new InvalidRequestError(
      'report_type',
      `expected ${reportType}, the type of template ${request.template}`,
    );
  }
  const { params = {}, filters = {} } = request;
  const record = getDefinition(reportType);
  const shared: ReportSettings = {
    template: request.template,
    dateRange: toDateRange(filters.dateRange),
    conditions: (filters.conditions ?? []).map(({ valueTo, ...rest }) => ({
      ...rest,
      ...(valueTo !== undefined && { valueTo }),
    })),
    customerScope: params.customer_scope ?? template?.customerScope ?? 'all',
    productIdentifier: params.product_identifier ?? 'name',
    ...(params.identity !== undefined && params.identity !== 'none' && { identity: params.identity }),
    ...(params.next_products === true && { nextProducts: true as const }),
    timeZone: params.time_zone ?? UTC,
    currency,
    context: params.context,
    businessContext: template?.businessContext,
  };
  return {
    name: request.name ?? template?.name ?? record.defaultName,
    reportType,
    settings: record.settings(shared, { ...template?.params, ...pickGiven(params) }),
  };
}

/** A member that is undefined was not given: it overrides nothing. */
function pickGiven(params: RequestParams): Record<string, unknown> {
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined));
}

function toDateRange(range: Optional<DateRange> | undefined): DateRange | undefined {
  if (range === undefined) return undefined;
  const { start, end } = range;
  return { ...(start !== undefined && { start }), ...(end !== undefined && { end }) };
}
