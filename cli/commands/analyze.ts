// analyze: the reports on files, without a cloud.
import { type Command, Option } from 'commander';
import { parseRequest } from '../../src/contract/parse.ts';
import { createReportRequest } from '../../src/contract/reports.ts';
import { COHORT_PERIODS } from '../../src/core/cohorts/periods.ts';
import { compileConditions } from '../../src/core/orders/filters.ts';
import { BASKET_SCOPES, CUSTOMER_SCOPES, PRODUCT_IDENTIFIERS } from '../../src/core/settings/settings.ts';
import { threadedItemsets } from '../../src/mining-threads/threaded-itemsets.ts';
import { assembleReport } from '../../src/report-types/assemble.ts';
import { REPORT_TYPES, type ReportType, recordOf, TYPE_PARAMS } from '../../src/report-types/report-types.ts';
import { resolveReport } from '../../src/report-types/resolve.ts';
import { orderColumns } from '../order-files/order-columns.ts';
import { type Context, share } from './context.ts';
import { addOrderFileOptions, type OrderFileFlags, openOrderFiles } from './order-file-options.ts';
import { addOutputOptions, type OutputFlags, showReport } from './show-report.ts';

interface AnalyzeFlags extends OrderFileFlags, OutputFlags {
  readonly customerScope?: string;
  readonly productIdentifier?: string;
  readonly start?: string;
  readonly end?: string;
  readonly context?: string;
}

/** A subcommand per type of report; its own options are named for the type's parameters. */
const ANALYSES: { readonly [T in ReportType]: Analysis } = {
  MBA: {
    name: 'mba',
    description: 'market basket analysis: what is bought together',
    options: (command) =>
      command
        .option('--min-support <share>', 'least share of baskets, 0.01 unless told', share)
        .option('--min-confidence <share>', 'least confidence, 0.1 unless told', share)
        .addOption(
          new Option('--scope <scope>', 'a basket per order, or per customer; order unless told').choices(
            BASKET_SCOPES,
          ),
        ),
    example: 'analyze mba orders.csv --min-support 0.005 --html rules.html',
  },
  RFM: {
    name: 'rfm',
    description: 'customer segments by recency, frequency and monetary value',
    example: 'analyze rfm orders.csv --date-format mdy --html segments.html',
  },
  COHORT: {
    name: 'cohort',
    description: 'customers by the period of their first purchase, and how they come back',
    options: (command) =>
      command.addOption(
        new Option('--cohort-by <period>', 'the period that makes a cohort; default month').choices(
          COHORT_PERIODS,
        ),
      ),
    example: 'analyze cohort orders.csv --cohort-by quarter --html cohorts.html',
  },
};

interface Analysis {
  readonly name: string;
  readonly description: string;
  options?(command: Command): Command;
  /** Behind `npm run -s cli --`. */
  readonly example: string;
}

const findItemsets = threadedItemsets({ clock: () => performance.now() });

export function addAnalyzeCommands(context: Context): void {
  const analyze = context.program
    .command('analyze')
    .description('compute a report on order files right here, without a cloud or an account');
  for (const type of REPORT_TYPES) {
    const { name, description, options = (command) => command, example } = ANALYSES[type];
    const command = options(analyze.command(name).description(description));
    command.addHelpText('after', `\nExample:\n  npm run -s cli -- ${example}`);
    addCommon(command).action((files: string[], flags: AnalyzeFlags) => run(context, type, files, flags));
  }
}

function addCommon(command: Command): Command {
  command
    .argument(
      '<files...>',
      'CSV, JSON, .xlsx, .ods, Parquet, also zipped; paths, - for standard input, s3://bucket/key',
    )
    .addOption(
      new Option('--customer-scope <scope>', "whose orders; everybody's unless told").choices(
        CUSTOMER_SCOPES,
      ),
    )
    .addOption(
      new Option('--product-identifier <which>', 'what tells products apart; the name unless told').choices(
        PRODUCT_IDENTIFIERS,
      ),
    )
    .option('--start <date>', 'orders from this day on, YYYY-MM-DD')
    .option('--end <date>', 'orders up to this day, YYYY-MM-DD')
    .option('--context <text>', 'what the business is, for the insights');
  return addOutputOptions(addOrderFileOptions(command));
}

async function run(
  context: Context,
  reportType: ReportType,
  files: readonly string[],
  flags: AnalyzeFlags,
): Promise<void> {
  const { name, settings } = resolveReport(requestOf(reportType, flags));
  const { reading, reconcile } = await openOrderFiles(files, flags);
  const columns = await orderColumns(reading.orders, {
    productIdentifier: settings.productIdentifier,
    keep: compileConditions(settings.conditions),
  });
  reconcile();
  const { body: computed } = recordOf(reportType).analyse(columns, settings, { findItemsets });
  const header = {
    report_id: 'analysis',
    name,
    report_type: reportType,
    dataset_id: files.join(', '),
    created_at: new Date().toISOString(),
  };
  await showReport(context, await assembleReport({ header, settings, computed, changes: null }), flags);
}

/** Checked as a request to the API is, so that a wrong flag is told the same way. */
function requestOf(reportType: ReportType, flags: AnalyzeFlags) {
  const { customerScope, productIdentifier, start, end, context } = flags;
  const given = new Map(Object.entries(flags));
  const own = Object.keys(TYPE_PARAMS).map((param) => [param, given.get(optionName(param))] as const);
  return parseRequest(createReportRequest, {
    report_type: reportType,
    params: defined({
      ...Object.fromEntries(own),
      customer_scope: customerScope,
      product_identifier: productIdentifier,
      context,
    }),
    ...((start !== undefined || end !== undefined) && {
      filters: { dateRange: defined({ start, end }) },
    }),
  });
}

/** `min_support` as the command line's parser names it. */
function optionName(param: string): string {
  return param.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}

/** Without the members that were not given: a schema refuses them as undefined. */
function defined(members: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
