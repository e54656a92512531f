// POST /reports/{id}/exports, GET /reports/{id}/exports and GET /reports/{id}/exports/{export_id}.
import { EXPORTABLE } from '../../report-types/report-types.ts';
import { MAX_EXPORTS_IN_PROGRESS } from '../../schema/limits.ts';
import { EXPORT_REFUSALS, KEYED_REFUSALS, NOT_FOUND } from '../errors/refusals.ts';
import type { Operation } from '../operation.ts';
import {
  createExportRequest,
  exportPath,
  exportsPath,
  listExportsQuery,
  listExportsResponse,
  reportExport,
} from '../resources/reports/exports.ts';
import { READ_HEADERS, STARTED_HEADERS, UNCHANGED } from './reads.ts';

const createExport = {
  method: 'POST',
  path: '/reports/{id}/exports',
  operationId: 'createExport',
  tag: 'Reports',
  summary: 'Export a report',
  description: `Writes a list of a finished report to a file: ${EXPORTABLE.join(', ')}. Asynchronous: read the export until it is Completed, then download the file. At most ${MAX_EXPORTS_IN_PROGRESS} exports of an account are in progress at once.`,
  pathParameters: exportsPath,
  headers: ['Idempotency-Key', 'Content-Encoding'],
  body: createExportRequest,
  answers: [
    {
      status: 202,
      description: 'Started.',
      body: reportExport,
      headers: STARTED_HEADERS,
      maybeHeaders: ['Idempotent-Replayed'],
    },
    NOT_FOUND,
    ...EXPORT_REFUSALS,
  ],
} as const satisfies Operation;

const listExports = {
  method: 'GET',
  path: '/reports/{id}/exports',
  operationId: 'listExports',
  tag: 'Reports',
  summary: "List a report's exports",
  description: 'Newest first, without download addresses.',
  pathParameters: exportsPath,
  query: listExportsQuery,
  headers: ['If-None-Match'],
  answers: [
    { status: 200, description: 'The exports.', body: listExportsResponse, headers: READ_HEADERS },
    UNCHANGED,
    NOT_FOUND,
    ...KEYED_REFUSALS,
  ],
} as const satisfies Operation;

const getExport = {
  method: 'GET',
  path: '/reports/{id}/exports/{export_id}',
  operationId: 'getExport',
  tag: 'Reports',
  summary: 'Read an export',
  description:
    'Its status and, when it is Completed, an address to download the file from. While it is in progress, `Retry-After` says when to read again; `Prefer: wait=20` holds the response until it has ended. A file with a customer is deleted, and its export a 404, when the customer is erased.',
  pathParameters: exportPath,
  headers: ['If-None-Match', 'Prefer'],
  answers: [
    {
      status: 200,
      description: 'The export.',
      body: reportExport,
      headers: READ_HEADERS,
      maybeHeaders: ['Retry-After', 'Preference-Applied'],
    },
    UNCHANGED,
    NOT_FOUND,
    ...KEYED_REFUSALS,
  ],
} as const satisfies Operation;

export const EXPORT_OPERATIONS = [createExport, listExports, getExport] as const;
