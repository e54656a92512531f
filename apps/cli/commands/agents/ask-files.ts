// Answers the operations that tools call from order files on this machine. Reports are computed when they are
// requested, and kept as long as the program runs.

import { basename } from 'node:path';
import { ulid } from 'ulid';
import type { Ask } from '../../../../src/agents/ask.ts';
import { buildList, type Listed } from '../../../../src/analysis/customer-lists/build-list.ts';
import { filterRows, pickFirstRows } from '../../../../src/analysis/customer-lists/list-page.ts';
import { getAnalysis } from '../../../../src/analysis/report-types/analyses.ts';
import { assembleReport } from '../../../../src/analysis/report-types/assemble.ts';
import { getAskedColumns } from '../../../../src/analysis/report-types/columns-asked.ts';
import { analyseOrders } from '../../../../src/analysis/report-types/partitioned.ts';
import { InvalidRequestError, NotFoundError } from '../../../../src/contract/errors/errors.ts';
import type { Operation } from '../../../../src/contract/operation.ts';
import type { OperationId } from '../../../../src/contract/operations.ts';
import { parseRequest } from '../../../../src/contract/parse.ts';
import { checkParams } from '../../../../src/contract/report-types/check-params.ts';
import { getDefinition } from '../../../../src/contract/report-types/report-types.ts';
import { type ReportRequest, resolveReport } from '../../../../src/contract/report-types/resolve.ts';
import { listCustomersQuery } from '../../../../src/contract/resources/reports/report-customers.ts';
import { listRulesQuery } from '../../../../src/contract/resources/reports/report-rules.ts';
import { createReportRequest, listReportsQuery } from '../../../../src/contract/resources/reports/reports.ts';
import { CUSTOM_PREFIX } from '../../../../src/contract/settings/product-levels.ts';
import { toCustomerFilter } from '../../../../src/service/reports/lists/customer-query.ts';
import { selectAskedRules } from '../../../../src/service/reports/rules-asked.ts';
import { FileRefusal } from '../../failure.ts';
import { demandOrders } from '../files/analyze.ts';
import type { OrderFileFlags } from '../files/order-file-options.ts';
import { readWhole } from '../files/read-whole.ts';

type Answer = (request: Request) => Promise<object>;
interface Request {
  readonly id: string;
  /** Values are text, as in a URL. */
  readonly query: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: object;
}

type Report = Awaited<ReturnType<typeof assembleReport>>;
interface Kept {
  readonly report: Report;
  readonly customers: (() => Listed) | undefined;
}

/** The name of the dataset that all files form together. */
const SLUG = 'files';

