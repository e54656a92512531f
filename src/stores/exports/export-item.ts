// An export as it is stored.

import * as v from 'valibot';
import { EXPORT_FORMATS, EXPORT_STATUSES } from '../../contract/resources/reports/exports.ts';
import { EXPORTABLE, REPORT_TYPES } from '../../report-types/report-types.ts';
import { sentence } from '../../schema/coded.ts';

export const exportItem = v.object({
  account_id: v.string(),
  report_id: v.string(),
  export_id: v.string(),
  dataset_id: v.string(),
  report_type: v.picklist(REPORT_TYPES),
  what: v.picklist(EXPORTABLE),
  format: v.picklist(EXPORT_FORMATS),
  status: v.picklist(EXPORT_STATUSES),
  created_at: v.string(),
  completed_at: v.optional(v.string()),
  rows: v.optional(v.number()),
  bytes: v.optional(v.number()),
  fail_reason: v.optional(v.string()),
  fail_reason_coded: v.optional(v.array(sentence)),
  /** The run that wrote its file. */
  run: v.optional(v.string()),
  /** The latest erasure of the dataset that the file takes account of, a ULID; empty if there was none. */
  erased_until: v.optional(v.string()),
});
export type ExportItem = v.InferOutput<typeof exportItem>;

export interface ExportRef {
  readonly accountId: string;
  readonly reportId: string;
  readonly exportId: string;
}
