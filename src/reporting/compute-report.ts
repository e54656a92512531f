// The workflow's compute step: the dataset into columns, columns into a report, the report into S3. Repeating it
// gives the same bytes for the same data.

import type { PlannedReport } from '../contract/workflow.ts';
import { encodeList } from '../core/customer-lists/list-file.ts';
import type { ItemsetFinder } from '../core/mining/frequent-itemsets.ts';
import { compileConditions } from '../core/orders/filters.ts';
import { localTimeIn } from '../core/orders/local-time.ts';
import { log } from '../observability/log.ts';
import { measure } from '../observability/metrics.ts';
import { recordOf } from '../report-types/report-types.ts';
import { resolveReport } from '../report-types/resolve.ts';
import type { CustomerLists } from '../stores/customer-lists.ts';
import { type RecommendationStore, versionOf } from '../stores/recommendations.ts';
import type { ReportBodies } from '../stores/report-bodies.ts';
import type { ReportStore } from '../stores/reports.ts';
import type { RuleSets } from '../stores/rule-sets.ts';
import { importNotes } from './await-imports.ts';
import { loadReport } from './load-report.ts';
import { createProgressNotes } from './progress-notes.ts';
import type { ReadDataset } from './read-dataset.ts';
import { writeBody, writeCompanion } from './report-body.ts';

export interface ComputeDeps {
  readonly reports: ReportStore;
  readonly readDataset: ReadDataset;
  readonly bodies: ReportBodies;
  readonly recommendations: Pick<RecommendationStore, 'write'>;
  readonly lists: Pick<CustomerLists, 'put'>;
  readonly ruleSets: Pick<RuleSets, 'put'>;
  readonly findItemsets: ItemsetFinder;
  /** Milliseconds, for the figures in the log. */
  readonly clock: () => number;
}

export function createComputeReport({
  reports,
  readDataset,
  bodies,
  lists,
  ruleSets,
  recommendations,
  findItemsets,
  clock,
}: ComputeDeps) {
  return async function computeReport(ref: PlannedReport): Promise<PlannedReport> {
    const report = await loadReport(reports, ref);
    const { reportType, settings } = resolveReport(report.request);
    const started = clock();
    const note = createProgressNotes(reports, report, clock);
    const columns = await readDataset(report, ref.imports_in_progress !== undefined, {
      productIdentifier: settings.productIdentifier,
      productLevel: settings.productLevel,
      productLevels: settings.productLevels,
      keep: compileConditions(settings.conditions),
      localTime: localTimeIn(settings.timeZone),
      range: recordOf(reportType).daysNeeded(settings),
      onShard: note.reading,
    });
    await note.computing();
    const read = clock();
    const analysis = recordOf(reportType).analyse(columns, settings, { findItemsets });
    const { body, companion, customers, evidence, ruleSetFile } = analysis;
    const key = { accountId: report.account_id, reportId: report.report_id };
    const computed = clock();
    if (companion !== undefined) await writeCompanion(bodies, report, companion);
    if (evidence !== undefined) {
      await recommendations.write(versionOf(report), {
        ...evidence,
        productIdentifier: settings.productIdentifier,
      });
    }
    if (customers !== undefined) {
      await lists.put(key, 'draft', encodeList(customers()));
    }
    const rules = ruleSetFile?.();
    if (rules !== undefined) await ruleSets.put(key, rules);
    const notes = importNotes(ref.imports_in_progress, report.request.wait_for_imports === true);
    await writeBody(bodies, report, 'computed', { ...body, notes: [...notes, ...(body.notes ?? [])] });
    measure('LineItemsRead', columns.lineCount);
    measure('ReportReadTime', read - started);
    measure('ReportComputeTime', computed - read);
    measure('ReportPeakMemory', peakMemoryMb());
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

/** Of the process, so far: a function's instance computes one report after the other. */
function peakMemoryMb(): number {
  return process.resourceUsage().maxRSS / 1_024;
}
