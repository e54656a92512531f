// create_report, get_report, cancel_report, list_reports: request a report, wait for it, read its main figures.
import * as v from 'valibot';
import type {
  CreateReportResponse,
  ListReportsResponse,
  ReportSummary,
} from '../../../packages/client/src/contract.ts';
import type { FinishedReport, Report } from '../../../packages/client/src/resources/reports.ts';
import { cancelReport, createReport, getReport, listReports } from '../../contract/endpoints/reports.ts';
import { InvalidRequestError } from '../../contract/errors/errors.ts';
import { DEFINITIONS } from '../../contract/report-types/every-type.ts';
import { REPORT_TYPES } from '../../contract/report-types/report-types.ts';
import { reportProgress } from '../../contract/resources/reports/progress.ts';
import { reportSummary } from '../../contract/resources/reports/report-responses.ts';
import {
  createReportRequest,
  filters,
  listReportsQuery,
  params,
} from '../../contract/resources/reports/reports.ts';
import { described } from '../../contract/schema/described.ts';
import { ulid } from '../../contract/schema/fields.ts';
import { identityFigures } from '../../contract/schema/identity.ts';
import { LONGEST_HELD_READ_SECONDS } from '../../contract/schema/limits.ts';
import { comparedWith, coverage, referenceDate, reportCurrency } from '../../contract/schema/report-parts.ts';
import {
  countBytes,
  nextCursor,
  pageFields,
  pickFitting,
  readMaxBytes,
  readPage,
  sizeFields,
} from '../page.ts';
import { pickFields, pickMembers, type Tool, type ToolCall } from '../tool.ts';

const DEFAULT_WAIT_SECONDS = 15;

export const reportId = ulid('The report_id of create_report or list_reports.');
const waitSeconds = v.optional(
  described(
    v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(LONGEST_HELD_READ_SECONDS)),
    `How long to wait for it, 0 to ${LONGEST_HELD_READ_SECONDS} seconds. Default: ${DEFAULT_WAIT_SECONDS}.`,
  ),
);

const cell = v.nullable(v.union([v.string(), v.number(), v.boolean()]));
const summary = reportSummary.entries;
const covers = v.object({
  customer_scope: coverage.entries.customer_scope,
  date_range: described(
    v.nullable(v.object({ start: v.optional(v.string()), end: v.optional(v.string()) })),
    'The days that it is about. Null: all.',
  ),
  conditions: described(v.number(), 'Filters on rows that it was requested with.'),
});
const answer = v.object({
  report_id: summary.report_id,
  name: v.optional(summary.name),
  report_type: v.optional(summary.report_type),
  dataset_id: v.optional(summary.dataset_id),
  status: summary.status,
  progress: v.optional(reportProgress),
  fail_reason: summary.fail_reason,
  created_at: v.optional(summary.created_at),
  ...v.partial(covers).entries,
  currency: reportCurrency,
  reference_date: v.optional(referenceDate),
  figures: v.optional(
    described(
      v.record(v.string(), cell),
      'The main figures, as the report names them in its summary or metrics.',
    ),
  ),
  identity: v.optional(identityFigures),
  summary: v.optional(described(v.string(), 'In a sentence. list_findings has the findings.')),
  warnings: v.optional(described(v.array(v.string()), 'Caveats for readers of the figures.')),
  notes: v.optional(described(v.array(v.string()), 'Remarks that the main figures do not depend on.')),
  texts_left_out: v.optional(described(v.number(), 'Warnings and notes that did not fit.')),
  compared_with: v.optional(comparedWith),
  console_url: v.optional(described(v.string(), 'The report for people.')),
});

interface Covers {
  readonly customer_scope: string;
  readonly filters: { readonly dateRange: object | null; readonly conditions: readonly unknown[] };
}

/** Values of filters may name customers: their number is enough. */
function toCoverage({ customer_scope, filters: { dateRange, conditions } }: Covers) {
  return { customer_scope, date_range: dateRange, conditions: conditions.length };
}

/** Report types for agents, except those about an audience, which a request must name. */
const REQUESTED = Object.values(DEFINITIONS).flatMap((definition) =>
  'ofAudience' in definition ? [] : [`${definition.type}: ${definition.description}`],
);

export const createReportTool: Tool = {
  name: 'create_report',
  title: 'Request a report',
  description: `Starts a report on a dataset and waits for it: ${REQUESTED.join('; ')}. It counts against the monthly limit: look with list_reports first. If it is not finished in time, continue with get_report.`,
  operations: [createReport, getReport],
  input: v.object({
    ...pickFields(createReportRequest, ['template', 'report_type', 'dataset_id', 'name']),
    filters: v.optional(filters),
    params: v.optional(
      v.object(
        pickFields(params, [
          'min_support',
          'min_confidence',
          'scope',
          'product_level',
          'product_identifier',
          'leave_out',
          'product_profiles',
          'serve',
          'cohort_by',
          'customer_scope',
          'time_zone',
          'identity',
        ]),
      ),
    ),
    wait_seconds: waitSeconds,
    ...sizeFields,
  }),
  answer,
  run: async (call) => {
    const { wait_seconds: _, max_bytes: __, ...body } = call.args;
    waitIn(call.args);
    readMaxBytes(call.args);
    const { report_id: id } = await call.ask<CreateReportResponse>(createReport, { body });
    return readReport(call, id);
  },
};

