// Bounces and complaints of SES, by a topic: pauses the endpoint whose e-mail they return. A lost notice is repeated by
// the next e-mail, which SES itself no longer sends to such an address.
import type { SNSEvent } from 'aws-lambda';
import { createDocumentClient } from '../../src/service/aws/clients.ts';
import { createOptIn } from '../../src/service/digests/opt-in.ts';
import { parseReturnedMail } from '../../src/service/digests/returned-mail.ts';
import { log } from '../../src/service/observability/log.ts';
import { observeHandler } from '../../src/service/observability/observed.ts';
import { createEndpointStore } from '../../src/service/webhooks/endpoints.ts';
import { createEventLog } from '../../src/service/webhooks/event-log.ts';
import { ENVIRONMENT, readEnvironment } from '../../src/service/wiring/environment.ts';

const { SERVICE_TABLE } = readEnvironment(ENVIRONMENT.pauseReturned);
const db = createDocumentClient();
const consent = createOptIn({
  endpoints: createEndpointStore(db, SERVICE_TABLE),
  events: createEventLog(db, SERVICE_TABLE),
  clock: Date.now,
});

export const handler = observeHandler(async ({ Records }: SNSEvent): Promise<void> => {
  for (const { Sns } of Records) {
    const returned = parseReturnedMail(Sns.Message);
    if (returned === undefined) continue;
    const { because, ...ref } = returned;
    log('warn', 'e-mail returned', { endpoint_id: ref.endpointId, because });
    await consent.withdraw(ref, because);
  }
});
