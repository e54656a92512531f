// ETag on reads, and 304 if the client already has the same version: polling a large report transfers its
// body once.
import { createHash } from 'node:crypto';
import type { MiddlewareObj } from '@middy/core';
import type { Answer, ApiEvent } from './call.ts';

/** Only the client itself may cache the response, and must revalidate. */
export const OWN = 'private, no-cache';
/**
 * Any cache may keep the response for five minutes: it is the same for all clients and changes only with a
 * deployment.
 */
export const FOR_ALL = 'public, max-age=300';
/** Responses to publishable keys are public. For five minutes, reopening a page sends no request. */
export const FOR_PAGES = 'public, max-age=300';
/** Any cache may keep the response, and must revalidate. */
export const REVALIDATED = 'public, no-cache';
/** The response's address changes with its contents. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';

const ON_UNCHANGED = ['Vary', 'Preference-Applied'];

type CacheControl = typeof OWN | typeof FOR_ALL | typeof FOR_PAGES | typeof REVALIDATED;

/** A response may have a Cache-Control of its own. */
export function handleConditionalGet(
  cacheControl: (event: ApiEvent) => CacheControl,
): MiddlewareObj<ApiEvent, Answer> {
  return {
    after: (request) => {
      const { response, event } = request;
      if (response?.statusCode !== 200 || response.body === undefined) return;
      const etag = computeEtag(response.body);
      const kept = {
        ETag: etag,
        'Cache-Control': response.headers?.['Cache-Control'] ?? cacheControl(event),
      };
      const known = event.headers['if-none-match'];
      if (known === undefined || !isMatchingTag(known, etag)) {
        request.response = { ...response, headers: { ...response.headers, ...kept } };
        return;
      }
      // A 304 carries the same Vary header as the 200, and says whether it was held.
      const also = Object.entries(response.headers ?? {}).filter(([name]) => ON_UNCHANGED.includes(name));
      request.response = { statusCode: 304, headers: { ...kept, ...Object.fromEntries(also) } };
    },
  };
}

/** The tag of a response's body. */
export function computeEtag(body: string): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
}

/** A list of tags, including weak ones, or * for any. https://www.rfc-editor.org/rfc/rfc9110#field.if-none-match */
export function isMatchingTag(wanted: string, etag: string): boolean {
  return wanted.trim() === '*' || wanted.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
