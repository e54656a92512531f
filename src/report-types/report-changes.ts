// What a report says of the one before it: of the same type, dataset and settings.

import type { RuleChanges } from '../core/changes/rule-changes.ts';
import type { SegmentChanges } from '../core/changes/segment-changes.ts';
import type { ReportSettings } from '../core/settings/settings.ts';
import { echoSettings } from './settings-echo.ts';

export interface ComparedReport {
  readonly report_id: string;
  readonly created_at: string;
}

export interface ReportChanges extends Partial<SegmentChanges> {
  /** Null where there is nothing to compare with; `note` then says so. */
  readonly compared_with: ComparedReport | null;
  readonly note?: string;
  readonly rules?: RuleChanges;
}

export const NOTHING_TO_COMPARE: ReportChanges = {
  compared_with: null,
  note: 'This is the first finished report of this type, dataset and settings: there is nothing to compare it with.',
};

/** Equal for reports whose figures answer the same question. What only words depend on is left out. */
export function comparisonKey(settings: ReportSettings): string {
  return JSON.stringify([settings.reportType, { ...echoSettings(settings), template: null, context: null }]);
}
