// An export as clients see it.
import type { ExportView } from '../contract/resources/exports.ts';
import { EXPORT_DAYS } from '../schema/limits.ts';
import type { ExportItem } from '../stores/exports/export-item.ts';
import { isRunning } from '../stores/exports/exports.ts';

const DAY_MS = 86_400_000;
export const STOPPED = 'The export stopped before it was complete. Request it again.';

export function expiryOf({ created_at }: ExportItem): number {
  return Date.parse(created_at) + EXPORT_DAYS * DAY_MS;
}

export function exportView(item: ExportItem, now: number): ExportView {
  // Its workflow was never started, or was stopped from outside.
  const stopped = item.status === 'Processing' && !isRunning(item, now);
  const reason = stopped ? STOPPED : item.fail_reason;
  return {
    export_id: item.export_id,
    report_id: item.report_id,
    what: item.what,
    format: item.format,
    status: stopped ? 'Failed' : item.status,
    created_at: item.created_at,
    expires_at: new Date(expiryOf(item)).toISOString(),
    ...(item.completed_at !== undefined && { completed_at: item.completed_at }),
    ...(item.rows !== undefined && { rows: item.rows }),
    ...(item.bytes !== undefined && { bytes: item.bytes }),
    ...(reason !== undefined && { fail_reason: reason }),
  };
}
