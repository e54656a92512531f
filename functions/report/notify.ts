// State of the report workflow: one attempt to deliver the webhook. The workflow waits between attempts.

import { createDocumentClient } from '../../src/service/aws/clients.ts';
import { observeHandler } from '../../src/service/observability/observed.ts';
import { createNotifyState } from '../../src/service/reports/states.ts';
import { wireReportItems } from '../../src/service/reports/wire-states.ts';
import { createSendWebhook } from '../../src/service/webhooks/send.ts';
import { ENVIRONMENT, readEnvironment } from '../../src/service/wiring/environment.ts';

const environment = readEnvironment(ENVIRONMENT.notifyReceiver);

export const handler = observeHandler(
  createNotifyState({
    ...wireReportItems(createDocumentClient(), environment),
    send: createSendWebhook({ receivers: environment.WEBHOOK_RECEIVERS }),
  }),
);
