// report: reports of the service, made and read through the public API.
import { OperationError } from '../../src/operations/accounts.ts';
import { type ApiFlags, apiAccess } from './api-access.ts';
import { type Context, wait } from './context.ts';
import { addOutputOptions, type OutputFlags, showReport } from './show-report.ts';

interface CreateFlags extends ApiFlags, OutputFlags {
  readonly template: string;
  readonly dataset: string;
}

const POLL_MS = 500;

export function addReportCommands(context: Context): void {
  const report = context.program.command('report').description('reports of the service, through its API');
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
    await showReport(context, await ask(`/reports/${encodeURIComponent(reportId)}`), flags);
  });

  addOutputOptions(
    report
      .command('create')
      .description('make a report by a template, wait for it and show it')
      .requiredOption('--template <name>', 'e.g. standard_mba or standard_rfm')
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
      if (body.status !== 'Processing') return showReport(context, body, flags);
      await wait(POLL_MS);
    }
  });
}

async function api(context: Context, flags: ApiFlags) {
  const { baseUrl, apiKey } = await apiAccess(context, flags);
  return async (path: string, body?: object): Promise<Record<string, unknown>> => {
    const response = await fetch(`${baseUrl}${path}`, {
      headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    });
    const answer: Record<string, unknown> = JSON.parse(await response.text());
    if (!response.ok) throw new OperationError(`${response.status} ${String(answer.error)}`);
    return answer;
  };
}
