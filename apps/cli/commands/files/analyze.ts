// `analyze`: computes the reports from files, without a cloud.

import { basename } from 'node:path';
import {
  formatSummary,
  type Reconciliation,
} from '../../../../packages/order-files/totals/reconciliation.ts';
import { buildList } from '../../../../src/analysis/customer-lists/build-list.ts';
import { filterRows, pickFirstRows } from '../../../../src/analysis/customer-lists/list-page.ts';
import { getAnalysis } from '../../../../src/analysis/report-types/analyses.ts';
import { assembleReport } from '../../../../src/analysis/report-types/assemble.ts';
import { getAskedColumns } from '../../../../src/analysis/report-types/columns-asked.ts';
import { analyseOrders } from '../../../../src/analysis/report-types/partitioned.ts';
import type { CustomerList } from '../../../../src/contract/customer-lists/columns.ts';
import { parseRequest } from '../../../../src/contract/parse.ts';
import { checkParams } from '../../../../src/contract/report-types/check-params.ts';
import type { CustomerRow } from '../../../../src/contract/report-types/customer-rows.ts';
import { DEFAULT_MIN_SUPPORT } from '../../../../src/contract/report-types/market-basket/settings.ts';
import type { AnyBody } from '../../../../src/contract/report-types/report-type.ts';
import {
  getDefinition,
  REPORT_TYPES,
  type ReportType,
} from '../../../../src/contract/report-types/report-types.ts';
import { resolveReport } from '../../../../src/contract/report-types/resolve.ts';
import { createReportRequest } from '../../../../src/contract/resources/reports/reports.ts';
import { formatCount } from '../../../../src/contract/sentences/wording.ts';
import { FileRefusal } from '../../failure.ts';
import { formatCommand } from '../../try-again.ts';
import type { CliCommand } from '../cli-command.ts';
import type { Context } from '../context.ts';
import { writeCustomers } from '../reports/customer-csv.ts';
import {
  addMergeListOption,
  listIdentityFields,
  type PersonsFlags,
  readPersonsFlags,
} from '../reports/persons-option.ts';
import {
  addBasketOptions,
  addParamOptions,
  addRequestOptions,
  createRequestMembers,
  type RequestFlags,
} from '../reports/report-request.ts';
import { addOutputOptions, type OutputFlags, showReport } from '../reports/show-report.ts';
import { addEffectCommand } from './analyze-effect.ts';
import {
  addOrderFileOptions,
  findFileOptions,
  keepFields,
  type OrderFileFlags,
} from './order-file-options.ts';
import { readWhole } from './read-whole.ts';

interface AnalyzeFlags extends OrderFileFlags, OutputFlags, RequestFlags, PersonsFlags {
  readonly minSupport?: number;
  readonly customers?: string;
  readonly contact?: string;
}

export function addAnalyzeCommands(context: Context): void {
  const analyze = context.program
    .command('analyze')
    .description(
      'compute a report from order files on this machine, without a cloud or an account; mba if none is named',
    );
  for (const type of REPORT_TYPES) {
    const { description, customers, ofAudience } = getDefinition(type);
    // Files have no audiences: `analyze effect` takes lists of customers instead.
    if (ofAudience) continue;
    const name = type.toLowerCase();
    // `analyze orders.csv` is short for `analyze mba orders.csv`.
    const command = analyze.command(name, { isDefault: type === 'MBA' }).description(description);
    if (type === 'MBA')
      addBasketOptions(command, `default ${DEFAULT_MIN_SUPPORT}, or lower if that has no rules`);
    else addParamOptions(command, type, 'alone');
    if (customers !== undefined) {
      command.option(
        '--customers <file>',
        `write the customers to a CSV file, a line each, the best first; - for standard output; with --html, the page has them too, by ${customers.group}`,
      );
      command.option(
        '--contact <column>',
        'with --customers: column beside their ids; default a column of e-mail addresses',
      );
    }
    const list = customers === undefined ? '' : ' --customers customers.csv';
    command.examples(`analyze ${name} orders.csv --html ${name}.html${list}`);
    addCommon(command).action((files: string[], flags: AnalyzeFlags) => run(context, type, files, flags));
  }
  addEffectCommand(context, analyze);
}

