// The events that a report's webhook_url receives, a destination of an audience, and a webhook endpoint of an account.

import type * as v from 'valibot';
import type { JsonSchema } from '../contract/json-schema.ts';
import { audiencePage } from '../contract/resources/destinations.ts';
import { accountEvent } from '../contract/resources/events.ts';
import {
  SIGNATURE_HEADER,
  STANDARD_HEADERS,
  WEBHOOK_EVENTS,
  webhookPayload,
  webhookTestPayload,
} from '../contract/resources/webhook.ts';
import { DELIVERY_DAYS, EVENT_RETRY_DAYS } from '../contract/schema/limits.ts';
import { createSample } from './examples/examples.ts';
import { type JsonObject, toReference } from './parts.ts';

const HEADERS = [
  {
    name: SIGNATURE_HEADER,
    description:
      '`sha256=` and the lowercase hex HMAC-SHA256 of the raw body, keyed with the lowercase hex SHA-256 of the API key that asked for the report, taken as text.',
    schema: { type: 'string', pattern: '^sha256=[0-9a-f]{64}$' },
    example: 'sha256=8586f90cabff494566ffa5b5c653c72c6ba70212215d22531afc691641a82544',
  },
  {
    name: STANDARD_HEADERS.id,
    description: 'The event: the same at every attempt and redelivery. Handle each id once.',
    schema: { type: 'string', pattern: '^msg_[0-9A-Z]{26}$' },
    example: 'msg_01M7YN9QHZYR8GXB77DH0YCNR5',
  },
  {
    name: STANDARD_HEADERS.timestamp,
    description: 'Unix seconds of this attempt. Refuse what is older than five minutes.',
    schema: { type: 'integer' },
    example: 1_774_965_909,
  },
  {
    name: STANDARD_HEADERS.signature,
    description:
      '`v1,` and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>`, keyed with the 32 bytes of that hash: the signature of Standard Webhooks. More than one may come, parted by spaces.',
    schema: { type: 'string' },
    example: 'v1,BLXWEln6GVUcGuozo6XjIAANM/LtssuYNCA94zofIIA=',
  },
];

/** Headers of a page for a destination, which has its own secret. */
const PAGE_HEADERS = [
  {
    name: STANDARD_HEADERS.id,
    description:
      'The request: the destination and the `sequence` of the page, which is another at every attempt.',
    schema: { type: 'string', pattern: '^msg_[0-9A-Z]{26}_[0-9]+$' },
    example: 'msg_01M7YQA1C5E7G9J1M3P5R7T9V1_17',
  },
  ...HEADERS.filter(({ name }) => name === STANDARD_HEADERS.timestamp),
  {
    name: STANDARD_HEADERS.signature,
    description:
      "`v1,` and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>`, keyed with the bytes of the destination's secret: the signature of Standard Webhooks.",
    schema: { type: 'string' },
    example: 'v1,BLXWEln6GVUcGuozo6XjIAANM/LtssuYNCA94zofIIA=',
  },
];

/** Headers of an event for an endpoint, which has its own secrets. */
const ENDPOINT_HEADERS = [
  ...HEADERS.filter(({ name }) => name === STANDARD_HEADERS.id || name === STANDARD_HEADERS.timestamp),
  {
    name: STANDARD_HEADERS.signature,
    description:
      '`v1,` and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>`, keyed with the bytes of a secret of the endpoint: the signature of Standard Webhooks. Of two secrets, both sign: two signatures, parted by a space.',
    schema: { type: 'string' },
    example: 'v1,BLXWEln6GVUcGuozo6XjIAANM/LtssuYNCA94zofIIA=',
  },
];

interface EventText {
  readonly operationId: string;
  readonly summary: string;
  readonly when: string;
  readonly schema: v.GenericSchema;
  /** Members in which it differs from what its schema suggests. */
  readonly example?: object;
  /** Default: those of a report's event. */
  readonly headers?: typeof HEADERS;
  /** Effect of a 410. Default: the event is not sent again. */
  readonly gone?: string;
}

const RETRIED = `Any 2xx within 10 seconds delivers; 410 and redirects give up; everything else is tried again for ${EVENT_RETRY_DAYS} days.`;

const EVENTS = [...WEBHOOK_EVENTS, 'webhook.test', 'audience.changed', 'account.event'] as const;

const TEXTS: Readonly<Record<(typeof EVENTS)[number], EventText>> = {
  'report.completed': {
    operationId: 'onReportCompleted',
    summary: 'A report is finished',
    when: `Sent when a report is Completed, with warnings or without. ${RETRIED}`,
    schema: webhookPayload,
    example: { event: 'report.completed', status: 'Completed' },
  },
  'report.failed': {
    operationId: 'onReportFailed',
    summary: 'A report failed',
    when: `Sent when a report is Failed; \`fail_reason\` says why. ${RETRIED}`,
    schema: webhookPayload,
    example: { event: 'report.failed', status: 'Failed', fail_reason: 'The report was cancelled.' },
  },
  'webhook.test': {
    operationId: 'onWebhookTest',
    summary: 'A receiver is tried',
    when: 'Sent once by `POST /webhooks/test`, whose response says what became of it. It concerns no report: verify it and respond with any 2xx.',
    schema: webhookTestPayload,
  },
  'audience.changed': {
    operationId: 'onAudienceChanged',
    summary: 'An audience has changed',
    when: `A page of customers for a destination of an audience: apply it, then respond with any 2xx. The next page comes after it. 410 and redirects end the delivery; everything else is tried again for ${DELIVERY_DAYS} days.`,
    schema: audiencePage,
    headers: PAGE_HEADERS,
    gone: 'Not wanted: nothing is sent before the next run.',
  },
  'account.event': {
    operationId: 'onAccountEvent',
    summary: 'Something has ended in an account',
    when: `An event of the account for one of its webhook endpoints; \`event\` says which. The next event comes after it. 410 and redirects pause the endpoint; everything else is tried again for ${DELIVERY_DAYS} days.`,
    schema: accountEvent,
    headers: ENDPOINT_HEADERS,
    gone: 'Not wanted: the endpoint is paused.',
  },
};

export function describeWebhooks(named: Readonly<Record<string, JsonSchema>>): JsonObject {
  return Object.fromEntries(
    EVENTS.map((event) => {
      const {
        operationId,
        summary,
        when,
        schema,
        example,
        headers = HEADERS,
        gone = 'Not wanted: it is not tried again.',
      } = TEXTS[event];
      return [
        event,
        {
          post: {
            operationId,
            tags: ['Webhooks'],
            summary,
            description: `${when} Verify a signature over the raw body before anything else.`,
            security: [],
            parameters: headers.map((header) => ({ ...header, in: 'header', required: true })),
            requestBody: {
              required: true,
              content: {
                'application/json': {
                  schema: toReference(schema),
                  examples: {
                    [event]: {
                      summary,
                      value: { ...Object(createSample(toReference(schema), named)), ...example },
                    },
                  },
                },
              },
            },
            responses: {
              '204': { description: 'Taken. Any other 2xx is as good.' },
              '410': { description: gone },
            },
          },
        },
      ];
    }),
  );
}
