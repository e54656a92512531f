// A report request with its template and the contract's defaults filled in. Explicit members override the template.

import type { CreateReportRequest } from '../contract/reports.ts';
import { InvalidRequestError } from '../core/errors.ts';
import type { DateRange, ReportSettings } from '../core/settings/settings.ts';
import { DEFAULT_MIN_CONFIDENCE, DEFAULT_MIN_SUPPORT } from '../schema/limits.ts';
import { TEMPLATES } from './templates.ts';

export interface ResolvedReport {
  readonly name: string;
  readonly settings: ReportSettings;
}

/** Throws InvalidRequestError when the request names no analysis, or two. */
export function resolveReport(request: CreateReportRequest): ResolvedReport {
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
  return {
    name:
      request.name ??
      template?.name ??
      (reportType === 'MBA' ? 'Market basket analysis' : 'RFM segmentation'),
    settings: {
      reportType,
      template: request.template,
      dateRange: dateRangeOf(filters.dateRange),
      conditions: (filters.conditions ?? []).map(({ valueTo, ...rest }) => ({
        ...rest,
        ...(valueTo !== undefined && { valueTo }),
      })),
      customerScope: params.customer_scope ?? template?.customerScope ?? 'all',
      scope: params.scope ?? template?.scope ?? 'order',
      productIdentifier: params.product_identifier ?? 'name',
      minSupport: params.min_support ?? DEFAULT_MIN_SUPPORT,
      minConfidence: params.min_confidence ?? DEFAULT_MIN_CONFIDENCE,
      context: params.context,
      businessContext: template?.businessContext,
    },
  };
}

function dateRangeOf(
  range: { start?: string | undefined; end?: string | undefined } | undefined,
): DateRange | undefined {
  if (range === undefined) return undefined;
  const { start, end } = range;
  return { ...(start !== undefined && { start }), ...(end !== undefined && { end }) };
}
