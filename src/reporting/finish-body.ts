// The workflow's insights step: the draft with insights and its envelope, as clients get it. It is written once: nothing
// that comes late changes what a client may have read.
import type { FinishedReport, PlannedReport } from '../contract/workflow.ts';
import { assembleReport } from '../report-types/assemble.ts';
import { resolveReport } from '../report-types/resolve.ts';
import { MAX_REPORT_ANSWER_BYTES } from '../schema/limits.ts';
import type { InsightModel } from '../stores/insight-model.ts';
import type { ReportBodies } from '../stores/report-bodies.ts';
import type { ReportStore } from '../stores/reports.ts';
import { changesSince } from './compare-reports.ts';
import { loadReport } from './load-report.ts';
import { withModelInsights } from './model-insights.ts';
import { readDraft, readFinalStatus, writeFinalBody } from './report-body.ts';

export interface FinishDeps {
  readonly reports: ReportStore;
  readonly bodies: ReportBodies;
  /** Undefined: insights come from fixed rules. */
  readonly model: InsightModel | undefined;
}

/** Gives the report's final status: with warnings exactly when there are any. */
export function createFinishBody({ reports, bodies, model }: FinishDeps) {
  return async function finishBody(ref: PlannedReport): Promise<FinishedReport> {
    const report = await loadReport(reports, ref);
    const { settings } = resolveReport(report.request);
    const computed = await readDraft(bodies, report);
    const body = await assembleReport({
      header: report,
      settings,
      computed,
      changes: await changesSince({ reports, bodies }, report, computed),
      maxBytes: MAX_REPORT_ANSWER_BYTES,
      ...(model !== undefined && { word: (byRules) => withModelInsights(byRules, settings, model) }),
    });
    const isOurs = await writeFinalBody(bodies, report, body);
    // Another worker, or this one before it lost the answer, was first: the report ends as its body says.
    return { ...ref, status: isOurs ? body.status : await readFinalStatus(bodies, report) };
  };
}
