// report: reports of the service, requested and read through the public API.
import { type Command, Option } from 'commander';
import { type Report, ReportFailedError } from '../../client/src/index.ts';
import { OperationError } from '../../src/operations/operation-error.ts';
import { TEMPLATE_NAMES, type TemplateName } from '../../src/report-types/report-types.ts';
import { type ApiFlags, apiClient } from './api-access.ts';
import type { Context } from './context.ts';
import { addOutputOptions, type OutputFlags, showReport } from './show-report.ts';

/** Somebody sits in front of it: a wrong address should be told soon. */
const IMPATIENT = { attempts: 3 };

interface CreateFlags extends ApiFlags, OutputFlags {
  readonly template: TemplateName;
  readonly dataset: string;
}

/** Gives the command itself, for subcommands that go other ways than the API's. */
export function addReportCommands(context: Context): Command {
  const report = context.program.command('report').alias('reports').description('reports of the service');
  const key = '--key <key>';
  const keyHelp = 'API key; ORDER_ANALYTICS_API_KEY unless given';
  const url = '--url <url>';
  const urlHelp = "the API's address; that of the stage unless given";

  addOutputOptions(
    report
      .command('show')
      .description('show a finished report')
      .argument('<report-id>')
      .option(key, keyHelp)
      .option(url, urlHelp)
      .addHelpText('after', '\nExample:\n  npm run -s cli -- report show 01KAJ3… --html report.html'),
  ).action(async (reportId: string, flags: ApiFlags & OutputFlags) => {
    const { client, call } = await apiClient(context, flags, IMPATIENT);
    const found = await client.reports.get(reportId, call);
    await showReport(context, finished(reportId, found), flags);
  });

  addOutputOptions(
    report
      .command('create')
      .description('make a report by a template, wait for it and show it')
      .addOption(
        new Option('--template <name>', 'what to analyse').choices(TEMPLATE_NAMES).makeOptionMandatory(),
      )
      .option('--dataset <slug>', 'dataset to analyse', 'default')
      .option(key, keyHelp)
      .option(url, urlHelp)
      .addHelpText(
        'after',
        '\nExample:\n  npm run -s cli -- report create --template standard_rfm --csv > segments.csv',
      ),
  ).action(async (flags: CreateFlags) => {
    const { client, call } = await apiClient(context, flags, IMPATIENT);
    const { template, dataset: dataset_id } = flags;
    const { report_id } = await client.reports.create({ template, dataset_id }, call);
    await showReport(context, await client.reports.wait(report_id, call), flags);
  });
  return report;
}

function finished(reportId: string, report: Report): Report {
  if (report.status === 'Failed') throw new ReportFailedError(report);
  if (report.status === 'Processing') {
    throw new OperationError(`report ${reportId} is still processing: try again in a few seconds`);
  }
  return report;
}
