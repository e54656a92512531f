// The bodies of errors, a schema for each code, and what the gateway says when no function was reached.
import * as v from 'valibot';
import { codedText } from '../schema/coded.ts';
import { described, optionally } from '../schema/described.ts';
import { count } from '../schema/fields.ts';
import type { AnsweredCode } from './error-codes.ts';

/** Beside those of every error. */
const MEMBERS: Readonly<Partial<Record<AnsweredCode, v.ObjectEntries>>> = {
  invalid_request: {
    param: optionally(v.string(), 'Path of the field that is wrong; missing when it is the body itself.', {
      examples: ['orders[3].line_items[0].quantity'],
    }),
    error_coded: codedText('error'),
  },
  rate_limited: {
    retry_after_ms: described(
      v.pipe(v.number(), v.integer(), v.minValue(1)),
      'Milliseconds until there is room again.',
      { examples: [11_420] },
    ),
  },
  monthly_limit_exceeded: {
    limit: described(count, 'Reports that the plan allows in a calendar month (UTC).', { examples: [500] }),
    used: described(count, 'Reports of this month that count.', { examples: [500] }),
  },
};

const BODIES = new Map<AnsweredCode, v.GenericSchema>();

/** The same schema at each call. */
export function getErrorBody(code: AnsweredCode): v.GenericSchema {
  const known = BODIES.get(code);
  if (known !== undefined) return known;
  const body = v.object({
    error: described(v.string(), 'The problem in a sentence. For people: it may change.'),
    code: described(v.literal(code), 'Stable: for programs.'),
    ...MEMBERS[code],
    request_id: described(v.pipe(v.string(), v.uuid()), 'Names this request in the log of the service.', {
      examples: ['1b2c3d4e-0000-4000-8000-123456789abc'],
    }),
    doc_url: described(
      v.pipe(v.string(), v.url()),
      'Link to the meaning of the code and its remedy, on the reference page of this service.',
    ),
  });
  BODIES.set(code, body);
  return body;
}

/** API Gateway's own text, which has neither request id nor code. */
export const gatewayMessage = v.object({
  message: described(v.string(), 'The problem.', { examples: ['Service Unavailable'] }),
});
