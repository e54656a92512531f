// /webhooks/endpoints: additions to the contract. An endpoint is an address that receives its account's
// events.
import * as v from 'valibot';
import { authors, KEY_REVOKED } from '../author-fields.ts';
import { pageEnd, pageStart, shortListQuery } from '../list-fields.ts';
import { lastFailure } from '../receiver-fields.ts';
import { closedObject } from '../schema/closed-object.ts';
import { delivery } from '../schema/delivery.ts';
import { described, optionally } from '../schema/described.ts';
import { clearable, count, oneOf, orNull, orUnset, text, timestamp, ulid } from '../schema/fields.ts';
import {
  DELIVERY_DAYS,
  EVENT_DAYS,
  MAX_AUDIENCE_NAME_LENGTH,
  MAX_DESTINATION_SECRET_LENGTH,
  MAX_MAIL_ADDRESS_LENGTH,
  MAX_WEBHOOK_URL_LENGTH,
  REPORT_LIST_DEFAULT,
} from '../schema/limits.ts';
import { EVENT_TYPES, sequenceNumber } from './events.ts';
import { receiverUrl } from './reports/reports.ts';

const ENDPOINT_STATUSES = ['active', 'paused'] as const;
export const ENDPOINT_KINDS = ['webhook', 'slack', 'teams', 'email'] as const;
export type EndpointKind = (typeof ENDPOINT_KINDS)[number];
export const DIGEST_LANGUAGES = ['en', 'de'] as const;
export type DigestLanguage = (typeof DIGEST_LANGUAGES)[number];
/** Why nothing is sent. */
export const ENDPOINT_PAUSE_REASONS = [
  'requested',
  'failing',
  'refused',
  'key_revoked',
  'unconfirmed',
  'unsubscribed',
  'bounced',
  'complained',
] as const;
export const MAX_ENDPOINT_SECRETS = 2;

