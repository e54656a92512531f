// report redeliver: sends the webhook of a finished report again.
import type { Command } from 'commander';
import { stageConfig } from '../../lib/stage-config.ts';
import { OperationError } from '../../src/operations/operation-error.ts';
import { createDeliveryLog, type Delivery } from '../../src/stores/deliveries.ts';
import { createReportStore } from '../../src/stores/reports.ts';
import { createRedeliver, NothingToRedeliverError } from '../../src/webhooks/redeliver.ts';
import { createSendWebhook } from '../../src/webhooks/send.ts';
import type { Context } from './context.ts';

/** `report`: the command whose subcommand this becomes. */
export function addWebhookCommands({ stage, deployment, print }: Context, report: Command): void {
  report
    .command('redeliver')
    .description('send the webhook of a finished report again, from this machine, with the same event id')
    .argument('<report-id>')
    .requiredOption('--account <id>', 'account of the report')
    .addHelpText('after', '\nExample:\n  npm run -s cli -- report redeliver 01KAJ3… --account acc_01…')
    .action(async (reportId: string, { account }: { account: string }) => {
      const { db, serviceTable, plans } = await deployment();
      const redeliver = createRedeliver({
        reports: createReportStore(db, serviceTable),
        deliveries: createDeliveryLog(db, serviceTable),
        send: createSendWebhook({ receivers: stageConfig(stage(), { plans }).webhookReceivers }),
        clock: Date.now,
      });
      const delivery = await redeliver({ accountId: account, reportId }).catch((error: unknown) => {
        if (error instanceof NothingToRedeliverError) throw new OperationError(error.message);
        throw error;
      });
      print(delivery, inWords(delivery));
      if (delivery.outcome !== 'delivered') process.exitCode = 1;
    });
}

function inWords({ attempt, outcome, response_status, problem, duration_ms }: Delivery): string {
  const answered = response_status === undefined ? '' : `, status ${response_status}`;
  const result = outcome === 'delivered' ? 'delivered' : `not delivered: ${problem}`;
  return `Attempt ${attempt} ${result}${outcome === 'delivered' ? answered : ''} in ${duration_ms} ms.`;
}
