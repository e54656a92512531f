// Converts reports to the format of the contract's lists.

import { TEMPLATES } from '../../contract/report-types/report-types.ts';
import type { ReportSummary } from '../../contract/resources/reports/report-responses.ts';
import { toState } from '../../contract/schema/work-state.ts';
import type { ReportItem } from './report-item.ts';

export function toReportSummary(item: ReportItem): ReportSummary {
  return {
    report_id: item.report_id,
    name: item.name,
    report_type: item.report_type,
    dataset_id: item.dataset_id,
    status: item.status,
    state: toState(item.status),
    covers: toCoverage(item.request),
    ...(item.fail_reason !== undefined && { fail_reason: item.fail_reason }),
    ...(item.fail_reason_coded !== undefined && { fail_reason_coded: item.fail_reason_coded }),
    created_at: item.created_at,
    updated_at: item.updated_at,
  };
}

/** The covered data, as the finished report's settings show it. */
function toCoverage({ template, filters, params }: ReportItem['request']): ReportSummary['covers'] {
  const scope = template === undefined ? undefined : TEMPLATES[template].customerScope;
  return {
    customer_scope: params?.customer_scope ?? scope ?? 'all',
    filters: { dateRange: filters?.dateRange ?? null, conditions: filters?.conditions ?? [] },
  };
}
