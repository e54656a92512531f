// Completes a report's body: the draft with insights and its envelope, as clients get it. It is written once:
// a late write never changes a body that a client may have read.

import { assembleReport } from '../../../analysis/report-types/assemble.ts';
import { hasCustomers } from '../../../contract/report-types/report-types.ts';
import { resolveReport } from '../../../contract/report-types/resolve.ts';
import { MAX_REPORT_ANSWER_BYTES } from '../../../contract/schema/limits.ts';
import { compareWithEarlier } from '../compare-reports.ts';
import type { InsightModel } from '../insight-model.ts';
import { type FinishListDeps, finishList } from '../lists/finish-list.ts';
import type { ReportBodies } from '../report-bodies.ts';
import { type FinalStatus, findFinalStatus, readDraft, writeFinalBody } from '../report-body.ts';
import type { ReportItem } from '../report-item.ts';
import type { ReportStore } from '../reports.ts';
import { withModelInsights } from './model-insights.ts';
import { listSources, type SourcesDeps } from './report-sources.ts';

/** Whether there is a list of its customers. */
export const hasList = ({ report_type }: Pick<ReportItem, 'report_type'>): boolean =>
  hasCustomers(report_type);

export interface FinishDeps extends FinishListDeps, SourcesDeps {
  readonly reports: ReportStore;
  readonly bodies: ReportBodies;
  /** Undefined: insights come from fixed rules. */
  readonly model: InsightModel | undefined;
}

/**
 * Returns the report's final status: with warnings exactly when there are any. Reads its inputs in parallel.
 */
export function createFinishBody({ reports, bodies, lists, hidden, model, ...deps }: FinishDeps) {
  return async function finishBody(report: ReportItem): Promise<FinalStatus> {
    const draft = readDraft(bodies, report);
    const reading = Promise.all([
      draft,
      compareWithEarlier({ reports, bodies }, report, draft),
      listSources(deps, report),
    ]);
    // Awaited below, unless there is a final body.
    reading.catch(() => undefined);
    // Stored by a run whose response was lost: clients may have read it, and its list of customers belongs to
    // it.
    const stored = await findFinalStatus(bodies, report);
    if (stored !== undefined) return stored;
    const { settings } = resolveReport(report.request, report.currency);
    const [computed, changes, sources] = await reading;
    const body = await assembleReport({
      header: { ...report, sources },
      settings,
      computed,
      changes,
      maxBytes: MAX_REPORT_ANSWER_BYTES,
      ...(model !== undefined && { word: (byRules) => withModelInsights(byRules, settings, model) }),
    });
    if (hasList(report)) await finishList({ lists, hidden }, report, changes?.compared_with?.report_id);
    const isOurs = await writeFinalBody(bodies, report, body);
    // Another worker was first: the report's status is that of its body.
    return isOurs ? body.status : ((await findFinalStatus(bodies, report)) ?? body.status);
  };
}
