// ETag on reads, and 304 where the client has the same already: polling a large report costs its body once.
import { createHash } from 'node:crypto';
import type { MiddlewareObj } from '@middy/core';
import type { Answer, ApiEvent } from './call.ts';

/** Whoever has the key may keep it, and must ask whether it still holds. */
export const OWN = 'private, no-cache';
/** Anybody may keep it for five minutes: the same for all, and changed by a deployment only. */
export const FOR_ALL = 'public, max-age=300';

export function conditionalGet(cacheControl: typeof OWN | typeof FOR_ALL): MiddlewareObj<ApiEvent, Answer> {
  return {
    after: (request) => {
      const { response, event } = request;
      if (response?.statusCode !== 200 || response.body === undefined) return;
      const etag = `"${createHash('sha256').update(response.body).digest('base64url').slice(0, 27)}"`;
      const kept = { ETag: etag, 'Cache-Control': cacheControl };
      if (!matches(event.headers['if-none-match'], etag)) {
        request.response = { ...response, headers: { ...response.headers, ...kept } };
        return;
      }
      // What the answer varies by holds for its absence too.
      const vary = response.headers?.Vary;
      request.response = { statusCode: 304, headers: { ...kept, ...(vary !== undefined && { Vary: vary }) } };
    },
  };
}

/** A list of tags, weak ones too, or * for any. https://www.rfc-editor.org/rfc/rfc9110#field.if-none-match */
function matches(wanted: string | undefined, etag: string): boolean {
  if (wanted === undefined) return false;
  return wanted.trim() === '*' || wanted.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
