// POST /reports/{id}/exports, GET /reports/{id}/exports and GET /reports/{id}/exports/{export_id}: additions to the
// contract.

import * as v from 'valibot';
import { pageEnd, pageStart } from '../../list-fields.ts';
import { EXPORTABLE, listTypesWith } from '../../report-types/report-types.ts';
import { closedObject } from '../../schema/closed-object.ts';
import { codedText } from '../../schema/coded.ts';
import { described } from '../../schema/described.ts';
import { count, oneOf, orUnset, timestamp, ulid } from '../../schema/fields.ts';
import { EXPORT_DAYS, EXPORT_LINK_MINUTES, LIST_MAX, MAX_EXPORTED_RULES } from '../../schema/limits.ts';
import { toState, workState } from '../../schema/work-state.ts';

export const EXPORT_FORMATS = ['csv', 'ndjson', 'parquet'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
export const EXPORT_STATUSES = ['Processing', 'Completed', 'Failed'] as const;

const reportId = ulid('The report_id from `POST /reports`.');
export const exportsPath = v.object({ id: reportId });
export const exportPath = v.object({
  id: reportId,
  export_id: ulid('The export_id from `POST /reports/{id}/exports`.'),
});

function describeOtherExports(): string {
  return EXPORTABLE.filter((what) => what !== 'rules')
    .map((what) => `\`${what}\` of ${listTypesWith(what).join(' and ')} reports`)
    .join('; ');
}

export const createExportRequest = closedObject(
  {
    what: described(
      oneOf(EXPORTABLE),
      `What to export. \`rules\` of MBA reports: every rule that was found, up to ${MAX_EXPORTED_RULES.toLocaleString('en')}, those of the report first and in its order; ${describeOtherExports()}.`,
      { examples: ['rules'] },
    ),
    format: described(
      oneOf(EXPORT_FORMATS),
      '`csv` for spreadsheets: text that a spreadsheet would run as a formula is made harmless. `ndjson`: a JSON object per line. `parquet`: typed columns. The columns are the same in all formats.',
      { examples: ['csv'] },
    ),
  },
  'expected an object',
);
export type CreateExportRequest = v.InferOutput<typeof createExportRequest>;

/** The members that every export has. `read`: the operation that reads it. `files`: `file is` or `files are`. */
export const exportProgress = (read: string, files: string) => ({
  export_id: ulid(`The export: read it with \`${read}\`.`),
  format: described(v.picklist(EXPORT_FORMATS), 'Format of the rows.'),
  status: described(v.picklist(EXPORT_STATUSES), `\`Processing\` until the ${files} there.`),
  state: workState(EXPORT_STATUSES.map(toState)),
  created_at: timestamp('When it was requested.'),
  expires_at: timestamp(`When the ${files} deleted, ${EXPORT_DAYS} days after the request.`),
  completed_at: orUnset(timestamp(`When the ${files} complete; null until then.`)),
  rows: orUnset(count, `Rows, without the line of column names; null until the ${files} there.`),
  bytes: orUnset(
    count,
    `Size as it is downloaded: CSV and NDJSON are compressed with gzip. Null until the ${files} there.`,
  ),
  fail_reason: orUnset(v.string(), 'Why the export failed, and what to do; null unless it did.'),
  fail_reason_coded: codedText('fail_reason'),
  download_expires_at: orUnset(timestamp('Until when `download_url` can be used; null without one.')),
});

export const reportExport = v.object({
  ...exportProgress('GET /reports/{id}/exports/{export_id}', 'file is'),
  report_id: ulid('The report.'),
  what: described(v.picklist(EXPORTABLE), 'Kind of exported rows.'),
  download_url: orUnset(
    v.pipe(v.string(), v.url()),
    `Where to download the file, without a key, for ${EXPORT_LINK_MINUTES} minutes: read the export again for another address. CSV and NDJSON come with \`Content-Encoding: gzip\`, which browsers and most HTTP clients undo. Null in the list, while it is not Completed, and as long as a customer is being erased who may be in the file.`,
    {
      examples: [
        'https://orders-bodies.s3.eu-central-1.amazonaws.com/exports/acc_1/rules.csv?X-Amz-Expires=900',
      ],
    },
  ),
});
export type ExportView = v.InferOutput<typeof reportExport>;

export const listExportsQuery = v.object({
  ...pageStart('exports', LIST_MAX),
});
export const listExportsResponse = v.object({
  exports: described(v.array(reportExport), 'Newest first: those whose file has not expired.'),
  ...pageEnd,
});
