// What all reads have in common: an answer that can be asked for again cheaply.
import type { ResponseHeader } from '../headers.ts';
import type { Answer } from '../operation.ts';

export const RATE_HEADERS: readonly ResponseHeader[] = ['X-RateLimit-Limit', 'X-RateLimit-Remaining'];
export const READ_HEADERS: readonly ResponseHeader[] = [...RATE_HEADERS, 'ETag', 'Cache-Control'];

export const UNCHANGED: Answer = {
  status: 304,
  description: 'What the client has, by its `If-None-Match`, still holds.',
  headers: READ_HEADERS,
  maybeHeaders: ['Vary'],
  sharedAs: 'Unchanged',
};
