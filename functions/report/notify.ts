// State of the report workflow: one attempt to deliver the webhook. The workflow waits between attempts.
import { observed } from '../../src/observability/observed.ts';
import { notifyState } from '../../src/reporting/states.ts';
import { wireReportItems } from '../../src/reporting/wire-states.ts';
import { documentClient } from '../../src/stores/aws/clients.ts';
import { createSendWebhook } from '../../src/webhooks/send.ts';
import { ENVIRONMENT, readEnvironment } from '../../src/wiring/environment.ts';

const environment = readEnvironment(ENVIRONMENT.notifyReceiver);

export const handler = observed(
  notifyState({
    ...wireReportItems(documentClient(), environment),
    send: createSendWebhook({ receivers: environment.WEBHOOK_RECEIVERS }),
  }),
);