function addCommon(command: CliCommand): CliCommand {
  addMergeListOption(command);
  command.argument(
    '<files...>',
    'CSV, JSON, .xlsx, .ods, Parquet, also zipped; paths, - for standard input, s3://bucket/key',
  );
  return addOutputOptions(addOrderFileOptions(addRequestOptions(command)));
}

async function run(
  context: Context,
  reportType: ReportType,
  files: readonly string[],
  flags: AnalyzeFlags,
): Promise<void> {
  const first = resolveRequest(reportType, flags);
  const withContacts = flags.customers !== undefined;
  const asked = { ...getAskedColumns(reportType, first.settings), withContacts, ...readPersonsFlags(flags) };
  const opened = await readWhole(files, withContact(withFilteredColumns(flags)), asked);
  const { reading, columns, persons, ratesSource } = opened;
  const figures = opened.reconcile();
  demandOrders(reportType, figures);
  const analyseWith = (minSupport: number | undefined) => {
    const tried = { ...flags, ...(minSupport !== undefined && { minSupport }) };
    const { name, settings } = resolveRequest(reportType, tried, reading.currency());
    const { body, customers } = analyseOrders(getAnalysis(reportType), columns, settings);
    return { name, settings, computed: body, customers };
  };
  const { name, settings, computed, customers } =
    reportType === 'MBA' && flags.minSupport === undefined
      ? analyseWithRules(analyseWith, ({ computed: body }) => getBasketFigures(body))
      : analyseWith(flags.minSupport);
  const list =
    flags.customers === undefined || customers === undefined
      ? undefined
      : buildList(customers(), persons?.idOf);
  if (flags.customers !== undefined && list !== undefined) {
    const count = await writeCustomers(flags.customers, listCustomerRows(reportType, list));
    if (flags.customers !== '-')
      console.error(`Wrote ${formatCount(count, 'customer')} to ${flags.customers}.`);
    else return;
  }
  const header = {
    report_id: 'analysis',
    name,
    report_type: reportType,
    // A report may be passed on, so that it shows no paths of files.
    dataset_id: files.map((file) => basename(file)).join(', '),
    created_at: new Date().toISOString(),
    currency: reading.currency(),
    rates_source: ratesSource(),
  };
  const inPage = flags.html !== undefined && list !== undefined && [...listCustomerRows(reportType, list)];
  const report = await assembleReport({ header, settings, computed, changes: null });
  await showReport(
    context,
    { ...report, ...(persons && { identity: persons.figures }), source_summary: figures },
    flags,
    {
      customers: inPage || undefined,
      source: formatSummary(figures),
    },
  );
  if (!context.isJson())
    console.error(describeNextSteps(reportType, [...files, ...findFileOptions(context.program.args)], flags));
}

/** Throws FileRefusal, with the option that helps, if the files hold nothing for the report. */
export function demandOrders(reportType: ReportType, figures: Reconciliation): void {
  const { rows_read, orders, customers, first_date } = figures;
  const refuse = (why: string): never => {
    throw new FileRefusal(`nothing to analyse: ${why}`, 1);
  };
  if (orders === 0) {
    refuse(
      `none of the ${formatCount(rows_read, 'row')} belongs to an order that counts; the omissions and their reasons are above`,
    );
  }
  if (reportType === 'MBA') return;
  if (customers === 0)
    refuse(
      'this report needs customers, and no order has one. Name the column of their ids: --columns customer_id=COLUMN',
    );
  if (first_date === null)
    refuse('this report needs dates, and no order has one. Name their column: --columns order_date=COLUMN');
}

