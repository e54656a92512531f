// The bodies of errors, a schema for each code, and what the gateway says when no function was reached.
import * as v from 'valibot';
import { described } from '../../schema/described.ts';
import { count } from '../../schema/fields.ts';
import type { AnsweredCode } from './error-codes.ts';

function errorBody<const C extends AnsweredCode, E extends v.ObjectEntries>(code: C, entries: E) {
  return v.object({
    error: described(v.string(), 'What is wrong, in a sentence. For people: it may change.'),
    code: described(v.literal(code), 'Stable: for programs.'),
    ...entries,
    request_id: described(v.pipe(v.string(), v.uuid()), 'Names this request in the log of the service.', {
      examples: ['1b2c3d4e-0000-4000-8000-123456789abc'],
    }),
    doc_url: described(
      v.pipe(v.string(), v.url()),
      'What the code means and what to do, on the reference page of this service.',
    ),
  });
}

export const ERROR_BODIES = {
  invalid_request: errorBody('invalid_request', {
    param: v.optional(
      described(v.string(), 'Path of the field that is wrong; missing when it is the body itself.', {
        examples: ['orders[3].line_items[0].quantity'],
      }),
    ),
  }),
  unauthorized: errorBody('unauthorized', {}),
  plan_required: errorBody('plan_required', {}),
  key_not_allowed: errorBody('key_not_allowed', {}),
  origin_not_allowed: errorBody('origin_not_allowed', {}),
  not_found: errorBody('not_found', {}),
  method_not_allowed: errorBody('method_not_allowed', {}),
  request_in_progress: errorBody('request_in_progress', {}),
  dataset_being_erased: errorBody('dataset_being_erased', {}),
  report_not_finished: errorBody('report_not_finished', {}),
  precondition_failed: errorBody('precondition_failed', {}),
  payload_too_large: errorBody('payload_too_large', {}),
  idempotency_key_reused: errorBody('idempotency_key_reused', {}),
  rate_limited: errorBody('rate_limited', {
    retry_after_ms: described(
      v.pipe(v.number(), v.integer(), v.minValue(1)),
      'Milliseconds until there is room again.',
      { examples: [11_420] },
    ),
  }),
  monthly_limit_exceeded: errorBody('monthly_limit_exceeded', {
    limit: described(count, 'Reports that the plan allows in a calendar month (UTC).', { examples: [500] }),
    used: described(count, 'Reports of this month that count.', { examples: [500] }),
  }),
  export_limit_exceeded: errorBody('export_limit_exceeded', {}),
  import_limit_exceeded: errorBody('import_limit_exceeded', {}),
  webhook_limit_exceeded: errorBody('webhook_limit_exceeded', {}),
  schedule_limit_exceeded: errorBody('schedule_limit_exceeded', {}),
  audience_limit_exceeded: errorBody('audience_limit_exceeded', {}),
  destination_limit_exceeded: errorBody('destination_limit_exceeded', {}),
  endpoint_limit_exceeded: errorBody('endpoint_limit_exceeded', {}),
  source_limit_exceeded: errorBody('source_limit_exceeded', {}),
  key_limit_exceeded: errorBody('key_limit_exceeded', {}),
  last_admin_key: errorBody('last_admin_key', {}),
  invalid_signature: errorBody('invalid_signature', {}),
  source_paused: errorBody('source_paused', {}),
  internal_error: errorBody('internal_error', {}),
} satisfies Readonly<Record<AnsweredCode, v.GenericSchema>>;

/** API Gateway's own words: it knows neither request ids nor codes. */
export const gatewayMessage = v.object({
  message: described(v.string(), 'What happened.', { examples: ['Service Unavailable'] }),
});
