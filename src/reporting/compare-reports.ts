// Finds the report before and what changed since: the newest finished one of the same type, dataset and settings that
// was asked for earlier.

import { ruleChanges } from '../core/changes/rule-changes.ts';
import { segmentChanges } from '../core/changes/segment-changes.ts';
import { comparisonKey, NOTHING_TO_COMPARE, type ReportChanges } from '../report-types/report-changes.ts';
import { resolveReport } from '../report-types/resolve.ts';
import type { ReportBodies } from '../stores/report-bodies.ts';
import type { ReportItem, ReportStore } from '../stores/reports.ts';
import { type ReportBody, readMembers, readRules } from './report-body.ts';

export interface CompareDeps {
  readonly reports: ReportStore;
  readonly bodies: ReportBodies;
}

const PAGE = 50;
/** Reports of the type and dataset that are looked at: a comparison further back says little. */
const MAX_LOOKED_AT = 500;

export async function changesSince(
  { reports, bodies }: CompareDeps,
  report: ReportItem,
  body: ReportBody,
): Promise<ReportChanges> {
  for await (const earlier of comparable(reports, report)) {
    const compared_with = { report_id: earlier.report_id, created_at: earlier.created_at };
    if ('segments' in body) {
      const [before, after] = await Promise.all([readMembers(bodies, earlier), readMembers(bodies, report)]);
      // Without customers there is no list of members: its report is compared as one without anybody.
      if (before !== undefined && after !== undefined)
        return { compared_with, ...segmentChanges(before, after) };
    } else {
      const rules = await readRules(bodies, earlier);
      if (rules !== undefined) return { compared_with, rules: ruleChanges(rules, body.association_rules) };
    }
  }
  return NOTHING_TO_COMPARE;
}

async function* comparable(reports: ReportStore, report: ReportItem): AsyncGenerator<ReportItem> {
  const key = comparisonKey(resolveReport(report.request).settings);
  const filter = { datasetId: report.dataset_id, reportType: report.report_type };
  let before = report.report_id;
  for (let lookedAt = 0; lookedAt < MAX_LOOKED_AT; lookedAt += PAGE) {
    const { items, more } = await reports.list(report.account_id, filter, PAGE, before);
    for (const item of items) {
      const isFinished = item.status === 'Completed' || item.status === 'Completed with warnings';
      if (isFinished && comparisonKey(resolveReport(item.request).settings) === key) yield item;
    }
    before = items.at(-1)?.report_id ?? before;
    if (!more) return;
  }
}
