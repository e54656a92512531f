// POST /reports, GET /reports, GET /reports/{id} and GET /reports/{id}/rules.
import * as v from 'valibot';
import { REPORT_NOT_FINISHED, REPORT_REFUSALS } from '../errors/refusals.ts';
import { CUSTOMER_GROUPS, listTypesWith } from '../report-types/report-types.ts';
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
  reportSummary,
} from '../resources/reports/report-responses.ts';
import { listRulesPath, listRulesQuery, listRulesResponse } from '../resources/reports/report-rules.ts';
import {
  createReportRequest,
  createReportResponse,
  getReportQuery,
  listReportsQuery,
} from '../resources/reports/reports.ts';
import { ulid } from '../schema/fields.ts';
import { defineOperations } from './operations-of.ts';

const { act, create, read } = defineOperations('Reports');

export const createReport = create('createReport', '/reports', {
  summary: 'Generate a report',
  description:
    'Starts a report on a dataset. Read it by its id, or receive a webhook when it is finished. Requires report_type or template. Unknown fields are refused, with a suggestion. Counts against the monthly limit unless the report fails.',
  body: createReportRequest,
  headers: ['Content-Encoding'],
  answer: { status: 202, description: 'Started.', body: createReportResponse },
  refusals: REPORT_REFUSALS,
});

export const listReports = read('listReports', '/reports', {
  summary: 'List reports',
  description: 'Newest first, without their results.',
  query: listReportsQuery,
  answer: { description: 'A page of the list.', body: listReportsResponse },
});

export const getReport = read('getReport', '/reports/{id}', {
  summary: 'Read a report',
  description:
    'While the report is Processing, only its status and progress: `Retry-After` says when to read again, and `Prefer: wait=20` holds the response until the report is finished. Then the whole report, compressed if the client accepts gzip.',
  pathParameters: v.object({ id: ulid('The report_id from `POST /reports`.') }),
  query: getReportQuery,
  headers: ['Prefer', 'Accept-Encoding'],
  answer: {
    description: 'The report: finished, failed, or still Processing.',
    body: v.union([finishedReport, failedReport, processingReport]),
    maybeHeaders: ['Retry-After', 'Preference-Applied', 'Content-Encoding', 'Vary'],
  },
});

export const cancelReport = act('cancelReport', '/reports/{id}/cancel', {
  summary: 'Cancel a report',
  description:
    'Ends a report that is queued or being computed: it is Failed with the reason `report_cancelled`, does not count against the monthly limit, and the next report of the queue takes its place. `report.failed` is sent if a webhook was asked for. The response has the report as it ended: one that had ended before stays as it is, so that the request may be repeated. A computation in progress ends within 15 minutes; nothing of it is served.',
  pathParameters: v.object({ id: ulid('The report_id from `POST /reports`.') }),
  answer: { description: 'The report as it ended.', body: reportSummary },
});

export const listRules = read('listRules', '/reports/{id}/rules', {
  summary: "List a report's rules",
  description:
    'The rules that a finished market basket report keeps, filtered and in the order asked for. All filters must match. Measures and ratings are those of the report, whatever the filters.',
  pathParameters: listRulesPath,
  query: listRulesQuery,
  headers: ['Accept-Encoding'],
  answer: {
    description: 'A page of the list.',
    body: listRulesResponse,
    maybeHeaders: ['Content-Encoding', 'Vary'],
  },
  refusals: [REPORT_NOT_FINISHED],
});

export const getProductProfile = read('getProductProfile', '/reports/{id}/product-profile', {
  summary: "Read a product's profile",
  description:
    'How many products the orders of one hold, beside all orders, and what the same customers order before and after it, of a finished market basket report that was requested with `params.product_profiles`. Orders are those that the report looks at, one by one, whatever its scope. A 404 for other reports, and for a product that is in no order.',
  pathParameters: productProfilePath,
  query: productProfileQuery,
  answer: { description: 'The profile.', body: productProfile },
  refusals: [REPORT_NOT_FINISHED],
});

export const listCustomers = read('listCustomers', '/reports/{id}/customers', {
  summary: 'List the customers of a report',
  description: `The customers of a finished ${listTypesWith('customers').join(' or ')} report with their figures, filtered and ordered, page by page: who is in a ${CUSTOMER_GROUPS.join(' or ')}, who moved to another, joined or left since the report compared with. A 404 for other types and failed reports, and for reports of versions of the service without lists. A customer is in no response from the moment that the erasure is accepted.`,
  pathParameters: listCustomersPath,
  query: listCustomersQuery,
  headers: ['Accept-Encoding'],
  answer: {
    description: 'A page of the list.',
    body: listCustomersResponse,
    maybeHeaders: ['Content-Encoding', 'Vary'],
  },
  refusals: [REPORT_NOT_FINISHED],
});

export const REPORT_OPERATIONS = [
  createReport,
  listReports,
  getReport,
  cancelReport,
  listCustomers,
  listRules,
  getProductProfile,
] as const;
