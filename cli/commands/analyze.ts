// analyze: the reports on files, without a cloud.
import { type Command, Option } from 'commander';
import { parseRequest } from '../../src/contract/parse.ts';
import { createReportRequest } from '../../src/contract/reports.ts';
import { compileConditions } from '../../src/core/orders/filters.ts';
import { BASKET_SCOPES, CUSTOMER_SCOPES, PRODUCT_IDENTIFIERS } from '../../src/core/settings/settings.ts';
import { threadedItemsets } from '../../src/mining-threads/threaded-itemsets.ts';
import { assembleReport } from '../../src/report-types/assemble.ts';
import { type ReportType, recordOf } from '../../src/report-types/report-types.ts';
import { resolveReport } from '../../src/report-types/resolve.ts';
import { orderColumns } from '../order-files/order-columns.ts';
import { type Context, share } from './context.ts';
import { addOrderFileOptions, type OrderFileFlags, openOrderFiles } from './order-file-options.ts';
import { addOutputOptions, type OutputFlags, showReport } from './show-report.ts';

interface AnalyzeFlags extends OrderFileFlags, OutputFlags {
  readonly minSupport?: number;
  readonly minConfidence?: number;
  readonly customerScope?: string;
  readonly scope?: string;
  readonly productIdentifier?: string;
  readonly from?: string;
  readonly to?: string;
  readonly context?: string;
}

const findItemsets = threadedItemsets({ clock: () => performance.now() });

export function addAnalyzeCommands(context: Context): void {
  const analyze = context.program
    .command('analyze')
    .description('compute a report on order files right here, without a cloud or an account');
  const mba = analyze
    .command('mba')
    .description('market basket analysis: what is bought together')
    .option('--min-support <share>', 'least share of baskets, 0.01 unless told', share)
    .option('--min-confidence <share>', 'least confidence, 0.1 unless told', share)
    .addOption(
      new Option('--scope <scope>', 'a basket per order, or per customer; order unless told').choices(
        BASKET_SCOPES,
      ),
    )
    .addHelpText(
      'after',
      '\nExample:\n  npm run -s cli -- analyze mba orders.csv --min-support 0.005 --html rules.html',
    );
  const rfm = analyze
    .command('rfm')
    .description('customer segments by recency, frequency and monetary value')
    .addHelpText(
      'after',
      '\nExample:\n  npm run -s cli -- analyze rfm orders.csv --date-format mdy --html segments.html',
    );
  addCommon(mba).action((files: string[], flags: AnalyzeFlags) => run(context, 'MBA', files, flags));
  addCommon(rfm).action((files: string[], flags: AnalyzeFlags) => run(context, 'RFM', files, flags));
}

function addCommon(command: Command): Command {
  command
    .argument('<files...>', 'CSV or NDJSON, gzip of either; paths, - for standard input, s3://bucket/key')
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
    .option('--from <date>', 'orders from this day on, YYYY-MM-DD')
    .option('--to <date>', 'orders up to this day, YYYY-MM-DD')
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
  const { reading } = await openOrderFiles(files, flags);
  const columns = await orderColumns(reading.orders, {
    productIdentifier: settings.productIdentifier,
    keep: compileConditions(settings.conditions),
  });
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
  const { minSupport, minConfidence, customerScope, scope, productIdentifier, from, to, context } = flags;
  return parseRequest(createReportRequest, {
    report_type: reportType,
    params: given({
      min_support: minSupport,
      min_confidence: minConfidence,
      customer_scope: customerScope,
      scope,
      product_identifier: productIdentifier,
      context,
    }),
    ...((from !== undefined || to !== undefined) && {
      filters: { dateRange: given({ start: from, end: to }) },
    }),
  });
}

/** Without the members that were not given: a schema refuses them as undefined. */
function given(members: Readonly<Record<string, string | number | undefined>>) {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
