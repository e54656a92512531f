// /audiences/{id}/destinations and /audiences/{id}/deliveries: additions to the contract. A destination is a copy of an
// audience elsewhere, which the service keeps in step.
import * as v from 'valibot';
import { authors, KEY_REVOKED } from '../author-fields.ts';
import { pageEnd, pageStart, shortListQuery } from '../list-fields.ts';
import { lastFailure } from '../receiver-fields.ts';
import { nextProductFields } from '../report-types/next-products.ts';
import { closedObject } from '../schema/closed-object.ts';
import { codedText } from '../schema/coded.ts';
import { described, optionally } from '../schema/described.ts';
import { count, oneOf, orNull, orUnset, text, timestamp, ulid } from '../schema/fields.ts';
import {
  MAX_AUDIENCE_NAME_LENGTH,
  MAX_DESTINATION_SECRET_LENGTH,
  MAX_WEBHOOK_URL_LENGTH,
  REPORT_LIST_DEFAULT,
} from '../schema/limits.ts';
import { toState, workState } from '../schema/work-state.ts';
import { receiverUrl } from './reports/reports.ts';

export const DESTINATION_KINDS = ['webhook', 'klaviyo'] as const;
export type DestinationKindName = (typeof DESTINATION_KINDS)[number];
const DESTINATION_STATUSES = ['active', 'paused'] as const;
/** Why nothing is sent. */
export const DESTINATION_PAUSE_REASONS = ['requested', 'key_revoked'] as const;
export const DELIVERY_STATUSES = ['Processing', 'Completed', 'Failed'] as const;

const KIND =
  '`webhook`: pages of who joined and who left, signed, to an address of yours; `klaviyo`: profiles on a list of Klaviyo.';
