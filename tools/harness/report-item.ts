// Creates a report as the service stores it: a test names only the members that matter.
import type { ReportItem } from '../../src/service/reports/report-item.ts';

/** `at`: when it was requested; default: in March 2026. */
export function createReportItem({
  at = '2026-03-01T00:00:00.000Z',
  ...members
}: Partial<ReportItem> & { readonly at?: string } = {}): ReportItem {
  const { report_type = 'RFM', dataset_id = 'default' } = members;
  return {
    account_id: 'acc',
    report_id: 'r1',
    name: 'n',
    report_type,
    dataset_id,
    status: 'Processing',
    created_at: at,
    updated_at: at,
    usage_month: at.slice(0, 7),
    key_hash: 'x',
    request: { report_type, dataset_id },
    ...members,
  };
}
