// Every error code with its cause and remedy: the pages about errors come from this table. Apart from the codes, which
// every endpoint bundles.
import { DEFAULT_PLANS } from '../plans.ts';
import {
  MAX_KEYS_CREATED_DAILY,
  MAX_LIVE_KEYS,
  MAX_QUEUED_CHUNKS,
  MAX_REQUESTED_MAILS_PER_ACCOUNT,
  MAX_REQUESTED_MAILS_PER_ADDRESS,
  MAX_SCHEDULES,
  MAX_SOURCES,
  REQUESTS_PER_WINDOW,
} from '../schema/limits.ts';
import type { AnsweredCode } from './error-codes.ts';

export interface ErrorDescription {
  readonly meaning: string;
  readonly when: string;
  readonly whatToDo: string;
  /** Members of the body beside code, request_id and doc_url. */
  readonly example: { readonly error: string } & Readonly<Record<string, string | number>>;
}

export const ERRORS: Readonly<Record<AnsweredCode, ErrorDescription>> = {
  invalid_request: {
    meaning: 'The request is invalid.',
    when: 'A field or query parameter is missing, given twice, of the wrong type, out of range or unknown, the body is not JSON, or a cursor did not come from the API. The error names the first problem; `param` is the path of its field. Where the request line and the headers exceed 10,240 bytes, such as by a long id, the gateway responds with 431 and `message` alone.',
    whatToDo: 'Correct the field and send the request again. Nothing was stored.',
    example: {
      error: 'orders[3].line_items[0].quantity: expected an integer',
      param: 'orders[3].line_items[0].quantity',
    },
  },
  unauthorized: {
    meaning: 'The API key is missing or invalid.',
    when: 'The `Authorization` header is missing or not `Bearer afn_…`, or the key was never issued, has expired or is revoked.',
    whatToDo:
      'Send a live key. An admin key of the account creates keys (`POST /keys`), and so does the operator of the service (`keys create`).',
    example: {
      error: 'Missing, invalid, expired or revoked API key. Send it as "Authorization: Bearer afn_…".',
    },
  },
  plan_required: {
    meaning: "The account's plan does not include the API.",
    when: 'The key is valid, and its account is on a plan below max.',
    whatToDo: 'Ask the operator to move the account to the max plan or higher.',
    example: { error: 'The pro plan does not include API access, which requires the max plan or higher.' },
  },
  key_not_allowed: {
    meaning: 'The kind of the key does not allow the request.',
    when: 'The request is about keys, and the key does not begin with `afn_adm_`; or the key begins with `afn_ro_`, and the request is not a `GET`; or it begins with `afn_pub_`, and the request is not `GET /recommendations`, or asks for another dataset than the one the key is for.',
    whatToDo:
      'Send a key that may write, from a server of yours, or an admin key to manage keys; with a publishable key, leave `dataset_id` out. Read-only keys read everything of the account, publishable keys recommendations only.',
    example: { error: 'Publishable keys may only call GET /recommendations.' },
  },
  origin_not_allowed: {
    meaning: 'The publishable key is not for pages of this origin.',
    when: "A browser sends an `Origin` that is not one of the key's.",
    whatToDo:
      'Ask the operator for a key with this origin: `accounts create-key --publishable --origin https://shop.example`.',
    example: { error: 'The key does not allow requests from the origin https://other.example.' },
  },
  not_found: {
    meaning: 'The resource does not exist, or belongs to another account.',
    when: 'A report or import does not exist or belongs to another account, or no operation has this path.',
    whatToDo: 'Check the id and the address. Resources of other accounts appear not to exist.',
    example: { error: 'Report not found.' },
  },
  method_not_allowed: {
    meaning: 'The path does not allow this method.',
    when: 'The path exists, and no operation on it has this method.',
    whatToDo: 'Use one of the methods that the `Allow` header lists.',
    example: { error: 'PUT is not allowed for /api/v1/data/orders: use POST, GET, HEAD' },
  },
  request_in_progress: {
    meaning: 'The same request is in progress.',
    when: 'A request with this `Idempotency-Key` has not been answered yet.',
    whatToDo: 'Send it again after `Retry-After` seconds: it gets the response to the first.',
    example: { error: 'A request with this Idempotency-Key is in progress. Send it again in a second.' },
  },
  dataset_being_erased: {
    meaning: 'The dataset is being erased.',
    when: 'A report is requested on a dataset whose erasure is in progress: it would see only part of the data.',
    whatToDo: 'Send the request again after `Retry-After` seconds.',
    example: {
      error: 'dataset "default" is being erased: request reports again when that has completed',
    },
  },
  report_not_finished: {
    meaning: 'The report is still processing.',
    when: 'A part of the result of a report is requested before the report is finished.',
    whatToDo:
      'Wait until the report is finished (`GET /reports/{id}` with `Prefer: wait=20`), then send the request again.',
    example: {
      error: 'The report is still processing. Read GET /reports/{id} until it is finished.',
    },
  },
  precondition_failed: {
    meaning: 'The resource has changed.',
    when: '`If-Match` is not the `ETag` of the resource as it is now: another request has changed it since it was read, or it does not exist.',
    whatToDo: 'Read the resource again, apply the change to what it is now, and send its new `ETag`.',
    example: {
      error: 'The resource is not as If-Match says: another request has changed it, or it does not exist.',
    },
  },
  payload_too_large: {
    meaning: 'The body is too large.',
    when: 'Orders: more than 4.5 MB as sent, more than 32 MB after decompression, or more than 600,000 structural characters (`{`, `[`, `,` and `:` outside of strings). Other requests: more than 1 MB, or more than 20,000 structural characters. Events of shops: also more than 10,000 rows. Any gzip body of more than 2 MB after decompression: more than 250 times its compressed size. Above about 6 MB, each quote counted twice, the gateway responds, with `message` alone: its 413 has neither `code` nor rate headers.',
    whatToDo: 'Send fewer orders per request, or compress the body with gzip.',
    example: {
      error: 'Request body over 4.5 MB: send fewer orders per request, or compress the body with gzip.',
    },
  },
  idempotency_key_reused: {
    meaning: 'The `Idempotency-Key` was used for another request.',
    when: 'In the last 24 hours the account sent it with another body or to another path.',
    whatToDo: 'Use a new key for a new request.',
    example: {
      error: 'This Idempotency-Key was used for another request: use a new key for a new request.',
    },
  },
  rate_limited: {
    meaning: 'The rate limit is exceeded.',
    when: `The account made more requests than its limit (${REQUESTS_PER_WINDOW} unless raised) within a minute, over all of its keys. Requests with a key that was never issued, has expired or is revoked are counted by address; without anything that can be a key they are a 401, uncounted. Requests with a publishable key have limits of their own, for each address and for the key, and \`Retry-After\` ends with the minute.`,
    whatToDo: 'Wait for `Retry-After` seconds, which is `retry_after_ms` rounded up.',
    example: {
      error: `Rate limit of ${REQUESTS_PER_WINDOW} requests per minute exceeded. Retry in 12 s.`,
      retry_after_ms: 11_420,
    },
  },
  monthly_limit_exceeded: {
    meaning: 'A monthly limit of the plan is reached.',
    when: "`POST /reports` when all of the plan's reports of this calendar month (UTC) are used, and `POST /datasets/{slug}/exports` when its exports of orders, or their bytes, are. What failed does not count.",
    whatToDo:
      'Wait for the first of the month, or ask the operator to raise the limit. There is no `Retry-After`.',
    example: {
      error: "The plan's limit of 500 reports a month is reached. It resets on the first of the month (UTC).",
      limit: 500,
      used: 500,
    },
  },
  export_limit_exceeded: {
    meaning: 'Too many exports are in progress.',
    when: '`POST /reports/{id}/exports` and `POST /datasets/{slug}/exports` when as many exports of the account are in progress as it may have at once.',
    whatToDo: 'Send the request again after `Retry-After` seconds.',
    example: { error: '3 exports are in progress. Request this one when one of them has ended.' },
  },
  import_limit_exceeded: {
    meaning: 'Too much of what the account sent waits to be applied.',
    when: `\`POST /data/orders\` while more than ${MAX_QUEUED_CHUNKS} chunks of the account's imports, of up to 80 orders each, wait to be applied.`,
    whatToDo:
      'Send the request again after `Retry-After` seconds. Nothing of it was stored. To load years of orders, ask the operator for a backfill, which waits for room.',
    example: {
      error:
        'Earlier imports of the account are still being applied (5120 chunks wait). Nothing of this request was stored: send it again in 10 s.',
    },
  },
  webhook_limit_exceeded: {
    meaning: 'Too many webhooks or e-mails are being sent on request.',
    when: `\`POST /webhooks/test\`, \`POST /webhooks/endpoints/{id}/ping\` and \`POST /reports/{id}/deliveries\` when two webhooks that the account sent on request, or as many of all accounts as the stage allows, still wait for their receivers. A ping by e-mail, too, after ${MAX_REQUESTED_MAILS_PER_ADDRESS} to one address or ${MAX_REQUESTED_MAILS_PER_ACCOUNT} of one account within 24 hours. Nothing was sent.`,
    whatToDo:
      'Send the request again after `Retry-After` seconds. A receiver that responds quickly is never in the way.',
    example: {
      error: 'Other webhooks that were sent on request wait for their receivers. Send this one in a moment.',
    },
  },
  schedule_limit_exceeded: {
    meaning: 'The account has as many schedules as it may have.',
    when: `\`POST /schedules\` when the account has ${MAX_SCHEDULES} schedules.`,
    whatToDo: 'Delete a schedule (`DELETE /schedules/{id}`), then send the request again.',
    example: {
      error: `The account has ${MAX_SCHEDULES} schedules, the most that it may have: delete one first.`,
    },
  },
  audience_limit_exceeded: {
    meaning: 'The account has as many audiences as its plan allows.',
    when: '`POST /audiences` when the account has as many audiences as its plan allows.',
    whatToDo: 'Delete an audience (`DELETE /audiences/{id}`), then send the request again.',
    example: {
      error: `The account has ${DEFAULT_PLANS.max.maxAudiences} audiences, the most that its plan allows: delete one first.`,
    },
  },
  destination_limit_exceeded: {
    meaning: 'The account has as many destinations of audiences as its plan allows.',
    when: '`POST /audiences/{id}/destinations` when the account has as many destinations as its plan allows, or the audience has ten.',
    whatToDo:
      'Delete a destination (`DELETE /audiences/{id}/destinations/{destination_id}`), then send the request again.',
    example: {
      error: `There are ${DEFAULT_PLANS.max.maxDestinations} destinations, the most that there may be: delete one first.`,
    },
  },
  endpoint_limit_exceeded: {
    meaning: 'The account has as many webhook endpoints as its plan allows.',
    when: '`POST /webhooks/endpoints` when the account has as many endpoints as its plan allows.',
    whatToDo: 'Delete an endpoint (`DELETE /webhooks/endpoints/{id}`), then send the request again.',
    example: {
      error: `The account has ${DEFAULT_PLANS.max.maxWebhookEndpoints} webhook endpoints, the most that its plan allows: delete one first.`,
    },
  },
  source_limit_exceeded: {
    meaning: 'The account has as many sources as it may have.',
    when: `\`POST /sources\` when the account has ${MAX_SOURCES} sources.`,
    whatToDo: 'Delete a source (`DELETE /sources/{id}`), then send the request again.',
    example: {
      error: `The account has ${MAX_SOURCES} sources, the most that it may have: delete one first.`,
    },
  },
  key_limit_exceeded: {
    meaning: 'The account has as many keys of a kind as it may have.',
    when: `\`POST /keys\` when the account has ${MAX_LIVE_KEYS.secret} live secret keys, ${MAX_LIVE_KEYS.read_only} read-only or ${MAX_LIVE_KEYS.publishable} publishable ones, or its admin keys created ${MAX_KEYS_CREATED_DAILY} in the last 24 hours.`,
    whatToDo: 'Revoke a key that is no longer used (`DELETE /keys/{id}`), then send the request again.',
    example: {
      error: `The account has ${MAX_LIVE_KEYS.secret} live secret keys, the most that it may have: revoke one first.`,
    },
  },
  last_admin_key: {
    meaning: 'The account would be left without an admin key.',
    when: '`DELETE /keys/{id}`, or an earlier `expires_at`, for an admin key while no other one of the account is valid as long.',
    whatToDo: 'Ask the operator for another admin key first (`keys create --admin`), or to revoke this one.',
    example: {
      error:
        'No other admin key of the account is valid as long as this one: the operator of the service can revoke it or create another.',
    },
  },
  invalid_signature: {
    meaning: 'The signature of a shop’s event is wrong.',
    when: 'An event at `/hooks/{id}` has no signature, or one that neither the secret of the source makes nor, for 24 hours, the secret before it; or the source has no secret.',
    whatToDo: 'Set the secret that the shop signs with: `PATCH /sources/{id}`.',
    example: { error: 'The signature does not fit the body and the secret of the source.' },
  },
  source_paused: {
    meaning: 'The source is paused.',
    when: 'An event arrives at a source that was paused, or whose dataset was erased since.',
    whatToDo: 'Activate the source (`PATCH /sources/{id}`), or delete the webhook in the shop.',
    example: { error: 'The source is paused.' },
  },
  internal_error: {
    meaning: 'The service failed.',
    when: 'An unexpected error occurred in the service. It is logged under `request_id`; the response has no further details.',
    whatToDo:
      'Send the request again after a while, with the same `Idempotency-Key` if it is a POST. Quote the `request_id` when you ask about it.',
    example: { error: 'Unexpected server error. Quote the request_id when you ask about it.' },
  },
};
