// Reports as the contract's lists show them, and the cursor that leads from one page to the next.
import type { ReportSummary } from '../contract/report-responses.ts';
import { InvalidRequestError } from '../core/errors.ts';
import type { ReportItem } from '../stores/reports.ts';

export function summaryOf(item: ReportItem): ReportSummary {
  return {
    report_id: item.report_id,
    name: item.name,
    report_type: item.report_type,
    dataset_id: item.dataset_id,
    status: item.status,
    ...(item.fail_reason !== undefined && { fail_reason: item.fail_reason }),
    created_at: item.created_at,
    updated_at: item.updated_at,
  };
}

/** Opaque to clients: the id of the last report they were shown. */
export function cursorAfter(item: ReportItem): string {
  return Buffer.from(item.report_id, 'utf8').toString('base64url');
}

export function readCursor(cursor: string | undefined): string | undefined {
  if (cursor === undefined) return undefined;
  const reportId = Buffer.from(cursor, 'base64url').toString('utf8');
  if (!/^[0-9A-HJKMNP-TV-Z]{26}$/.test(reportId)) {
    throw new InvalidRequestError('cursor', 'expected the next_cursor of an earlier answer');
  }
  return reportId;
}
