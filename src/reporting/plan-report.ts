// The workflow's first step: what is to be done for the report. One that has ended is not computed again: at most its
// webhook is left to deliver, from where an earlier run of the workflow stopped. Any other is computed when it is its turn.
import type { NotifyInput, PlanInput, PlannedReport, WaitingReport } from '../contract/workflow.ts';
import type { DeliveryLog } from '../stores/deliveries.ts';
import type { ReportStore } from '../stores/reports.ts';
import { deliveryLeft } from '../webhooks/delivery-left.ts';
import { awaitTurn, type TurnDeps } from './await-turn.ts';
import { loadReport } from './load-report.ts';

export interface PlanDeps extends TurnDeps {
  readonly reports: ReportStore;
  readonly deliveries: DeliveryLog;
}

export function createPlanReport(deps: PlanDeps) {
  return async function planReport({
    waiting: waited,
    ...ref
  }: PlanInput): Promise<PlannedReport | WaitingReport | NotifyInput> {
    const report = await loadReport(deps.reports, ref);
    const key = { accountId: ref.account_id, reportId: ref.report_id };
    if (report.status !== 'Processing') {
      const log = await deps.deliveries.list(key);
      return { ...ref, delivery: deliveryLeft(log, deps.clock()) };
    }
    const waiting = await awaitTurn(deps, key, waited);
    return waiting === undefined ? { ...ref, report_type: report.report_type } : { ...ref, waiting };
  };
}
