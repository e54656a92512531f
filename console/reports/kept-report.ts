// The finished report that was read last: the view of one of its products needs it again. It never changes, and is
// forgotten with the key.
import type { CallOptions, FinishedReport, OrderAnalytics, Report } from '../../client/src/index.ts';

let kept: { readonly client: OrderAnalytics; readonly report: FinishedReport } | undefined;

export async function readReport(client: OrderAnalytics, id: string, call: CallOptions): Promise<Report> {
  const report = await client.reports.get(id, call);
  if (report.status !== 'Processing' && report.status !== 'Failed') kept = { client, report };
  return report;
}

/** Without a request if it is the one that was read last. */
export async function keptReport(client: OrderAnalytics, id: string, call: CallOptions): Promise<Report> {
  if (kept?.client === client && kept.report.report_id === id) return kept.report;
  return readReport(client, id, call);
}
