// `report`: requests and reads reports of the service through the public API.

import { type Report, ReportFailedError } from '../../../../packages/client/src/index.ts';
import { formatJsonLine } from '../../../../src/analysis/tables/harmless-text.ts';
import { parseRequest } from '../../../../src/contract/parse.ts';
import { checkParams } from '../../../../src/contract/report-types/check-params.ts';
import {
  REPORT_TYPES,
  type ReportType,
  TEMPLATE_NAMES,
  type TemplateName,
} from '../../../../src/contract/report-types/report-types.ts';
import { REPORT_STATES } from '../../../../src/contract/resources/reports/progress.ts';
import { createReportRequest } from '../../../../src/contract/resources/reports/reports.ts';
import { LONGEST_WAIT_FOR_IMPORTS_MINUTES } from '../../../../src/contract/schema/limits.ts';
import { OperationError } from '../../../../src/service/operations/operation-error.ts';
import type { ListedCustomer } from '../../report-pages/html-page.ts';
import { formatProfile } from '../../report-pages/terminal-profile.ts';
import { createPaper, formatPlainTable } from '../../report-pages/terminal-text.ts';
import { type ApiFlags, createApiClient } from '../api-access.ts';
import type { CliCommand } from '../cli-command.ts';
import { type Context, collectFirst, parseWholeNumber, shouldUseColour, takeFirst } from '../context.ts';
import { addReportCustomersCommand } from './report-customers.ts';
import { addReportExportCommand } from './report-export.ts';
import { addReportImportCommand } from './report-import.ts';
import {
  addRequestOptions,
  addTypeOptions,
  createRequestMembers,
  type RequestFlags,
} from './report-request.ts';
import { addReportRulesCommand } from './report-rules.ts';
import { addOutputOptions, type OutputFlags, showReport } from './show-report.ts';

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

