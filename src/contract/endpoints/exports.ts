// POST /reports/{id}/exports, GET /reports/{id}/exports and GET /reports/{id}/exports/{export_id}.

import { EXPORT_REFUSALS } from '../errors/refusals.ts';
import { EXPORTABLE } from '../report-types/report-types.ts';
import {
  createExportRequest,
  exportPath,
  exportsPath,
  listExportsQuery,
  listExportsResponse,
  reportExport,
} from '../resources/reports/exports.ts';
import { MAX_EXPORTS_IN_PROGRESS } from '../schema/limits.ts';
import { defineOperations } from './operations-of.ts';

const { create, read } = defineOperations('Reports');

export const EXPORT_OPERATIONS = [
  create('createExport', '/reports/{id}/exports', {
    summary: 'Export a report',
    description: `Writes a list of a finished report to a file: ${EXPORTABLE.join(', ')}. Asynchronous: read the export until it is Completed, then download the file. At most ${MAX_EXPORTS_IN_PROGRESS} exports of an account are in progress at once.`,
    pathParameters: exportsPath,
    body: createExportRequest,
    headers: ['Content-Encoding'],
    answer: { status: 202, description: 'Started.', body: reportExport },
    refusals: EXPORT_REFUSALS,
  }),
  read('listExports', '/reports/{id}/exports', {
    summary: "List a report's exports",
    description: 'Newest first, without download addresses.',
    pathParameters: exportsPath,
    query: listExportsQuery,
    answer: { description: 'The exports.', body: listExportsResponse },
  }),
  read('getExport', '/reports/{id}/exports/{export_id}', {
    summary: 'Read an export',
    description:
      'Its status and, when it is Completed, an address to download the file from. While it is in progress, `Retry-After` says when to read again; `Prefer: wait=20` holds the response until it has ended. A file with a customer is deleted, and its export a 404, when the customer is erased.',
    pathParameters: exportPath,
    headers: ['Prefer'],
    answer: {
      description: 'The export.',
      body: reportExport,
      maybeHeaders: ['Retry-After', 'Preference-Applied'],
    },
  }),
] as const;
