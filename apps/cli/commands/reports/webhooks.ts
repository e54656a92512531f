// `report redeliver` and `report try-webhook` send webhooks on request; `report deliveries` lists their outcomes.

import { createStageConfig } from '../../../../lib/stage/stage-config.ts';
import { NotFoundError, ServiceError } from '../../../../src/contract/errors/errors.ts';
import { OperationError } from '../../../../src/service/operations/operation-error.ts';
import { createDeliveryLog } from '../../../../src/service/reports/deliveries.ts';
import { createReportStore } from '../../../../src/service/reports/reports.ts';
import { createRedeliver } from '../../../../src/service/webhooks/attempt-delivery.ts';
import { createSendWebhook } from '../../../../src/service/webhooks/send.ts';
import { formatPlainTable } from '../../report-pages/terminal-text.ts';
import { type ApiFlags, createApiClient } from '../api-access.ts';
import type { CliCommand } from '../cli-command.ts';
import { type Context, collectFirst } from '../context.ts';

interface RedeliverFlags extends ApiFlags {
  readonly account?: string;
}

/** `report`: the command that gets these subcommands. */
export function addWebhookCommands(context: Context, report: CliCommand): void {
  const { print } = context;
  report
    .command('redeliver <report-id>')
    .description('send the webhook of a finished report again, with the same event id')
    .option(
      '--account <id>',
      'account of the report, for operators: the attempt is made from this machine, without a key',
    )
    .ofApi('report redeliver 01KAJ3…')
    .action(async (reportId: string, { account, ...flags }: RedeliverFlags) => {
      const delivery =
        account === undefined
          ? await redeliverByApi(context, reportId, flags)
          : await redeliverFromHere(context, reportId, account);
      print(
        delivery,
        describeDelivery(`Attempt ${delivery.attempt}`, delivery.outcome === 'delivered', delivery),
      );
      if (delivery.outcome !== 'delivered') process.exitCode = 1;
    });

  report
    .command('deliveries <report-id>')
    .description("list every attempt to deliver a report's webhook, newest first")
    .ofApi('report deliveries 01KAJ3…')
    .action(async (reportId: string, flags: ApiFlags) => {
      const { client, call } = await createApiClient(context, flags);
      const attempts = await collectFirst(client.webhooks.deliveries(reportId, { limit: 100 }, call));
      const rows = attempts.map(
        ({ attempt, at, trigger, outcome, response_status, duration_ms, problem }) => [
          ...[attempt, at, trigger, outcome, response_status, duration_ms, problem],
        ],
      );
      const head = ['attempt', 'at', 'by', 'outcome', 'status', 'ms', 'problem'];
      print(attempts, formatPlainTable(head, rows, 'No attempts yet.'));
    });

  report
    .command('try-webhook <address>')
    .description('send a test event to a webhook receiver, signed with the key')
    .ofApi('report try-webhook https://example.com/hooks/reports')
    .action(async (address: string, flags: ApiFlags) => {
      const { client, call } = await createApiClient(context, flags);
      const tried = await client.webhooks.test(address, call);
      print(tried, describeDelivery('Test event', tried.delivered, tried));
      if (!tried.delivered) process.exitCode = 1;
    });
}

async function redeliverByApi(context: Context, reportId: string, flags: ApiFlags): Promise<Resent> {
  const { client, call } = await createApiClient(context, flags);
  return client.webhooks.resend(reportId, call);
}

async function redeliverFromHere(
  { stage, deployment }: Context,
  reportId: string,
  account: string,
): Promise<Resent> {
  const { db, serviceTable, plans } = await deployment();
  const send = createSendWebhook({ receivers: createStageConfig(stage(), { plans }).webhookReceivers });
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

function describeDelivery(
  what: string,
  isDelivered: boolean,
  { response_status, problem, duration_ms }: Sent,
): string {
  if (!isDelivered) return `${what} not delivered: ${problem} in ${duration_ms} ms.`;
  return `${what} delivered, status ${response_status} in ${duration_ms} ms.`;
}