const name = described(
  text(MAX_AUDIENCE_NAME_LENGTH, 1),
  `Name of the endpoint, 1 to ${MAX_AUDIENCE_NAME_LENGTH} characters.`,
  { examples: ['Warehouse'] },
);
const url = described(
  receiverUrl,
  `The address that receives the events: https on port 443 of a public address, without credentials, at most ${MAX_WEBHOOK_URL_LENGTH} characters. With \`kind\`: \`email\`, \`mailto:\` and the address of one person, at most ${MAX_MAIL_ADDRESS_LENGTH} characters; it can't be changed.`,
  { format: 'uri', examples: ['https://example.com/hooks/events'] },
);
const kind = described(
  oneOf(ENDPOINT_KINDS),
  '`webhook`: signed events, for programs. `slack`, `teams`: a message for people after each report of one schedule, the digest, to an incoming webhook of a channel. `email`: the digest by e-mail, to an address that has confirmed.',
);
const scheduleId = described(
  ulid('The schedule.'),
  'With `kind`: `slack`, `teams` or `email`, the schedule: each of its completed reports sends a digest of the actions that the newest reports on its dataset suggest. Otherwise not allowed.',
);
const language = described(
  oneOf(DIGEST_LANGUAGES),
  'With `kind`: `slack`, `teams` or `email`, the language of the digest. Otherwise not allowed.',
);
const secret = described(
  text(MAX_DESTINATION_SECRET_LENGTH, 1),
  'The secret that signs the events: `whsec_` and the base64 of 24 to 64 random bytes. It is stored encrypted, and never returned.',
  { examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'] },
);
const events = described(
  v.pipe(
    v.array(oneOf(EVENT_TYPES), 'expected an array of event types'),
    v.minLength(1, 'expected at least one event type'),
    v.maxLength(EVENT_TYPES.length, `expected at most ${EVENT_TYPES.length} event types`),
  ),
  'Types of events that it is sent.',
  { examples: [['report.completed', 'report.failed']] },
);
const status = described(
  oneOf(ENDPOINT_STATUSES),
  `\`paused\`: nothing is sent. Activated again, it is sent what has happened meanwhile, as far as it is kept: ${EVENT_DAYS} days.`,
);

export const createEndpointRequest = closedObject({
  kind: orNull(
    kind,
    'Kind of receiver; default `webhook`. `slack` and `teams`: messages for people, to an incoming webhook of a channel. `email`: messages by e-mail; the endpoint is paused until a link in an e-mail is confirmed, which a ping sends.',
  ),
  url,
  secret: orNull(secret, 'Required with `kind`: `webhook`, otherwise not allowed.'),
  schedule_id: orNull(scheduleId),
  language: orNull(language, 'Language of the digest. Default: `en`.'),
  name: orNull(
    name,
    'Name of the endpoint. Default: the host of its address; with `kind`: `email`, the address.',
  ),
  events: orNull(events, 'Types of events that it is sent. Default: all, also those to come.'),
  status: orNull(status),
});
export type CreateEndpointRequest = v.InferOutput<typeof createEndpointRequest>;

export const updateEndpointRequest = closedObject({
  name: v.optional(name),
  url: optionally(url, 'Another address of the receiver.'),
  language: optionally(language, 'Another language of the digest.'),
  events: clearable(described(events, 'Types of events that it is sent; null for all.')),
  status: v.optional(status),
  add_secret: optionally(
    secret,
    `A second secret: from now on, both sign. An endpoint has at most ${MAX_ENDPOINT_SECRETS}.`,
  ),
  drop_secret: optionally(
    ulid('The `secret_id` of a secret that signs no more.'),
    'A secret that signs no more, by its `secret_id`. One must be left.',
  ),
  sent_until: optionally(
    count,
    'Continues after the event with this `sequence`: a lower number sends events again, a higher one leaves some out.',
    { examples: [41] },
  ),
});
export type UpdateEndpointRequest = v.InferOutput<typeof updateEndpointRequest>;

export const webhookEndpoint = v.object({
  endpoint_id: ulid('The endpoint.'),
  name: described(v.string(), 'Its name.', { examples: ['Warehouse'] }),
  kind: described(v.picklist(ENDPOINT_KINDS), 'Kind of receiver.'),
  url: described(
    v.string(),
    'Where events are sent. Read-only keys get it without path and query, and e-mail addresses without the name; of `slack` and `teams`, which need no other secret, all keys.',
    { examples: ['https://example.com/hooks/events'] },
  ),
  schedule_id: orUnset(ulid('The schedule whose reports send a digest; null with `kind`: `webhook`.')),
  language: orUnset(v.picklist(DIGEST_LANGUAGES), 'Language of the digest; null with `kind`: `webhook`.'),
  events: orUnset(v.array(v.picklist(EVENT_TYPES)), 'Types of events that it is sent; null for all.'),
  status: described(v.picklist(ENDPOINT_STATUSES), 'Whether anything is sent.'),
  paused_because: orUnset(
    v.picklist(ENDPOINT_PAUSE_REASONS),
    `\`requested\`: by a key of the account; \`failing\`: it has taken no event for ${DELIVERY_DAYS} days; \`refused\`: it has responded with 410 or a redirect, or its address is not allowed; ${KEY_REVOKED}; \`unconfirmed\`: the e-mail address has not confirmed; \`unsubscribed\`: by a link in an e-mail; \`bounced\`: an e-mail could not be delivered for good; \`complained\`: an e-mail was reported as spam. Null while it is active.`,
  ),
  paused_at: orUnset(timestamp('When it was paused; null while it is active.')),
  secrets: described(
    v.array(
      v.object({
        secret_id: ulid('The secret.'),
        created_at: timestamp('When it was added.'),
      }),
    ),
    'One, or two during a rotation: both sign. Oldest first. None with other kinds than `webhook`.',
  ),
  created_at: timestamp('When it was created.'),
  ...authors,
  sent_until: described(count, 'The `sequence` of the last event that it is done with.', { examples: [41] }),
  ...lastFailure,
});
export type EndpointView = v.InferOutput<typeof webhookEndpoint>;

export const endpointPath = v.object({ id: ulid('The endpoint_id.') });
export const listEndpointsQuery = shortListQuery('endpoints');
export const listEndpointsResponse = v.object({
  endpoints: described(v.array(webhookEndpoint), 'Oldest first.'),
  ...pageEnd,
});

export const endpointDelivery = v.object({
  delivery_id: ulid('The attempt.'),
  event: described(v.picklist([...EVENT_TYPES, 'webhook.test']), 'Type of the event.'),
  event_id: ulid('The event: the `webhook-id` of the request is `msg_` and this id.'),
  sequence: optionally(sequenceNumber, 'Number of the event in the log; omitted for a ping.'),
  ...v.pick(delivery, [
    'attempt',
    'at',
    'outcome',
    'response_status',
    'fail_reason',
    'fail_reason_coded',
    'duration_ms',
    'next_at',
  ]).entries,
});
export type EndpointDelivery = v.InferOutput<typeof endpointDelivery>;

export const listEndpointDeliveriesQuery = v.object({
  ...pageStart('attempts', REPORT_LIST_DEFAULT),
});
export const listEndpointDeliveriesResponse = v.object({
  deliveries: described(v.array(endpointDelivery), `Newest first, of the last ${EVENT_DAYS} days.`),
  ...pageEnd,
});
