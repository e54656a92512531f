// Loads the report that a workflow state works on. A missing one is a defect, never a client's mistake.
import type { ReportRef } from '../../../contract/messages/workflow.ts';
import type { ReportItem } from '../report-item.ts';
import type { ReportStore } from '../reports.ts';

export async function loadReport(reports: Pick<ReportStore, 'get'>, ref: ReportRef): Promise<ReportItem> {
  const report = await reports.get({ accountId: ref.account_id, reportId: ref.report_id });
  if (report === undefined) throw new Error(`report ${ref.report_id} does not exist`);
  return report;
}
