// All kinds of destinations. A new kind needs a file beside webhook.ts, a name in DESTINATION_KINDS, and a
// line here.

import type { Entry } from '../../analysis/audiences/changes-page.ts';
import { toNextFields } from '../../contract/report-types/next-products.ts';
import type { AudiencePage, DestinationKindName } from '../../contract/resources/destinations.ts';
import { signStandard } from '../webhooks/event.ts';
import type { RequestOptions } from '../webhooks/request.ts';
import { createSendWebhook } from '../webhooks/send.ts';
import { findSigningSecretProblem, toSigningBytes } from '../webhooks/signature.ts';
import { type DestinationKind, KNOWN_BY, type PageToSend, type SendingContext } from './destination-kind.ts';
import { createKlaviyoDestination } from './klaviyo.ts';

// A destination of kind webhook: each page is one request, signed as in Standard Webhooks, with the
// destination's own secret. A repeated request has a higher sequence: a receiver that ignores late ones
// applies pages in the order of their decision.

function createWebhookDestination(options: RequestOptions): DestinationKind {
  const sendWebhook = createSendWebhook(options);
  return {
    knownBy: KNOWN_BY.webhook,
    limits: { joined: 500, left: 500 },
    erasedLimit: 500,
    setting: 'url',

    secretProblem: findSigningSecretProblem,

    async send(page, context) {
      const { destination, secret, sequence, at } = context;
      const body = JSON.stringify(toPage(page, context));
      const id = `msg_${destination.destination_id}_${sequence}`;
      const signed = signStandard(body, { id, at }, [toSigningBytes(secret)]);
      const { verdict, problem } = await sendWebhook({ url: destination.url ?? '', ...signed });
      if (problem === undefined) return { outcome: 'taken' };
      return { outcome: verdict === 'give_up' ? 'refused' : 'retry', problem };
    },
  };
}

function toPage(
  { joined, left, erased }: PageToSend,
  { destination, sequence, at }: SendingContext,
): AudiencePage {
  return {
    event: 'audience.changed',
    audience_id: destination.audience_id,
    destination_id: destination.destination_id,
    sequence,
    joined: joined.map((entry) => ({ ...toPerson(entry), ...toNextFields(entry.next) })),
    left: left.map(toPerson),
    erased: erased.map(toPerson),
    timestamp: new Date(at).toISOString(),
  };
}

function toPerson({ id, contact }: Entry): AudiencePage['left'][number] {
  return { customer_id: id, contact };
}

export type DestinationKinds = Readonly<Record<DestinationKindName, DestinationKind>>;

/** `klaviyoUrl`: address of a substitute for Klaviyo, for tests. */
export function createDestinationKinds(options: RequestOptions, klaviyoUrl?: string): DestinationKinds {
  return {
    webhook: createWebhookDestination(options),
    klaviyo: createKlaviyoDestination(options, klaviyoUrl),
  };
}
