// Fields of destinations and webhook endpoints about the last request to their receiver.
import * as v from 'valibot';
import { codedText } from './schema/coded.ts';
import { orUnset, timestamp } from './schema/fields.ts';

export const lastFailure = {
  next_attempt_at: orUnset(
    timestamp('When the last request, which failed, is repeated; null if it did not.'),
  ),
  fail_reason: orUnset(v.string(), 'Why the last request failed; null if it did not.', {
    examples: ['the receiver responded with 503'],
  }),
  fail_reason_coded: codedText('fail_reason'),
};
