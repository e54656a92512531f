// Reports as the contract's lists show them.
import type { ReportSummary } from '../contract/resources/report-responses.ts';
import { stateOf } from '../schema/work-state.ts';
import type { ReportItem } from '../stores/reports/report-item.ts';

export function summaryOf(item: ReportItem): ReportSummary {
  return {
    report_id: item.report_id,
    name: item.name,
    report_type: item.report_type,
    dataset_id: item.dataset_id,
    status: item.status,
    state: stateOf(item.status),
    ...(item.fail_reason !== undefined && { fail_reason: item.fail_reason }),
    created_at: item.created_at,
    updated_at: item.updated_at,
  };
}