const name = described(
  text(MAX_AUDIENCE_NAME_LENGTH, 1),
  `Name of the destination, 1 to ${MAX_AUDIENCE_NAME_LENGTH} characters.`,
  { examples: ['Newsletter'] },
);
const url = described(
  receiverUrl,
  `With \`kind\`: \`webhook\`, the address that receives the pages: https on port 443 of a public address, without credentials, at most ${MAX_WEBHOOK_URL_LENGTH} characters. Otherwise not allowed.`,
  { format: 'uri', examples: ['https://example.com/hooks/audience'] },
);
const secret = described(
  text(MAX_DESTINATION_SECRET_LENGTH, 1),
  'With `kind`: `webhook`, the secret that signs the pages: `whsec_` and the base64 of 24 to 64 random bytes. With `klaviyo`, a private API key. It is stored encrypted, and never returned.',
  { examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'] },
);
const status = described(
  oneOf(DESTINATION_STATUSES),
  '`paused`: nothing is sent. Activated again, it is sent what has changed meanwhile.',
);

export const createDestinationRequest = closedObject({
  kind: described(oneOf(DESTINATION_KINDS), KIND),
  name: orNull(name, 'Name of the destination. Default: its kind.'),
  secret,
  url: orNull(url),
  list_id: orNull(
    text(MAX_AUDIENCE_NAME_LENGTH, 1),
    'With `kind`: `klaviyo`, the id of the list. Otherwise not allowed.',
    {
      examples: ['Y6nRLr'],
    },
  ),
  status: orNull(status),
});
export type CreateDestinationRequest = v.InferOutput<typeof createDestinationRequest>;

export const updateDestinationRequest = closedObject({
  name: v.optional(name),
  secret: optionally(secret, 'Replaces the secret: the next page is signed or sent with it.'),
  url: optionally(
    url,
    'New address of a `webhook`. It must continue with the data of the former one: create another destination for a receiver without them.',
  ),
  status: v.optional(status),
});
export type UpdateDestinationRequest = v.InferOutput<typeof updateDestinationRequest>;

export const destination = v.object({
  destination_id: ulid('The destination.'),
  audience_id: ulid('The audience that it is a copy of.'),
  kind: described(v.picklist(DESTINATION_KINDS), KIND),
  name: described(v.string(), 'Its name.', { examples: ['Newsletter'] }),
  url: orUnset(
    v.string(),
    'Address that a `webhook` sends pages to; read-only keys get it without path and query.',
    {
      examples: ['https://example.com/hooks/audience'],
    },
  ),
  list_id: orUnset(v.string(), 'Of `klaviyo`: the list.', { examples: ['Y6nRLr'] }),
  status: described(v.picklist(DESTINATION_STATUSES), 'Whether anything is sent.'),
  paused_because: orUnset(
    v.picklist(DESTINATION_PAUSE_REASONS),
    `\`requested\` by a key of the account; ${KEY_REVOKED}. Null while it is active.`,
  ),
  created_at: timestamp('When it was created.'),
  ...authors,
  in_step_with: orUnset(
    v.object({
      run_id: ulid("The audience's run whose members the destination has."),
      as_of: timestamp('When the run has found them.'),
      customers: described(
        count,
        'Customers at the destination, without those held out; of `klaviyo`, addresses.',
      ),
    }),
    'The newest state that the destination has acknowledged in full; null before.',
  ),
  delivery_in_progress: orUnset(
    ulid('The delivery that is bringing it in step with a later run; null if there is none.'),
  ),
  ...lastFailure,
});
export type DestinationView = v.InferOutput<typeof destination>;

export const destinationsPath = v.object({ id: ulid('The audience_id.') });
export const destinationPath = v.object({
  id: ulid('The audience_id.'),
  destination_id: ulid('The destination_id.'),
});
export const listDestinationsQuery = shortListQuery('destinations');
export const listDestinationsResponse = v.object({
  destinations: described(v.array(destination), 'Oldest first.'),
  ...pageEnd,
});

export const audienceDelivery = v.object({
  delivery_id: ulid('The delivery.'),
  destination_id: ulid('The destination.'),
  run_id: orUnset(ulid("The audience's run that it delivers; null where it delivers erasures.")),
  status: described(
    v.picklist(DELIVERY_STATUSES),
    '`Processing` until the destination has taken everything; `Failed` if it has taken nothing for three days, or refuses it. The next run of the audience, or a change of the destination, tries again.',
  ),
  state: workState(DELIVERY_STATUSES.map(toState)),
  created_at: timestamp('When it was started.'),
  completed_at: orUnset(timestamp('When it ended; null until then.')),
  joined: described(count, 'Customers that the destination has taken, also those with another contact.'),
  left: described(count, 'Customers that it has removed.'),
  erased: described(count, 'Erased customers that it has taken note of.'),
  refused: described(count, 'Customers that it does not take, such as addresses that are none.'),
  without_contact: described(
    count,
    'Members without an e-mail address: `klaviyo` is not sent them, a `webhook` is, with `contact` null.',
  ),
  requests: described(count, 'Requests to the destination, with those that failed.'),
  fail_reason: orUnset(v.string(), 'Why it failed, and what to do; null unless it did.'),
  fail_reason_coded: codedText('fail_reason'),
});
export type AudienceDeliveryView = v.InferOutput<typeof audienceDelivery>;

export const listAudienceDeliveriesQuery = v.object({
  destination_id: v.optional(ulid('Only of this destination.')),
  ...pageStart('deliveries', REPORT_LIST_DEFAULT),
});
export const listAudienceDeliveriesResponse = v.object({
  deliveries: described(v.array(audienceDelivery), 'Newest first, of the last 90 days.'),
  ...pageEnd,
});

const who = v.object({
  customer_id: described(v.string(), 'The customer.', { examples: ['c1'] }),
  contact: orUnset(v.string(), 'How they are reached; null if that is not known.', {
    examples: ['ann@example.com'],
  }),
});

/** Body sent to a destination of kind `webhook`. */
export const audiencePage = v.object({
  event: described(v.literal('audience.changed'), 'A page of changes.'),
  audience_id: ulid('The audience.'),
  destination_id: ulid('The destination.'),
  sequence: described(
    v.pipe(v.number(), v.integer(), v.minValue(1)),
    'Ascends with every request to the destination, with gaps. A page whose sequence is not above that of a page that you have applied is late: acknowledge it, and ignore it.',
  ),
  joined: described(
    v.array(v.object({ ...who.entries, ...nextProductFields })),
    'Customers to add, or to replace the contact and next products of. None of them is held out.',
  ),
  left: described(v.array(who), 'Customers to remove, with the contact that you were last sent.'),
  erased: described(
    v.array(who),
    'Customers to remove, and to forget: delete what you have of them. Only in pages without other changes.',
  ),
  timestamp: timestamp('When it was sent.'),
});
export type AudiencePage = v.InferOutput<typeof audiencePage>;