/** `answers`: whether files can answer an operation. */
export function askFiles(
  files: readonly string[],
  flags: OrderFileFlags,
): { readonly ask: Ask; answers(operation: Operation): boolean } {
  const kept = new Map<string, Kept>();
  const name = files.map((file) => basename(file)).join(', ');

  function getReport(id: string): Kept {
    const found = kept.get(id);
    if (found === undefined) throw new NotFoundError('Report not found.');
    return found;
  }

  async function compute(request: ReportRequest): Promise<Kept> {
    const { reportType, settings: first } = resolveReport(request);
    const asked = { ...getAskedColumns(reportType, first), withContacts: false };
    const { columns, reading, ratesSource, reconcile } = await readWhole(
      files,
      addCustomColumns(request, flags),
      asked,
    );
    demandOrders(reportType, reconcile());
    const { name: title, settings } = resolveReport(request, reading.currency());
    const { body, customers } = analyseOrders(getAnalysis(reportType), columns, settings);
    const header = {
      report_id: ulid(),
      name: title,
      report_type: reportType,
      dataset_id: SLUG,
      created_at: new Date().toISOString(),
      currency: reading.currency(),
      rates_source: ratesSource(),
    };
    return { report: await assembleReport({ header, settings, computed: body, changes: null }), customers };
  }

  const answers: Partial<Record<OperationId, Answer>> = {
    listDatasets: async () => {
      const request = parseRequest(createReportRequest, { report_type: 'MBA' });
      const { reportType, settings } = resolveReport(request);
      const { reading, reconcile } = await readWhole(files, flags, getAskedColumns(reportType, settings));
      const { rows_read: rows, orders, customers, first_date, last_date } = reconcile();
      const days = { first_order_date: toMidnight(first_date), last_order_date: toMidnight(last_date) };
      const contents = { rows, orders, customers, ...days };
      const counted = { counted_at: new Date().toISOString(), ...contents };
      return {
        datasets: [
          { slug: SLUG, name, currency: reading.currency() ?? null, time_zone: 'UTC', contents: counted },
        ],
      };
    },

    createReport: async ({ body }) => {
      const request = parseRequest(createReportRequest, { ...body, dataset_id: SLUG });
      checkParams(request);
      const made = await compute(request);
      kept.set(made.report.report_id, made);
      return { ...made.report, status: 'Processing' };
    },

    getReport: async ({ id }) => getReport(id).report,

    listReports: async ({ query }) => {
      const { report_type: type } = parseRequest(listReportsQuery, { ...query, cursor: undefined });
      const reports = [...kept.values()].map(({ report }) => report).reverse();
      return {
        reports: reports
          .filter(({ report_type }) => type === undefined || report_type === type)
          .map((report) => ({ ...report, covers: report.settings })),
      };
    },

    listRules: async ({ id, query }) => {
      const { report } = getReport(id);
      if (report.report_type !== 'MBA')
        throw new NotFoundError(`This is an ${report.report_type} report: only MBA reports have rules.`);
      const wanted = parseRequest(listRulesQuery, query);
      const { association_rules: rules, summary, currency } = report;
      const matched = selectAskedRules(rules, wanted);
      return {
        rules_found: summary.association_rules_found,
        rules_kept: rules.length,
        rules_matched: matched.length,
        currency,
        ...slicePage('rules', matched, wanted),
      };
    },

    listCustomers: async ({ id, query }) => {
      const { report, customers } = getReport(id);
      const { customers: rows } = getDefinition(report.report_type);
      if (rows === undefined || customers === undefined)
        throw new NotFoundError(`This is an ${report.report_type} report: it has no list of customers.`);
      const wanted = parseRequest(listCustomersQuery, query);
      const list = buildList(customers());
      const matching = filterRows(list, toCustomerFilter(rows, wanted));
      const order = { column: wanted.order_by, descending: wanted.order === 'desc' };
      const ordered = pickFirstRows(list, matching, order, matching.length, undefined);
      const shown = slicePage('customers', ordered, wanted);
      return {
        compared_with: null,
        customers_matched: matching.length,
        ...shown,
        customers: shown.customers?.map((at) => rows.row(list, at)),
      };
    },
  };

  const findAnswer = ({ operationId }: Operation): Answer | undefined =>
    Object.entries(answers).find(([id]) => id === operationId)?.[1];
  return {
    answers: (operation) => findAnswer(operation) !== undefined,
    ask: async (operation, { path = {}, query = {}, body = {} } = {}) => {
      const answer = findAnswer(operation);
      if (answer === undefined) throw new NotFoundError(`Order files have no ${operation.path}.`);
      // The same JSON as over HTTP.
      try {
        return JSON.parse(
          JSON.stringify(await answer({ id: String(path.id), query: toQueryTexts(query), body })),
        );
      } catch (error) {
        throw error instanceof FileRefusal ? new InvalidRequestError(undefined, error.message) : error;
      }
    },
  };
}

function toMidnight(day: string | null): string | null {
  return day && `${day}T00:00:00.000Z`;
}

interface Page {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** The cursor is a position in the list. Throws InvalidRequestError. */
function slicePage<const K extends string, T>(
  key: K,
  all: readonly T[],
  page: Page,
): { readonly [N in K]?: readonly T[] } & { readonly next_cursor?: string };
function slicePage(key: string, all: readonly unknown[], { limit, cursor = '0' }: Page): object {
  if (!/^\d{1,9}$/.test(cursor))
    throw new InvalidRequestError('cursor', 'expected next_cursor of the previous answer');
  const end = Number(cursor) + limit;
  return { [key]: all.slice(Number(cursor), end), ...(end < all.length && { next_cursor: String(end) }) };
}

function toQueryTexts(query: Readonly<Record<string, unknown>>): Request['query'] {
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map(String) : value === undefined ? undefined : String(value),
    ]),
  );
}

/** A custom field that the request names needs its column, even if --custom does not name it. */
function addCustomColumns({ filters, params = {} }: ReportRequest, flags: OrderFileFlags): OrderFileFlags {
  const { custom = [] } = flags;
  const fields = [
    ...(filters?.conditions ?? []).map(({ field }) => field),
    ...[params.product_level, params.cohort_by].flat(),
  ];
  const keys = fields
    .flatMap((field) =>
      typeof field === 'string' && field.startsWith(CUSTOM_PREFIX) ? [field.slice(CUSTOM_PREFIX.length)] : [],
    )
    .filter((key) => custom.every((known) => known.key !== key));
  return { ...flags, custom: [...custom, ...[...new Set(keys)].map((key) => ({ key, column: key }))] };
}
