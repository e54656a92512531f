// State of a webhook endpoint's workflow: events to it for some time. The workflow repeats this state until nothing is left to send.
import { ulid } from 'ulid';
import * as v from 'valibot';
import { type SendEventsStep, sendEventsInput } from '../../src/contract/messages/workflow.ts';
import { observed } from '../../src/observability/observed.ts';
import { MAX_DELIVERIES_AT_ONCE } from '../../src/schema/limits.ts';
import { createHeldReads } from '../../src/stores/accounts/held-reads.ts';
import { kmsClient } from '../../src/stores/aws/kms-client.ts';
import { createEndpointDeliveries } from '../../src/stores/events/endpoint-deliveries.ts';
import { createEndpointStore } from '../../src/stores/events/endpoints.ts';
import { createEventLog } from '../../src/stores/events/event-log.ts';
import { createOpenSecret } from '../../src/stores/secrets/sealed-secrets.ts';
import { guardedClient } from '../../src/stores/tables/data-version.ts';
import { EVENT_STEPS_KEY } from '../../src/stores/tables/service-table.ts';
import { createSendEvents } from '../../src/webhooks/endpoints/send-events.ts';
import { createSendWebhook } from '../../src/webhooks/send.ts';
import { ENVIRONMENT, readEnvironment } from '../../src/wiring/environment.ts';

/** Of all accounts together: a twentieth of the concurrency that AWS gives an account. */
const MAX_STEPS_AT_ONCE = 50;

const { SERVICE_TABLE, SECRETS_KEY, WEBHOOK_RECEIVERS } = readEnvironment(ENVIRONMENT.sendEvents);
const db = guardedClient(SERVICE_TABLE);

const sendEvents = createSendEvents({
  endpoints: createEndpointStore(db, SERVICE_TABLE),
  events: createEventLog(db, SERVICE_TABLE),
  deliveries: createEndpointDeliveries(db, SERVICE_TABLE),
  openSecret: createOpenSecret(kmsClient(), SECRETS_KEY),
  send: createSendWebhook({ receivers: WEBHOOK_RECEIVERS }),
  steps: createHeldReads(
    db,
    SERVICE_TABLE,
    { perAccount: MAX_DELIVERIES_AT_ONCE, total: MAX_STEPS_AT_ONCE },
    EVENT_STEPS_KEY,
  ),
  newId: ulid,
  clock: Date.now,
});

export const handler = observed(async (input: unknown): Promise<SendEventsStep> => {
  const { error, ...ref } = v.parse(sendEventsInput, input);
  return { ...ref, ...(await sendEvents({ ...ref, error })) };
});
