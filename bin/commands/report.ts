// report: reports of the service, made and read through the public API.
import { type Command, Option } from 'commander';
import { TEMPLATE_NAMES } from '../../src/core/reports/templates.ts';
import { OperationError } from '../../src/operations/accounts.ts';
import { type ApiFlags, apiAccess, unreachable } from './api-access.ts';
import { type Context, wait } from './context.ts';
import { addOutputOptions, type OutputFlags, showReport } from './show-report.ts';

interface CreateFlags extends ApiFlags, OutputFlags {
  readonly template: string;
  readonly dataset: string;
}

const POLL_MS = 500;

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
    const ask = await api(context, flags);
    await showFinished(context, reportId, await ask(`/reports/${encodeURIComponent(reportId)}`), flags);
  });

  addOutputOptions(
    report
      .command('create')
      .description('make a report by a template, wait for it and show it')
      .addOption(
        new Option('--template <name>', 'what to compute').choices(TEMPLATE_NAMES).makeOptionMandatory(),
      )
      .option('--dataset <slug>', 'dataset to analyse', 'default')
      .option(key, keyHelp)
      .option(url, urlHelp)
      .addHelpText(
        'after',
        '\nExample:\n  npm run -s cli -- report create --template standard_rfm --csv > segments.csv',
      ),
  ).action(async (flags: CreateFlags) => {
    const ask = await api(context, flags);
    const { report_id } = await ask('/reports', { template: flags.template, dataset_id: flags.dataset });
    for (;;) {
      const body = await ask(`/reports/${report_id}`);
      if (body.status !== 'Processing') return showFinished(context, report_id, body, flags);
      await wait(POLL_MS);
    }
  });
  return report;
}

async function showFinished(
  context: Context,
  reportId: unknown,
  body: Record<string, unknown>,
  flags: OutputFlags,
): Promise<void> {
  if (body.status === 'Failed') throw new Error(`report ${reportId} failed: ${body.fail_reason}`);
  if (body.status === 'Processing') {
    throw new OperationError(`report ${reportId} is being made: ask again in a few seconds`);
  }
  await showReport(context, body, flags);
}

async function api(context: Context, flags: ApiFlags) {
  const { baseUrl, apiKey } = await apiAccess(context, flags);
  return async (path: string, body?: object): Promise<Record<string, unknown>> => {
    const response = await fetch(`${baseUrl}${path}`, {
      headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    }).catch((error: unknown) => {
      throw new OperationError(unreachable(baseUrl, error));
    });
    const answer: Record<string, unknown> = JSON.parse(await response.text());
    if (!response.ok) throw new OperationError(`${response.status} ${String(answer.error)}`);
    return answer;
  };
}
