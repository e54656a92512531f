// A destination of kind webhook: each page is one request, signed as Standard Webhooks are, with the destination's own secret. A
// request that is repeated has a higher sequence: a receiver that ignores what is late has applied pages in the order in which they
// were decided.
import type { AudiencePage } from '../contract/resources/destinations.ts';
import { STANDARD_HEADERS } from '../contract/resources/webhook.ts';
import type { Entry } from '../core/audiences/changes-page.ts';
import type { RequestOptions } from '../webhooks/request.ts';
import { createSendWebhook } from '../webhooks/send.ts';
import { signEvent } from '../webhooks/signature.ts';
import { type DestinationKind, KNOWN_BY, type PageToSend, type SendingContext } from './destination-kind.ts';

const PREFIX = 'whsec_';
const [LEAST_BYTES, MOST_BYTES] = [24, 64];

/** Undefined if it is none: https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md */
function bytesOf(secret: string): Buffer | undefined {
  const text = secret.slice(PREFIX.length);
  const bytes = Buffer.from(text, 'base64');
  const isBase64 = bytes.toString('base64').replace(/=+$/, '') === text.replace(/=+$/, '');
  const isSecret = secret.startsWith(PREFIX) && isBase64;
  return isSecret && bytes.length >= LEAST_BYTES && bytes.length <= MOST_BYTES ? bytes : undefined;
}

export function webhookDestination(options: RequestOptions): DestinationKind {
  const sendWebhook = createSendWebhook(options);
  return {
    knownBy: KNOWN_BY.webhook,
    limits: { joined: 500, left: 500 },
    erasedLimit: 500,
    setting: 'url',

    secretProblem: (secret) =>
      bytesOf(secret) === undefined
        ? `expected ${PREFIX} and the base64 of ${LEAST_BYTES} to ${MOST_BYTES} bytes`
        : undefined,

    async send(page, context) {
      const { destination, secret, sequence, at } = context;
      const body = JSON.stringify(pageOf(page, context));
      const id = `msg_${destination.destination_id}_${sequence}`;
      const timestamp = Math.floor(at / 1_000);
      const signature = signEvent({ id, timestamp, rawBody: body }, bytesOf(secret) ?? Buffer.alloc(0));
      const { verdict, problem } = await sendWebhook({
        url: destination.url ?? '',
        body,
        headers: {
          'User-Agent': 'order-analytics-webhook/1',
          [STANDARD_HEADERS.id]: id,
          [STANDARD_HEADERS.timestamp]: String(timestamp),
          [STANDARD_HEADERS.signature]: signature,
        },
      });
      if (problem === undefined) return { outcome: 'taken' };
      return { outcome: verdict === 'give_up' ? 'refused' : 'retry', problem };
    },
  };
}

function pageOf(
  { joined, left, erased }: PageToSend,
  { destination, sequence, at }: SendingContext,
): AudiencePage {
  return {
    event: 'audience.changed',
    audience_id: destination.audience_id,
    destination_id: destination.destination_id,
    sequence,
    joined: joined.map(who),
    left: left.map(who),
    erased: erased.map(who),
    timestamp: new Date(at).toISOString(),
  };
}

function who({ id, contact }: Entry): AudiencePage['joined'][number] {
  return { customer_id: id, contact };
}
