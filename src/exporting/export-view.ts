// An export as clients see it.
import type { ExportView } from '../contract/resources/reports/exports.ts';
import { failedBecause } from '../core/sentences/failed-because.ts';
import { say } from '../core/sentences/sentence.ts';
import { EXPORT_DAYS } from '../schema/limits.ts';
import { stateOf } from '../schema/work-state.ts';
import type { ExportItem } from '../stores/exports/export-item.ts';
import { isRunning } from '../stores/exports/exports.ts';

const DAY_MS = 86_400_000;
export const STOPPED = say('export_stopped', {});

export function expiryOf({ created_at }: ExportItem): number {
  return Date.parse(created_at) + EXPORT_DAYS * DAY_MS;
}

export function exportView(item: ExportItem, now: number): ExportView {
  // Its workflow was never started, or was stopped from outside.
  const stopped = item.status === 'Processing' && !isRunning(item, now);
  const status = stopped ? 'Failed' : item.status;
  const { fail_reason, fail_reason_coded } = stopped ? failedBecause(STOPPED) : item;
  return {
    export_id: item.export_id,
    report_id: item.report_id,
    what: item.what,
    format: item.format,
    status,
    state: stateOf(status),
    created_at: item.created_at,
    expires_at: new Date(expiryOf(item)).toISOString(),
    completed_at: item.completed_at ?? null,
    rows: item.rows ?? null,
    bytes: item.bytes ?? null,
    fail_reason: fail_reason ?? null,
    ...(fail_reason_coded !== undefined && { fail_reason_coded }),
    download_url: null,
    download_expires_at: null,
  };
}
