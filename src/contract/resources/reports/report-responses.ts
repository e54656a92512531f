// The bodies of GET /reports, and of GET /reports/{id} for a report that has no result.
import * as v from 'valibot';
import { pageEnd } from '../../list-fields.ts';
import { getDocument, REPORT_TYPES } from '../../report-types/report-types.ts';
import { codedText } from '../../schema/coded.ts';
import { deliveries } from '../../schema/delivery.ts';
import { described, optionally } from '../../schema/described.ts';
import { timestamp, ulid } from '../../schema/fields.ts';
import { coverage } from '../../schema/report-parts.ts';
import { workState } from '../../schema/work-state.ts';
import { REPORT_STATES, REPORT_STATUSES, reportProgress } from './progress.ts';

export const reportSummary = v.object({
  report_id: ulid('The report: read it with `GET /reports/{id}`.'),
  name: described(v.string(), 'Name of the report.', { examples: ['Standard market basket analysis'] }),
  report_type: described(v.picklist(REPORT_TYPES), 'Type of the analysis.'),
  dataset_id: described(v.string(), 'The analysed dataset.', { examples: ['default'] }),
  status: described(v.picklist(REPORT_STATUSES), 'Status of the report.'),
  state: workState(REPORT_STATES),
  fail_reason: optionally(v.string(), 'Why the report failed and what to do; only for failed reports.'),
  fail_reason_coded: codedText('fail_reason'),
  covers: described(coverage, 'Whose orders, which days and which rows it is about.'),
  created_at: timestamp('When it was requested.'),
  updated_at: timestamp('When its status last changed.'),
});
export type ReportSummary = v.InferOutput<typeof reportSummary>;

export const listReportsResponse = v.object({
  reports: described(v.array(reportSummary), 'Newest first.'),
  ...pageEnd,
});

/** While a report is Processing, a read returns only its status and progress. */
export const processingReport = v.strictObject({
  status: described(v.literal('Processing'), 'The report is being generated.'),
  state: workState(['processing']),
  progress: reportProgress,
});

/** Options are distinguished by `report_type`. */
export const finishedReport = v.union(REPORT_TYPES.map((type) => getDocument(type).schema));

export const failedReport = v.object({
  ...reportSummary.entries,
  status: described(
    v.literal('Failed'),
    'The report has no result and does not count against the monthly limit.',
  ),
  state: workState(['failed']),
  fail_reason: described(v.string(), 'Why the report failed and what to do.', {
    examples: ['The report was cancelled.'],
  }),
  deliveries,
});
