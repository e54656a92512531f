// The workflow's compute step: reads the dataset into columns, computes a report from them, and stores it in
// S3. Repeating it gives the same bytes for the same data.

import { getAnalysis } from '../../../analysis/report-types/analyses.ts';
import { getAskedColumns } from '../../../analysis/report-types/columns-asked.ts';
import { analyseOrders } from '../../../analysis/report-types/partitioned.ts';
import type { PlannedReport } from '../../../contract/messages/workflow.ts';
import { resolveReport } from '../../../contract/report-types/resolve.ts';
import { log } from '../../observability/log.ts';
import { measure } from '../../observability/metrics.ts';
import type { ReadModel } from '../../recommendations/read-model.ts';
import type { ReportStore } from '../reports.ts';
import { loadReport } from './load-report.ts';
import { createProgressNotes } from './progress-notes.ts';
import { type ReadAssigned, readRenamed } from './read-assigned.ts';
import type { ReadDataset } from './read-dataset.ts';
import { type StoreAnalysisDeps, storeAnalysis } from './store-analysis.ts';

export interface ComputeDeps extends StoreAnalysisDeps {
  readonly reports: ReportStore;
  readonly readDataset: ReadDataset;
  readonly readAssigned: ReadAssigned;
  readonly readModel: ReadModel;
  /** Milliseconds, for the figures in the log. */
  readonly clock: () => number;
}

export function createComputeReport({
  reports,
  readDataset,
  bodies,
  lists,
  ruleSets,
  profiles,
  recommendations,
  readAssigned,
  readModel,
  clock,
}: ComputeDeps) {
  return async function computeReport(ref: PlannedReport): Promise<PlannedReport> {
    const report = await loadReport(reports, ref);
    const { reportType, settings } = resolveReport(report.request, report.currency);
    const started = clock();
    const note = createProgressNotes(reports, report, clock);
    const { columns, persons, keep } = await readDataset(report, ref.imports_in_progress !== undefined, {
      ...getAskedColumns(reportType, settings),
      onShard: note.reading,
    });
    // Runs beside the report's own reads and writes. The extract is kept even if no report can be computed
    // from it.
    const keeping = keep();
    const [assigned, next] = await Promise.all([
      readRenamed(readAssigned, report, persons),
      readModel(report),
      note.computing(),
    ]);
    const read = clock();
    let computed = read;
    try {
      const analysis = analyseOrders(getAnalysis(reportType), columns, settings, {
        assigned,
        model: next?.model,
      });
      computed = clock();
      const stores = { bodies, lists, ruleSets, profiles, recommendations };
      await storeAnalysis(stores, report, ref, settings, analysis, { persons, next });
    } finally {
      await keeping;
    }
    measure('LineItemsRead', columns.lineCount);
    measure('ReportReadTime', read - started);
    measure('ReportComputeTime', computed - read);
    measure('ReportPeakMemory', measurePeakMemoryMb());
    log('info', 'report computed', {
      report_id: report.report_id,
      orders: columns.orderCount,
      lines: columns.lineCount,
      read_ms: read - started,
      compute_ms: computed - read,
      store_ms: clock() - computed,
    });
    return ref;
  };
}

/** Peak of the process so far: a function's instance computes one report after the other. */
function measurePeakMemoryMb(): number {
  return process.resourceUsage().maxRSS / 1_024;
}
