// If-Match on writes that replace: prevents two clients from overwriting each other's change unnoticed. The
// tag is that of the GET, so the condition covers everything that the client has read.
import { PreconditionFailedError } from '../contract/errors/errors.ts';
import { type Answer, answerJson } from './call.ts';
import { computeEtag, isMatchingTag } from './conditional-get.ts';

/**
 * `current`: the resource as GET would return it now; undefined if it does not exist. Throws
 * PreconditionFailedError.
 */
export function requireMatch(ifMatch: string | undefined, current: object | undefined): void {
  if (ifMatch === undefined) return;
  const isSame = current !== undefined && isMatchingTag(ifMatch, computeEtag(JSON.stringify(current)));
  if (!isSame) throw new PreconditionFailedError();
}

/** The response to a write, with the tag for the next one. */
export function answerVersioned(statusCode: 200 | 201, body: object): Answer {
  return answerJson(statusCode, body, { ETag: computeEtag(JSON.stringify(body)) });
}
