// The bodies of GET /reports, and of GET /reports/{id} for a report that has no result: what a client may rely on.
import * as v from 'valibot';
import { REPORT_TYPES } from '../report-types/report-types.ts';
import { deliveries } from '../schema/delivery.ts';
import { described } from '../schema/described.ts';
import { timestamp, ulid } from '../schema/fields.ts';
import { nextCursor } from './paging.ts';
import { reportProgress } from './progress.ts';

export const REPORT_STATUSES = ['Processing', 'Completed', 'Failed', 'Completed with warnings'] as const;
export type ReportStatus = (typeof REPORT_STATUSES)[number];

export const reportSummary = v.object({
  report_id: ulid('The report: read it by `GET /reports/{id}`.'),
  name: described(v.string(), 'Its name.', { examples: ['Standard market basket analysis'] }),
  report_type: described(v.picklist(REPORT_TYPES), 'Type of the analysis.'),
  dataset_id: described(v.string(), 'The dataset that it is about.', { examples: ['default'] }),
  status: described(v.picklist(REPORT_STATUSES), 'Where it stands.'),
  fail_reason: v.optional(
    described(v.string(), 'Why it failed, in words to act on; of a failed report only.'),
  ),
  created_at: timestamp('When it was asked for.'),
  updated_at: timestamp('When its status changed last.'),
});
export type ReportSummary = v.InferOutput<typeof reportSummary>;

export const listReportsResponse = v.object({
  reports: described(v.array(reportSummary), 'Newest first.'),
  next_cursor: nextCursor,
});

/** While a report is Processing, a read returns only its status, and how far it is. */
export const processingReport = v.strictObject({
  status: described(v.literal('Processing'), 'It is being generated: ask again.'),
  progress: reportProgress,
});

export const failedReport = v.object({
  ...reportSummary.entries,
  status: described(v.literal('Failed'), 'It ended without a result, and was not counted.'),
  fail_reason: described(v.string(), 'Why, in words to act on.'),
  deliveries,
});
