// report: reports of the service, requested and read through the public API.
import Table from 'cli-table3';
import { type Command, Option } from 'commander';
import { type Report, ReportFailedError } from '../../../client/src/index.ts';
import { parseRequest } from '../../../src/contract/parse.ts';
import { REPORT_STATES } from '../../../src/contract/resources/reports/progress.ts';
import { createReportRequest } from '../../../src/contract/resources/reports/reports.ts';
import { OperationError } from '../../../src/operations/operation-error.ts';
import { checkParams } from '../../../src/report-types/check-params.ts';
import {
  REPORT_TYPES,
  type ReportType,
  TEMPLATE_NAMES,
  type TemplateName,
} from '../../../src/report-types/report-types.ts';
import { LONGEST_WAIT_FOR_IMPORTS_MINUTES } from '../../../src/schema/limits.ts';
import type { ListedCustomer } from '../../report-pages/customer-downloads.ts';
import { type ApiFlags, apiClient, KEY_OPTION, URL_OPTION } from '../api-access.ts';
import { type Context, wholeNumber } from '../context.ts';
import { addReportCustomersCommand } from './report-customers.ts';
import { addReportExportCommand } from './report-export.ts';
import { addReportProductCommand } from './report-product.ts';
import { addRequestOptions, addTypeOptions, newRequestMembers, type RequestFlags } from './report-request.ts';
import { addReportRulesCommand } from './report-rules.ts';
import { addOutputOptions, type OutputFlags, showReport } from './show-report.ts';

/** Somebody is waiting: a wrong address should be reported soon. */
const IMPATIENT = { attempts: 3 };
const PLAIN_TABLE = { head: [], border: [] };

interface CreateFlags extends ApiFlags, OutputFlags, RequestFlags {
  readonly template?: TemplateName;
  readonly type?: ReportType;
  readonly dataset: string;
  readonly webhookUrl?: string;
  readonly waitForImports?: boolean;
}

interface ShowFlags extends ApiFlags, OutputFlags {
  readonly customers?: true;
}

interface ListFlags extends ApiFlags {
  readonly dataset?: string;
  readonly type?: ReportType;
  readonly status?: (typeof REPORT_STATES)[number];
  readonly from?: string;
  readonly to?: string;
  readonly limit: number;
}

/** Returns the command itself, for subcommands that do not use the API. */
export function addReportCommands(context: Context): Command {
  const report = context.program.command('report').alias('reports').description('reports of the service');

  addOutputOptions(
    report
      .command('show')
      .description('show a finished report')
      .argument('<report-id>')
      .option(...KEY_OPTION)
      .option(
        '--customers',
        'with --html: the page has the customers of each segment or cohort as files to save',
      )
      .option(...URL_OPTION)
      .addHelpText(
        'after',
        '\nExample:\n  npm run -s cli -- report show 01KAJ3… --html report.html --customers',
      ),
  ).action(async (reportId: string, flags: ShowFlags) => {
    if (flags.customers && flags.html === undefined)
      throw new OperationError(
        '--customers: expected --html as well. report customers lists them otherwise.',
      );
    const { client, call } = await apiClient(context, flags, IMPATIENT);
    const report = finished(reportId, await client.reports.get(reportId, call));
    const customers: ListedCustomer[] = [];
    if (flags.customers) {
      for await (const one of client.reports.customers(reportId, { order_by: 'monetary' }, call)) {
        customers.push({ ...one });
      }
    }
    await showReport(context, report, flags, { customers });
  });

  const create = report
    .command('create')
    .description('create a report from a template or a type, wait for it and show it')
    .addOption(new Option('--template <name>', 'report template').choices(TEMPLATE_NAMES))
    .addOption(new Option('--type <type>', 'type of report, instead of a template').choices(REPORT_TYPES))
    .option('--dataset <slug>', 'dataset to analyse', 'default')
    .option('--webhook-url <url>', 'receives a POST when the report is finished')
    .option('--wait-for-imports', 'start when the imports of the dataset in progress have ended')
    .option(...KEY_OPTION)
    .option(...URL_OPTION);
  addTypeOptions(create, { minSupport: 'default 0.01', report: 'this report' });
  addOutputOptions(addRequestOptions(create))
    .addHelpText(
      'after',
      `
Examples:
  npm run -s cli -- report create --template standard_rfm --csv > segments.csv
  npm run -s cli -- report create --type MBA --min-support 0.005 --where product_name!~postage`,
    )
    .action(async (flags: CreateFlags) => {
      const { template, type, dataset, webhookUrl, waitForImports } = flags;
      const request = parseRequest(createReportRequest, {
        ...(template !== undefined && { template }),
        ...(type !== undefined && { report_type: type }),
        ...(webhookUrl !== undefined && { webhook_url: webhookUrl }),
        ...(waitForImports === true && { wait_for_imports: true }),
        dataset_id: dataset,
        ...newRequestMembers(flags, flags),
      });
      checkParams(request);
      const { client, call } = await apiClient(context, flags, IMPATIENT);
      const { report_id } = await client.reports.create(request, call);
      // The wait for imports comes on top of the client's usual ten minutes.
      const timeoutMs = (LONGEST_WAIT_FOR_IMPORTS_MINUTES + 10) * 60_000;
      const patience = waitForImports === true ? { ...call, timeoutMs } : call;
      await showReport(context, await client.reports.wait(report_id, patience), flags);
    });

  report
    .command('list')
    .description('list reports, the newest first')
    .option('--dataset <slug>', 'only reports of this dataset')
    .addOption(new Option('--type <type>', 'only reports of this type').choices(REPORT_TYPES))
    .addOption(new Option('--status <status>', 'only reports in this state').choices(REPORT_STATES))
    .option('--from <time>', 'only reports created then or later: an ISO 8601 date or date-time')
    .option('--to <time>', 'only reports created before that')
    .option('--limit <n>', 'maximum number of reports', wholeNumber, 20)
    .option(...KEY_OPTION)
    .option(...URL_OPTION)
    .addHelpText('after', '\nExample:\n  npm run -s cli -- report list --dataset history')
    .action(async (flags: ListFlags) => {
      const { dataset, type, status, from, to, limit } = flags;
      const { client, call } = await apiClient(context, flags, IMPATIENT);
      const query = {
        ...(dataset !== undefined && { dataset_id: dataset }),
        ...(type !== undefined && { report_type: type }),
        ...(status !== undefined && { status }),
        ...(from !== undefined && { created_from: from }),
        ...(to !== undefined && { created_to: to }),
      };
      const reports = [];
      for await (const one of client.reports.list(query, call)) {
        if (reports.length === limit) break;
        reports.push(one);
      }
      const table = new Table({
        head: ['report', 'created', 'type', 'dataset', 'status', 'name'],
        style: PLAIN_TABLE,
      });
      for (const { report_id, created_at, report_type, dataset_id, status, name } of reports) {
        table.push([report_id, created_at, report_type, dataset_id, status, name]);
      }
      context.print(reports, reports.length === 0 ? 'There are no reports.' : table.toString());
    });
  addReportRulesCommand(context, report);
  addReportProductCommand(context, report);
  addReportCustomersCommand(context, report);
  addReportExportCommand(context, report);
  return report;
}

function finished(reportId: string, report: Report): Report {
  if (report.status === 'Failed') throw new ReportFailedError(report);
  if (report.status === 'Processing') {
    throw new OperationError(`report ${reportId} is still processing: try again in a few seconds`);
  }
  return report;
}
