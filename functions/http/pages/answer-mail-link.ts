// GET and POST /mail/{link}: a person confirms or unsubscribes an e-mail address by a link that was sent to it. The link
// is the key.
import { admitEvent } from '../../../src/http/admission/admit.ts';
import { defineSignedEndpoint } from '../../../src/http/endpoint.ts';
import { createRateWindows } from '../../../src/service/accounts/rate-windows.ts';
import { createDocumentClient } from '../../../src/service/aws/clients.ts';
import { MAIL_PAGE_HEADERS, writeMailPage } from '../../../src/service/digests/mail-page.ts';
import { createOptIn } from '../../../src/service/digests/opt-in.ts';
import { createEndpointStore } from '../../../src/service/webhooks/endpoints.ts';
import { createEventLog } from '../../../src/service/webhooks/event-log.ts';
import { ENVIRONMENT, readEnvironment } from '../../../src/service/wiring/environment.ts';

const { SERVICE_TABLE } = readEnvironment(ENVIRONMENT.answerMailLink);
const db = createDocumentClient();
const clock = Date.now;
const admission = { rateWindows: createRateWindows(db, SERVICE_TABLE), clock };
const links = createOptIn({
  endpoints: createEndpointStore(db, SERVICE_TABLE),
  events: createEventLog(db, SERVICE_TABLE),
  clock,
});

export const handler = defineSignedEndpoint(async (event) => {
  const link = event.pathParameters?.link ?? '';
  const isUsed = event.requestContext.http.method === 'POST';
  const opened = await (isUsed ? links.use(link) : links.open(link));
  // Counting costs more than looking, and nobody guesses a link.
  if (opened === undefined) await admitEvent(admission, event, 'address');
  const statusCode = opened === undefined ? 404 : opened.asks === 'expired' ? 410 : 200;
  const body = writeMailPage(opened, event.headers['accept-language']);
  return { statusCode, headers: MAIL_PAGE_HEADERS, body };
});
