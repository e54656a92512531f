// The workflow's first step: what is to be computed. Of a report that has ended nothing is: what may be left to do is
// to tell its receiver, from where an earlier run of the workflow stopped.
import type { NotifyInput, PlannedReport, ReportRef } from '../contract/workflow.ts';
import type { DeliveryLog } from '../stores/deliveries.ts';
import type { ReportStore } from '../stores/reports.ts';
import { deliveryLeft } from '../webhooks/delivery-left.ts';
import { loadReport } from './load-report.ts';

export interface PlanDeps {
  readonly reports: ReportStore;
  readonly deliveries: DeliveryLog;
  readonly clock: () => number;
}

export function createPlanReport({ reports, deliveries, clock }: PlanDeps) {
  return async function planReport(ref: ReportRef): Promise<PlannedReport | NotifyInput> {
    const report = await loadReport(reports, ref);
    if (report.status === 'Processing') return { ...ref, report_type: report.report_type };
    const log = await deliveries.list({ accountId: ref.account_id, reportId: ref.report_id });
    return { ...ref, delivery: deliveryLeft(log, clock()) };
  };
}