/** Suggests what else the files can be used for. `read`: the files and the options that read them. */
function describeNextSteps(reportType: ReportType, read: readonly string[], flags: AnalyzeFlags): string {
  const name = reportType.toLowerCase();
  const formatStep = (args: readonly string[]): string => `  ${formatCommand(args)}`;
  const steps = [
    ...(flags.html === undefined ? [formatStep(['analyze', name, ...read, '--html', `${name}.html`])] : []),
    ...(flags.customers === undefined && getDefinition(reportType).customers !== undefined
      ? [formatStep(['analyze', name, ...read, '--customers', 'customers.csv'])]
      : []),
    formatStep(['push', ...read, '--dataset', 'default']),
  ];
  return `Next:\n${steps.join('\n')}`;
}

/** The best customers first, each with its contact next to the id if the files have one. */
function* listCustomerRows(reportType: ReportType, list: CustomerList): Generator<CustomerRow> {
  const { customers: shown } = getDefinition(reportType);
  if (shown === undefined) return;
  const knowsContacts = list.columns.has('contact_end');
  const order = { column: 'monetary', descending: true } as const;
  const rows = filterRows(list, { ranges: [], left: false });
  for (const at of pickFirstRows(list, rows, order, rows.length, undefined)) {
    const row = shown.row(list, at);
    const { contact: _, ...without } = row;
    yield knowsContacts ? row : without;
  }
}

/** Checks the request as the API does, so that a wrong flag gives the same message. */
function resolveRequest(reportType: ReportType, flags: AnalyzeFlags, currency?: string) {
  const request = parseRequest(createReportRequest, {
    report_type: reportType,
    ...createRequestMembers(flags, { type: reportType }),
  });
  checkParams(request);
  return resolveReport(request, currency);
}

/** `--contact` is short for a column of `--columns`. */
function withContact(flags: AnalyzeFlags): AnalyzeFlags {
  const { contact, columns } = flags;
  return contact === undefined ? flags : { ...flags, columns: { ...columns, contact } };
}

/** A condition on a custom field, a product level and an identity rule need their column. */
function withFilteredColumns(flags: AnalyzeFlags): AnalyzeFlags {
  const { where = [], productLevel = [], cohortBy = [], persons } = flags;
  const fields = [productLevel, cohortBy, listIdentityFields(persons)].flat();
  return keepFields(flags, [...where.map(({ field }) => field), ...fields]);
}

// Finds the default support of `analyze mba`: that of the service, so that a file and its dataset have the same
// findings. In a large catalogue that has no rules: then the highest lower support that has.

const LOWER_SUPPORTS = [0.005, 0.002, 0.001];
/** Baskets that a pair of products must share: with fewer, a rule is chance. */
const LEAST_OCCURRENCES = 5;

interface BasketFigures {
  readonly baskets: number;
  readonly rules: number;
}

/** Undefined for the body of another type of report. */
function getBasketFigures(body: AnyBody): BasketFigures | undefined {
  if (!('summary' in body) || typeof body.summary !== 'object' || body.summary === null) return undefined;
  const { summary } = body;
  if (!('orders_processed' in summary) || !('association_rules_found' in summary)) return undefined;
  return { baskets: Number(summary.orders_processed), rules: Number(summary.association_rules_found) };
}

/** Returns the analysis at the default support, or at the first lower one with rules, whose support it prints. */
export function analyseWithRules<A>(
  analyse: (minSupport: number | undefined) => A,
  getFigures: (analysis: A) => BasketFigures | undefined,
): A {
  const first = analyse(undefined);
  const { baskets, rules } = getFigures(first) ?? { baskets: 0, rules: 0 };
  if (rules > 0) return first;
  for (const support of LOWER_SUPPORTS) {
    if (support * baskets < LEAST_OCCURRENCES) break;
    const analysis = analyse(support);
    if ((getFigures(analysis)?.rules ?? 0) === 0) continue;
    console.error(
      `Support ${support * 100} %: at the default of ${DEFAULT_MIN_SUPPORT * 100} % there are no rules (--min-support sets another).`,
    );
    return analysis;
  }
  return first;
}
