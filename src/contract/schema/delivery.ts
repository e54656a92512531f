// One attempt to deliver a report's webhook. It never contains the address.
import * as v from 'valibot';
import { codedText } from './coded.ts';
import { described, optionally } from './described.ts';
import { count, timestamp } from './fields.ts';
import { DELIVERIES_IN_REPORT } from './limits.ts';

export const delivery = v.object({
  attempt: described(v.pipe(v.number(), v.integer(), v.minValue(1)), 'Number of the attempt, from 1.'),
  trigger: v.optional(
    described(v.picklist(['schedule', 'redelivery']), 'The retry schedule, or a request to send it again.'),
    'schedule',
  ),
  at: timestamp('When it was sent.'),
  outcome: described(
    v.picklist(['delivered', 'retry', 'given_up']),
    '`retry`: the next attempt is at `next_at`.',
  ),
  response_status: optionally(count, "The receiver's status code; omitted if there was no response.", {
    examples: [204],
  }),
  fail_reason: optionally(v.string(), 'Why it failed; omitted if it was delivered.', {
    examples: ['the receiver responded with 503'],
  }),
  fail_reason_coded: codedText('fail_reason'),
  problem: optionally(v.string(), 'The same as `fail_reason`, under its earlier name.'),
  duration_ms: described(v.number(), 'Duration in milliseconds.', { examples: [84] }),
  next_at: v.optional(timestamp('Time of the next attempt: present exactly if the outcome is `retry`.')),
});

export const deliveries = optionally(
  v.array(delivery),
  `The last ${DELIVERIES_IN_REPORT} attempts to deliver the webhook, oldest first; \`GET /reports/{id}/deliveries\` lists all. Present if the report was requested with a webhook_url.`,
);