export const getReportTool: Tool = {
  name: 'get_report',
  title: 'Wait for a report and read its main figures',
  description:
    'Waits until a report is finished, then its main figures, warnings and notes. Call it again while the status is Processing. For rules, segments, cohorts, customers and findings use the other tools.',
  operations: [getReport],
  input: v.object({ report_id: reportId, wait_seconds: waitSeconds, ...sizeFields }),
  answer,
  run: (call) => readReport(call, call.args.report_id),
};

export const cancelReportTool: Tool = {
  name: 'cancel_report',
  title: 'Cancel a report',
  description:
    'Ends a report that you requested and no longer need, while its status is Processing. It does not count against the monthly limit. One that has ended stays as it is.',
  operations: [cancelReport],
  endsWork: true,
  input: v.object({ report_id: reportId }),
  answer,
  run: async ({ ask, args: { report_id: id } }) =>
    pickMembers(answer, await ask<ReportSummary>(cancelReport, { path: { id } })),
};

async function readReport(call: ToolCall, id: unknown): Promise<object> {
  const { ask, args, consoleUrl } = call;
  const report = await ask<Report>(getReport, {
    path: { id },
    query: { lists: false },
    waitSeconds: waitIn(args),
  });
  if (report.status === 'Processing')
    return { report_id: id, status: report.status, progress: report.progress };
  const console_url = consoleUrl(report.report_id);
  const known = { ...pickMembers(answer, report), ...(console_url !== undefined && { console_url }) };
  if (report.status === 'Failed') return known;
  const { warnings = [], notes = [], changes, settings } = report;
  const facts = {
    ...known,
    ...toCoverage(settings),
    figures: pickFigures(report),
    ...(report.ai_insights && { summary: report.ai_insights.summary }),
    compared_with: changes?.compared_with ?? null,
  };
  return withTexts(facts, warnings, notes, readMaxBytes(args));
}

/** The warnings first. */
function withTexts(
  facts: object,
  warnings: readonly string[],
  notes: readonly string[],
  bytes: number,
): object {
  const empty = { ...facts, warnings: [], notes: [], texts_left_out: 0 };
  const all = [...warnings, ...notes];
  const kept = pickFitting(all, bytes - countBytes(empty)).length;
  return {
    ...facts,
    warnings: warnings.slice(0, kept),
    notes: notes.slice(0, Math.max(0, kept - warnings.length)),
    ...(kept < all.length && { texts_left_out: all.length - kept }),
  };
}

/** Figures that stand for themselves, of the summary or, as RFM reports call it, the metrics. */
function pickFigures(report: FinishedReport): object {
  const all = 'metrics' in report ? report.metrics : report.summary;
  return Object.fromEntries(
    Object.entries(all ?? {}).filter(([, value]) => typeof value !== 'object' || value === null),
  );
}

/** Throws InvalidRequestError. */
function waitIn({ wait_seconds: seconds = DEFAULT_WAIT_SECONDS }: ToolCall['args']): number {
  if (
    typeof seconds === 'number' &&
    Number.isInteger(seconds) &&
    seconds >= 0 &&
    seconds <= LONGEST_HELD_READ_SECONDS
  )
    return seconds;
  throw new InvalidRequestError('wait_seconds', `expected an integer from 0 to ${LONGEST_HELD_READ_SECONDS}`);
}

const row = v.object({
  report_id: summary.report_id,
  name: summary.name,
  report_type: summary.report_type,
  dataset_id: summary.dataset_id,
  status: summary.status,
  fail_reason: summary.fail_reason,
  created_at: summary.created_at,
  ...covers.entries,
});

export const listReportsTool: Tool = {
  name: 'list_reports',
  title: 'List reports',
  description: `Reports that were requested, newest first: ${REPORT_TYPES.join(', ')}, on which dataset, about which customers and days. Reuse one before you request another.`,
  operations: [listReports],
  input: v.object({ ...pickFields(listReportsQuery, ['dataset_id', 'report_type']), ...pageFields }),
  answer: v.object({ reports: described(v.array(row), 'Newest first.'), next_cursor: nextCursor }),
  run: ({ ask, args: { limit, cursor, max_bytes, ...filter } }) =>
    readPage({ limit, cursor, max_bytes }, 'reports', async (page) => {
      const query = { ...filter, ...page };
      const { reports, next_cursor: next } = await ask<ListReportsResponse>(listReports, { query });
      return { items: reports.map((one) => pickMembers(row, toCoverage(one.covers), one)), next };
    }),
};
