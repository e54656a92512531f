// report redeliver and report try-webhook: webhooks that are sent on request. report deliveries: what became of them.
import Table from 'cli-table3';
import type { Command } from 'commander';
import type { Delivery } from '../../../client/src/index.ts';
import { stageConfig } from '../../../lib/stage/stage-config.ts';
import { NotFoundError, ServiceError } from '../../../src/core/errors.ts';
import { OperationError } from '../../../src/operations/operation-error.ts';
import { createDeliveryLog } from '../../../src/stores/reports/deliveries.ts';
import { createReportStore } from '../../../src/stores/reports/reports.ts';
import { createRedeliver } from '../../../src/webhooks/redeliver.ts';
import { createSendWebhook } from '../../../src/webhooks/send.ts';
import { printable } from '../../report-pages/terminal-text.ts';
import { type ApiFlags, apiClient, KEY_OPTION, URL_OPTION } from '../api-access.ts';
import type { Context } from '../context.ts';

/** Somebody is waiting: a wrong address should be reported soon. */
const IMPATIENT = { attempts: 3 };

interface RedeliverFlags extends ApiFlags {
  readonly account?: string;
}

/** `report`: the command whose subcommands these become. */
export function addWebhookCommands(context: Context, report: Command): void {
  const { print } = context;
  report
    .command('redeliver')
    .description('send the webhook of a finished report again, with the same event id')
    .argument('<report-id>')
    .option(
      '--account <id>',
      'account of the report, for operators: the attempt is made from this machine, without a key',
    )
    .option(...KEY_OPTION)
    .option(...URL_OPTION)
    .addHelpText('after', '\nExample:\n  npm run -s cli -- report redeliver 01KAJ3…')
    .action(async (reportId: string, { account, ...flags }: RedeliverFlags) => {
      const delivery =
        account === undefined
          ? await redeliverByApi(context, reportId, flags)
          : await redeliverFromHere(context, reportId, account);
      print(delivery, inWords(`Attempt ${delivery.attempt}`, delivery.outcome === 'delivered', delivery));
      if (delivery.outcome !== 'delivered') process.exitCode = 1;
    });

  report
    .command('deliveries')
    .description("list every attempt to deliver a report's webhook, newest first")
    .argument('<report-id>')
    .option(...KEY_OPTION)
    .option(...URL_OPTION)
    .addHelpText('after', '\nExample:\n  npm run -s cli -- report deliveries 01KAJ3…')
    .action(async (reportId: string, flags: ApiFlags) => {
      const { client, call } = await apiClient(context, flags, IMPATIENT);
      const attempts: Delivery[] = [];
      for await (const attempt of client.webhooks.deliveries(reportId, { limit: 100 }, call))
        attempts.push(attempt);
      const table = new Table({
        head: ['attempt', 'at', 'by', 'outcome', 'status', 'ms', 'problem'],
        style: { head: [], border: [] },
      });
      for (const { attempt, at, trigger, outcome, response_status, duration_ms, problem } of attempts) {
        const status = response_status ?? '';
        table.push([attempt, at, trigger, outcome, status, duration_ms, printable(problem ?? '')]);
      }
      print(attempts, attempts.length === 0 ? 'No attempt has been made.' : table.toString());
    });

  report
    .command('try-webhook')
    .description('send a test event to a webhook receiver, signed with the key')
    .argument('<address>')
    .option(...KEY_OPTION)
    .option(...URL_OPTION)
    .addHelpText(
      'after',
      '\nExample:\n  npm run -s cli -- report try-webhook https://example.com/hooks/reports',
    )
    .action(async (address: string, flags: ApiFlags) => {
      const { client, call } = await apiClient(context, flags, IMPATIENT);
      const tried = await client.webhooks.test(address, call);
      print(tried, inWords('Test event', tried.delivered, tried));
      if (!tried.delivered) process.exitCode = 1;
    });
}

async function redeliverByApi(context: Context, reportId: string, flags: ApiFlags): Promise<Resent> {
  const { client, call } = await apiClient(context, flags, IMPATIENT);
  return client.webhooks.resend(reportId, call);
}

async function redeliverFromHere(
  { stage, deployment }: Context,
  reportId: string,
  account: string,
): Promise<Resent> {
  const { db, serviceTable, plans } = await deployment();
  const send = createSendWebhook({ receivers: stageConfig(stage(), { plans }).webhookReceivers });
  const redeliver = createRedeliver({
    reports: createReportStore(db, serviceTable),
    deliveries: createDeliveryLog(db, serviceTable),
    send: (_, webhook) => send(webhook),
    clock: Date.now,
  });
  return redeliver({ accountId: account, reportId }).catch((error: unknown) => {
    if (error instanceof NotFoundError) throw new OperationError(`${account} has no report ${reportId}`);
    if (error instanceof ServiceError) throw new OperationError(error.message);
    throw error;
  });
}

interface Resent extends Sent {
  readonly attempt: number;
  readonly outcome: 'delivered' | 'retry' | 'given_up';
}

interface Sent {
  readonly response_status?: number | undefined;
  readonly problem?: string | undefined;
  readonly duration_ms: number;
}

function inWords(
  what: string,
  isDelivered: boolean,
  { response_status, problem, duration_ms }: Sent,
): string {
  if (!isDelivered) return `${what} not delivered: ${problem} in ${duration_ms} ms.`;
  return `${what} delivered, status ${response_status} in ${duration_ms} ms.`;
}
