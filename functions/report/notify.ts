// State of the report workflow: one attempt to deliver the webhook. The workflow waits between attempts.
import * as v from 'valibot';
import { type NotifyInput, notifyInput } from '../../src/contract/messages/workflow.ts';
import { observed } from '../../src/observability/observed.ts';
import { namingPassingFaults } from '../../src/reporting/steps/passing-faults.ts';
import { createDeliveryLog } from '../../src/stores/reports/deliveries.ts';
import { createReportStore } from '../../src/stores/reports/reports.ts';
import { guardedClient } from '../../src/stores/tables/data-version.ts';
import { createNotifyReceiver } from '../../src/webhooks/notify-receiver.ts';
import { createSendWebhook } from '../../src/webhooks/send.ts';
import { ENVIRONMENT, readEnvironment } from '../../src/wiring/environment.ts';

const environment = readEnvironment(ENVIRONMENT.notifyReceiver);
const db = guardedClient(environment.SERVICE_TABLE);
const notifyReceiver = createNotifyReceiver({
  reports: createReportStore(db, environment.SERVICE_TABLE),
  deliveries: createDeliveryLog(db, environment.SERVICE_TABLE),
  send: createSendWebhook({ receivers: environment.WEBHOOK_RECEIVERS }),
  clock: Date.now,
});

export const handler = observed(
  namingPassingFaults(async (input: unknown): Promise<NotifyInput> => {
    const { account_id, report_id, delivery } = v.parse(notifyInput, input);
    return { account_id, report_id, delivery: await notifyReceiver({ account_id, report_id, delivery }) };
  }),
);
