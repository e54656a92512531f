// POST /reports, GET /reports, GET /reports/{id} and GET /reports/{id}/rules.
import * as v from 'valibot';
import { CUSTOMER_GROUPS, typesWith } from '../../report-types/report-types.ts';
import { ulid } from '../../schema/fields.ts';
import { KEYED_REFUSALS, NOT_FOUND, REPORT_NOT_FINISHED, REPORT_REFUSALS } from '../errors/refusals.ts';
import type { Operation } from '../operation.ts';
import {
  productProfile,
  productProfilePath,
  productProfileQuery,
} from '../resources/reports/product-profile.ts';
import {
  listCustomersPath,
  listCustomersQuery,
  listCustomersResponse,
} from '../resources/reports/report-customers.ts';
import {
  failedReport,
  finishedReport,
  listReportsResponse,
  processingReport,
} from '../resources/reports/report-responses.ts';
import { listRulesPath, listRulesQuery, listRulesResponse } from '../resources/reports/report-rules.ts';
import {
  createReportRequest,
  createReportResponse,
  getReportQuery,
  listReportsQuery,
} from '../resources/reports/reports.ts';
import { READ_HEADERS, STARTED_HEADERS, UNCHANGED } from './reads.ts';

export const createReport = {
  method: 'POST',
  path: '/reports',
  operationId: 'createReport',
  tag: 'Reports',
  summary: 'Generate a report',
  description:
    'Starts a report on a dataset. Read it by its id, or receive a webhook when it is finished. Requires report_type or template. Unknown fields are refused, with a suggestion. Counts against the monthly limit unless the report fails.',
  headers: ['Idempotency-Key', 'Content-Encoding'],
  body: createReportRequest,
  answers: [
    {
      status: 202,
      description: 'Started.',
      body: createReportResponse,
      headers: STARTED_HEADERS,
      maybeHeaders: ['Idempotent-Replayed'],
    },
    ...REPORT_REFUSALS,
  ],
} as const satisfies Operation;

export const listReports = {
  method: 'GET',
  path: '/reports',
  operationId: 'listReports',
  tag: 'Reports',
  summary: 'List reports',
  description: 'Newest first, without their results.',
  query: listReportsQuery,
  headers: ['If-None-Match'],
  answers: [
    { status: 200, description: 'A page of the list.', body: listReportsResponse, headers: READ_HEADERS },
    UNCHANGED,
    ...KEYED_REFUSALS,
  ],
} as const satisfies Operation;

export const getReport = {
  method: 'GET',
  path: '/reports/{id}',
  operationId: 'getReport',
  tag: 'Reports',
  summary: 'Read a report',
  description:
    'While the report is Processing, only its status and progress: `Retry-After` says when to read again, and `Prefer: wait=20` holds the response until the report is finished. Then the whole report, compressed if the client accepts gzip.',
  pathParameters: v.object({ id: ulid('The report_id from `POST /reports`.') }),
  query: getReportQuery,
  headers: ['If-None-Match', 'Prefer', 'Accept-Encoding'],
  answers: [
    {
      status: 200,
      description: 'The report: finished, failed, or still Processing.',
      body: v.union([finishedReport, failedReport, processingReport]),
      headers: READ_HEADERS,
      maybeHeaders: ['Retry-After', 'Preference-Applied', 'Content-Encoding', 'Vary'],
    },
    UNCHANGED,
    NOT_FOUND,
    ...KEYED_REFUSALS,
  ],
} as const satisfies Operation;

export const listRules = {
  method: 'GET',
  path: '/reports/{id}/rules',
  operationId: 'listRules',
  tag: 'Reports',
  summary: "List a report's rules",
  description:
    'The rules that a finished market basket report keeps, filtered and in the order asked for. All filters must match. Measures and ratings are those of the report, whatever the filters.',
  pathParameters: listRulesPath,
  query: listRulesQuery,
  headers: ['If-None-Match', 'Accept-Encoding'],
  answers: [
    {
      status: 200,
      description: 'A page of the list.',
      body: listRulesResponse,
      headers: READ_HEADERS,
      maybeHeaders: ['Content-Encoding', 'Vary'],
    },
    UNCHANGED,
    NOT_FOUND,
    REPORT_NOT_FINISHED,
    ...KEYED_REFUSALS,
  ],
} as const satisfies Operation;

export const getProductProfile = {
  method: 'GET',
  path: '/reports/{id}/product-profile',
  operationId: 'getProductProfile',
  tag: 'Reports',
  summary: "Read a product's profile",
  description:
    'How many products the orders of one hold, beside all orders, and what the same customers order before and after it, of a finished market basket report that was requested with `params.product_profiles`. Orders are those that the report looks at, one by one, whatever its scope. A 404 for other reports, and for a product that is in no order.',
  pathParameters: productProfilePath,
  query: productProfileQuery,
  headers: ['If-None-Match'],
  answers: [
    {
      status: 200,
      description: 'The profile.',
      body: productProfile,
      headers: READ_HEADERS,
    },
    UNCHANGED,
    NOT_FOUND,
    REPORT_NOT_FINISHED,
    ...KEYED_REFUSALS,
  ],
} as const satisfies Operation;

export const listCustomers = {
  method: 'GET',
  path: '/reports/{id}/customers',
  operationId: 'listCustomers',
  tag: 'Reports',
  summary: 'List the customers of a report',
  description: `The customers of a finished ${typesWith('customers').join(' or ')} report with their figures, filtered and ordered, page by page: who is in a ${CUSTOMER_GROUPS.join(' or ')}, who moved to another, joined or left since the report compared with. A 404 for other types and failed reports, and for reports of versions of the service without lists. A customer is in no response from the moment that the erasure is accepted.`,
  pathParameters: listCustomersPath,
  query: listCustomersQuery,
  headers: ['If-None-Match', 'Accept-Encoding'],
  answers: [
    {
      status: 200,
      description: 'A page of the list.',
      body: listCustomersResponse,
      headers: READ_HEADERS,
      maybeHeaders: ['Content-Encoding', 'Vary'],
    },
    UNCHANGED,
    NOT_FOUND,
    REPORT_NOT_FINISHED,
    ...KEYED_REFUSALS,
  ],
} as const satisfies Operation;

export const REPORT_OPERATIONS = [
  createReport,
  listReports,
  getReport,
  listCustomers,
  listRules,
  getProductProfile,
] as const;
