// State of a webhook endpoint's workflow: sends events to it for a limited time. The workflow repeats this
// state until nothing is left to send.
import { state } from '../../src/contract/messages/states.ts';
import type { SendEventsStep } from '../../src/contract/messages/workflow.ts';
import { createDocumentClient } from '../../src/service/aws/clients.ts';
import { createS3Client } from '../../src/service/aws/s3-client.ts';
import { createDatasetStore } from '../../src/service/datasets/datasets.ts';
import { createComposeDigest } from '../../src/service/digests/compose-digest.ts';
import { createSendMail } from '../../src/service/digests/send-mail.ts';
import { observeHandler } from '../../src/service/observability/observed.ts';
import { createReportBodies } from '../../src/service/reports/report-bodies.ts';
import { createReportStore } from '../../src/service/reports/reports.ts';
import { EVENT_STEPS_KEY } from '../../src/service/tables/service-table.ts';
import { createSendEvents } from '../../src/service/webhooks/endpoints/send-events.ts';
import { createEndpointDeliveries, createEndpointStore } from '../../src/service/webhooks/endpoints.ts';
import { createEventLog } from '../../src/service/webhooks/event-log.ts';
import { createSendWebhook } from '../../src/service/webhooks/send.ts';
import { wireSending } from '../../src/service/webhooks/wire-sending.ts';
import { ENVIRONMENT, readEnvironment } from '../../src/service/wiring/environment.ts';

const environment = readEnvironment(ENVIRONMENT.sendEvents);
const { SERVICE_TABLE, BUCKET, PUBLIC_URL, WEBHOOK_RECEIVERS } = environment;
const db = createDocumentClient();

const sendEvents = createSendEvents({
  ...wireSending(db, environment, EVENT_STEPS_KEY),
  endpoints: createEndpointStore(db, SERVICE_TABLE),
  events: createEventLog(db, SERVICE_TABLE),
  deliveries: createEndpointDeliveries(db, SERVICE_TABLE),
  composeDigest: createComposeDigest({
    reports: createReportStore(db, SERVICE_TABLE),
    bodies: createReportBodies(createS3Client(), BUCKET),
    datasets: createDatasetStore(db, SERVICE_TABLE),
    publicUrl: PUBLIC_URL,
  }),
  send: createSendWebhook({ receivers: WEBHOOK_RECEIVERS }),
  sendMail: createSendMail(environment, db, Date.now),
  publicUrl: PUBLIC_URL,
});

export const handler = observeHandler(
  state('SendEvents', async ({ error, ...ref }): Promise<SendEventsStep> => {
    return { ...ref, ...(await sendEvents({ ...ref, error })) };
  }),
);
