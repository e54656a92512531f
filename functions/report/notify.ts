// State of the report workflow: one attempt to deliver the webhook. The workflow waits between attempts.
import { observed } from '../../src/observability/observed.ts';
import { notifyState } from '../../src/reporting/states.ts';
import { createDeliveryLog } from '../../src/stores/reports/deliveries.ts';
import { createReportStore } from '../../src/stores/reports/reports.ts';
import { guardedClient } from '../../src/stores/tables/data-version.ts';
import { createSendWebhook } from '../../src/webhooks/send.ts';
import { ENVIRONMENT, readEnvironment } from '../../src/wiring/environment.ts';

const environment = readEnvironment(ENVIRONMENT.notifyReceiver);
const db = guardedClient(environment.SERVICE_TABLE);

export const handler = observed(
  notifyState({
    reports: createReportStore(db, environment.SERVICE_TABLE),
    deliveries: createDeliveryLog(db, environment.SERVICE_TABLE),
    send: createSendWebhook({ receivers: environment.WEBHOOK_RECEIVERS }),
    clock: Date.now,
  }),
);
