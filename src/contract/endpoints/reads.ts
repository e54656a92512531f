// What all reads have in common: conditional requests.
import { RATE_HEADERS, type ResponseHeader } from '../headers.ts';
import type { Answer } from '../operation.ts';

/** On a response to a request that created or started something. */
export const STARTED_HEADERS: readonly ResponseHeader[] = [...RATE_HEADERS, 'Location'];
/** On a response to a change: `ETag` is for the next one. */
export const CHANGED_HEADERS: readonly ResponseHeader[] = [...RATE_HEADERS, 'ETag'];
export const READ_HEADERS: readonly ResponseHeader[] = [...RATE_HEADERS, 'ETag', 'Cache-Control'];

export const UNCHANGED: Answer = {
  status: 304,
  description: 'Nothing has changed since the response that `If-None-Match` names.',
  headers: READ_HEADERS,
  maybeHeaders: ['Vary', 'Preference-Applied'],
  sharedAs: 'Unchanged',
};
