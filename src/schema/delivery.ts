// One attempt to deliver a report's webhook. It never holds the address that it went to.
import * as v from 'valibot';
import { described } from './described.ts';
import { count, timestamp } from './fields.ts';

export const delivery = v.object({
  attempt: described(
    v.pipe(v.number(), v.integer(), v.minValue(1)),
    'From 1, in the order in which they were made.',
  ),
  trigger: v.optional(
    described(v.picklist(['schedule', 'redelivery']), 'On the retry schedule, or by hand.'),
    'schedule',
  ),
  at: timestamp('When it was made.'),
  outcome: described(
    v.picklist(['delivered', 'retry', 'given_up']),
    '`retry`: it will be tried again at `next_at`.',
  ),
  response_status: v.optional(
    described(count, 'The status code that the receiver answered; missing when there was no answer.', {
      examples: [503],
    }),
  ),
  problem: v.optional(
    described(v.string(), 'Why it failed, in words.', { examples: ['the receiver responded with 503'] }),
  ),
  duration_ms: described(v.number(), 'How long it took, in milliseconds.', { examples: [84] }),
  next_at: v.optional(timestamp('When it will be tried again: present exactly when the outcome is `retry`.')),
});

export const deliveries = v.optional(
  described(
    v.array(delivery),
    'Attempts to deliver the webhook, first one first. Present when the report was asked for with a webhook_url.',
  ),
);
