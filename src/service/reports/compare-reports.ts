// Finds the previous report and the changes since: the newest finished one of the same type, dataset and
// settings that was requested earlier.

import { getFinish } from '../../analysis/report-types/analyses.ts';
import { NOTHING_TO_COMPARE, toComparisonKey } from '../../analysis/report-types/report-changes.ts';
import type { ReportBody } from '../../contract/report-types/report-types.ts';
import { resolveReport } from '../../contract/report-types/resolve.ts';
import type { ReportBodies } from './report-bodies.ts';
import { readCompanion, readFinal } from './report-body.ts';
import type { ReportItem } from './report-item.ts';
import type { ReportStore } from './reports.ts';

export interface CompareDeps {
  readonly reports: ReportStore;
  readonly bodies: ReportBodies;
}

const PAGE = 50;
/** Reports of the type and dataset to check: an older comparison says little. */
const MAX_LOOKED_AT = 500;

export async function compareWithEarlier(
  { reports, bodies }: CompareDeps,
  report: ReportItem,
  computed: Promise<ReportBody>,
): Promise<ReportBody['changes']> {
  const { compare } = getFinish(report.report_type);
  const later = { body: () => computed, companion: () => readCompanion(bodies, report) };
  for await (const before of listComparable(reports, report)) {
    const body = await readFinal(bodies, before);
    // Other merges make other customers.
    if (body?.identity?.merge_list !== (await computed).identity?.merge_list) continue;
    const comparedWith = {
      report_id: before.report_id,
      created_at: before.created_at,
      reference_date: body?.reference_date ?? null,
    };
    const earlier = {
      body: async () => body,
      companion: () => readCompanion(bodies, before),
    };
    const changes = await compare(comparedWith, earlier, later);
    if (changes !== undefined) return changes;
  }
  return NOTHING_TO_COMPARE;
}

async function* listComparable(reports: ReportStore, report: ReportItem): AsyncGenerator<ReportItem> {
  const key = getKey(report);
  const filter = { datasetId: report.dataset_id, reportType: report.report_type };
  let before = report.report_id;
  for (let lookedAt = 0; lookedAt < MAX_LOOKED_AT; lookedAt += PAGE) {
    const items = await reports.list(report.account_id, filter, PAGE, before);
    for (const item of items) {
      const isFinished = item.status === 'Completed' || item.status === 'Completed with warnings';
      if (isFinished && getKey(item) === key) yield item;
    }
    before = items.at(-1)?.report_id ?? before;
    if (items.length < PAGE) return;
  }
}

function getKey({ request }: ReportItem): string {
  const { reportType, settings } = resolveReport(request);
  return toComparisonKey(reportType, settings);
}
