// The workflow's first step: decides what to do for the report. An ended report is not computed again: at
// most its webhook is left to deliver, from where an earlier run of the workflow stopped. Any other is
// computed when it is its turn in its account, and then among all; one that waits for imports takes no place
// in the queue meanwhile.
import type { PlannedPartitions } from '../../../contract/messages/partitioned-workflow.ts';
import {
  FIRST_DELIVERY,
  type NotifyInput,
  type PlanInput,
  type PlannedReport,
  type WaitingReport,
} from '../../../contract/messages/workflow.ts';
import { computeDeliveryState } from '../../webhooks/retry-waits.ts';
import type { DeliveryLog } from '../deliveries.ts';
import type { ReportItem } from '../report-item.ts';
import type { ReportStore } from '../reports.ts';
import { type AwaitImportsDeps, awaitImports, findImportsAtStart } from './await-imports.ts';
import { awaitRoom, type RoomDeps } from './await-room.ts';
import { awaitTurn, type TurnDeps } from './await-turn.ts';
import { makeRoom } from './publish-report.ts';

export interface PlanDeps extends TurnDeps, RoomDeps, AwaitImportsDeps {
  readonly reports: ReportStore;
  readonly deliveries: DeliveryLog;
  /** Reports of the account that may be generated at the same time. */
  readonly concurrentReports: (accountId: string) => Promise<number>;
  /** Undefined: one function computes the report. */
  readonly planPartitions: (report: ReportItem) => Promise<PlannedPartitions | undefined>;
}

type PlannedWork = PlannedReport & { readonly partitions?: PlannedPartitions };

export function createPlanReport(deps: PlanDeps) {
  return async function planReport({
    waiting: waited,
    ...ref
  }: PlanInput): Promise<PlannedWork | WaitingReport | NotifyInput> {
    const key = { accountId: ref.account_id, reportId: ref.report_id };
    const [report, limit] = await Promise.all([
      deps.reports.get(key),
      deps.concurrentReports(ref.account_id),
    ]);
    // The report was cancelled, and maybe erased with its dataset, while it waited: nothing is computed.
    if (report?.status !== 'Processing') await makeRoom(deps, key);
    if (report === undefined) return { ...ref, delivery: FIRST_DELIVERY };
    if (report.status !== 'Processing') {
      const log = await deps.deliveries.list(key);
      return { ...ref, delivery: computeDeliveryState(log, deps.clock()) };
    }
    const forRoom = waited !== undefined && 'ticket' in waited ? waited : undefined;
    const forTurn = waited !== undefined && 'place' in waited ? waited : undefined;
    const forImports = waited !== undefined && 'imports_since' in waited ? waited : undefined;
    // The imports of a report that has a place have ended.
    if (report.request.wait_for_imports === true && forTurn === undefined && forRoom === undefined) {
      const waiting = await awaitImports(deps, report, forImports);
      if (waiting !== undefined) return { ...ref, waiting };
    }
    // A report that has a ticket has its account's place, too.
    if (forRoom === undefined) {
      const waiting = await awaitTurn(deps, key, limit, forTurn);
      if (waiting !== undefined) return { ...ref, waiting };
    }
    // Read in parallel: an import that ends meanwhile is still named as in progress.
    const [waiting, imports, partitions] = await Promise.all([
      awaitRoom(deps, key, forRoom),
      findImportsAtStart(deps, report),
      deps.planPartitions(report),
    ]);
    if (waiting !== undefined) return { ...ref, waiting };
    if (partitions !== undefined) await deps.reports.notePartitions(key, partitions.parts);
    return {
      ...ref,
      report_type: report.report_type,
      ...(imports && { imports_in_progress: imports }),
      ...(partitions && { partitions }),
    };
  };
}
