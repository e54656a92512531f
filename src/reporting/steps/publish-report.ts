// The workflow's publish step: the report's status says that it is finished. Its body is stored by now.
import { decodeTime } from 'ulid';
import { FIRST_DELIVERY, type FinishedReport, type NotifyInput } from '../../contract/messages/workflow.ts';
import { measure } from '../../observability/metrics.ts';
import {
  type RecommendationStore,
  servesRecommendations,
  versionOf,
} from '../../stores/recommendations/recommendations.ts';
import type { ReportSlotStore } from '../../stores/reports/report-slots.ts';
import type { ReportStore } from '../../stores/reports/reports.ts';
import { loadReport } from './load-report.ts';

export interface EndDeps {
  readonly reports: ReportStore;
  readonly slots: Pick<ReportSlotStore, 'free'>;
  readonly clock: () => number;
}

export interface PublishDeps extends EndDeps {
  readonly recommendations: Pick<RecommendationStore, 'activate'>;
}

export function createPublishReport({ reports, slots, recommendations, clock }: PublishDeps) {
  return async function publishReport({ status, ...planned }: FinishedReport): Promise<NotifyInput> {
    const { account_id, report_id } = planned;
    const report = await loadReport(reports, { account_id, report_id });
    if (servesRecommendations(report)) await recommendations.activate(versionOf(report));
    const now = clock();
    if (await reports.complete(report, status, new Date(now).toISOString())) {
      measure(status === 'Completed' ? 'ReportsCompleted' : 'ReportsWithWarnings');
      measure('ReportDuration', now - decodeTime(report_id));
    }
    await slots.free(account_id, [report_id]);
    return { account_id, report_id, delivery: FIRST_DELIVERY };
  };
}