/** Returns the command itself, so that subcommands without the API can be added. */
export function addReportCommands(context: Context): CliCommand {
  const report = context.program.command('report').alias('reports').description('reports of the service');

  addOutputOptions(
    report
      .command('show <report-id>')
      .description('show a finished report')
      .option(
        '--customers',
        'with --html: the page has the customers of each segment or cohort as files to save',
      )
      .ofApi('report show 01KAJ3… --html report.html --customers'),
  ).action(async (reportId: string, flags: ShowFlags) => {
    if (flags.customers && flags.html === undefined)
      throw new OperationError('--customers requires --html. To list them on their own: report customers.');
    const { client, call } = await createApiClient(context, flags);
    const report = checkFinished(reportId, await client.reports.get(reportId, call));
    const listByValue = (): AsyncIterable<ListedCustomer> =>
      takeFirst(client.reports.customers(reportId, { order_by: 'monetary' }, call));
    const customers = flags.customers ? await collectFirst(listByValue()) : [];
    await showReport(context, report, flags, { customers });
  });

  const create = report
    .command('create')
    .description('create a report from a template or a type, wait for it and show it')
    .choice('--template <name>', 'report template', TEMPLATE_NAMES)
    .choice('--type <type>', 'type of report, instead of a template', REPORT_TYPES)
    .option('--dataset <slug>', 'dataset to analyse', 'default')
    .option('--webhook-url <url>', 'receives a POST when the report is finished')
    .option('--wait-for-imports', 'start when the imports of the dataset in progress have ended');
  addTypeOptions(create, { minSupport: 'default 0.01', report: 'this report' });
  addOutputOptions(addRequestOptions(create))
    .ofApi(
      'report create --template standard_rfm --csv > segments.csv',
      'report create --type MBA --min-support 0.005 --where product_name!~postage',
    )
    .action(async (flags: CreateFlags) => {
      const { template, type, dataset, webhookUrl, waitForImports } = flags;
      const request = parseRequest(createReportRequest, {
        ...(template !== undefined && { template }),
        ...(type !== undefined && { report_type: type }),
        ...(webhookUrl !== undefined && { webhook_url: webhookUrl }),
        ...(waitForImports === true && { wait_for_imports: true }),
        dataset_id: dataset,
        ...createRequestMembers(flags, flags),
      });
      checkParams(request);
      const { client, call } = await createApiClient(context, flags);
      const { report_id } = await client.reports.create(request, call);
      // The wait for imports is added to the client's default of ten minutes.
      const timeoutMs = (LONGEST_WAIT_FOR_IMPORTS_MINUTES + 10) * 60_000;
      const patience = waitForImports === true ? { ...call, timeoutMs } : call;
      await showReport(context, await client.reports.wait(report_id, patience), flags);
    });

  report
    .command('list')
    .description('list reports, the newest first')
    .option('--dataset <slug>', 'only reports of this dataset')
    .choice('--type <type>', 'only reports of this type', REPORT_TYPES)
    .choice('--status <status>', 'only reports in this state', REPORT_STATES)
    .option('--from <time>', 'only reports created then or later: an ISO 8601 date or date-time')
    .option('--to <time>', 'only reports created before that')
    .option('--limit <n>', 'maximum number of reports', parseWholeNumber, 20)
    .ofApi('report list --dataset history')
    .action(async (flags: ListFlags) => {
      const { dataset, type, status, from, to, limit } = flags;
      const { client, call } = await createApiClient(context, flags);
      const query = {
        ...(dataset !== undefined && { dataset_id: dataset }),
        ...(type !== undefined && { report_type: type }),
        ...(status !== undefined && { status }),
        ...(from !== undefined && { created_from: from }),
        ...(to !== undefined && { created_to: to }),
      };
      const reports = await collectFirst(client.reports.list(query, call), limit);
      const rows = reports.map(({ report_id, created_at, report_type, dataset_id, status, name }) => [
        report_id,
        created_at,
        report_type,
        dataset_id,
        status,
        name,
      ]);
      context.print(
        reports,
        formatPlainTable(
          ['report', 'created', 'type', 'dataset', 'status', 'name'],
          rows,
          'There are no reports.',
        ),
      );
    });
  report
    .command('cancel <report-id>')
    .description(
      'cancel a report that is queued or being computed; it does not count against the monthly limit',
    )
    .ofApi('report cancel 01KAJ3…')
    .action(async (reportId: string, flags: ApiFlags) => {
      const { client, call } = await createApiClient(context, flags);
      const ended = await client.reports.cancel(reportId, call);
      context.print(ended, ended.fail_reason ?? `The report had already ended: ${ended.status}.`);
    });
  addReportRulesCommand(context, report);
  addReportProductCommand(context, report);
  addReportCustomersCommand(context, report);
  addReportExportCommand(context, report);
  addReportImportCommand(context, report);
  return report;
}

function checkFinished(reportId: string, report: Report): Report {
  if (report.status === 'Failed') throw new ReportFailedError(report);
  if (report.status === 'Processing') {
    throw new OperationError(`report ${reportId} is still processing: try again in a few seconds`);
  }
  return report;
}

// `report product`: shows the profile of one product of a finished market basket report.
function addReportProductCommand(context: Context, report: CliCommand): void {
  report
    .command('product')
    .description(
      "show a product's profile: the sizes of its orders, and products ordered before and after it",
    )
    .argument('<report-id>', 'a finished market basket report that was requested with --product-profiles')
    .argument('<product>', 'the whole name of the product, as in the report')
    .ofApi('report product 01KAJ3… Tea')
    .action(async (reportId: string, product: string, flags: ApiFlags) => {
      const { client, call } = await createApiClient(context, flags);
      const profile = await client.reports.productProfile(reportId, product, call);
      if (context.isJson()) console.log(formatJsonLine(profile));
      else {
        const paper = createPaper({ width: process.stdout.columns ?? 100, colour: shouldUseColour() });
        console.log(formatProfile(paper, profile));
      }
    });
}
