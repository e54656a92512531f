// The workflow's publish step: stores the final body, then sets the final status. Repeating it gives the
// same.
import { decodeTime } from 'ulid';
import { FIRST_DELIVERY, type NotifyInput, type PlannedReport } from '../../../contract/messages/workflow.ts';
import { measure } from '../../observability/metrics.ts';
import {
  type RecommendationStore,
  shouldServeRecommendations,
  toVersionRef,
} from '../../recommendations/recommendations.ts';
import type { ReportKey } from '../report-item.ts';
import type { ReportSlotStore } from '../report-slots.ts';
import type { ReportStore } from '../reports.ts';
import type { StageLineStore } from '../stage-line.ts';
import { createFinishBody, type FinishDeps, hasList } from './finish-body.ts';
import { loadReport } from './load-report.ts';

export interface EndDeps {
  readonly reports: ReportStore;
  readonly slots: Pick<ReportSlotStore, 'free'>;
  readonly line: Pick<StageLineStore, 'free'>;
  readonly clock: () => number;
}

export interface PublishDeps extends EndDeps, FinishDeps {
  readonly reports: ReportStore;
  readonly recommendations: Pick<RecommendationStore, 'activate'>;
}

/** Frees the places of a report that has ended, in its account and among all. */
export async function makeRoom({ slots, line, clock }: EndDeps, key: ReportKey): Promise<void> {
  await Promise.all([slots.free(key.accountId, [key.reportId]), line.free([key], clock())]);
}

export function createPublishReport(deps: PublishDeps) {
  const { reports, recommendations, lists, clock } = deps;
  const finishBody = createFinishBody(deps);
  return async function publishReport(planned: PlannedReport): Promise<NotifyInput> {
    const { account_id, report_id } = planned;
    const report = await loadReport(reports, { account_id, report_id });
    // A cancelled report stores and serves nothing. If it is cancelled while its body is stored, the body
    // stays unused.
    if (report.status !== 'Failed') {
      const status = await finishBody(report);
      if (shouldServeRecommendations(report) && (await loadReport(reports, planned)).status !== 'Failed')
        await recommendations.activate(toVersionRef(report));
      const now = clock();
      if (await reports.complete(report, status, new Date(now).toISOString())) {
        measure(status === 'Completed' ? 'ReportsCompleted' : 'ReportsWithWarnings');
        measure('ReportDuration', now - decodeTime(report_id));
      }
    }
    const key = { accountId: account_id, reportId: report_id };
    await Promise.all([makeRoom(deps, key), hasList(report) && lists.remove(key, 'draft')]);
    return { account_id, report_id, delivery: FIRST_DELIVERY };
  };
}
