// Versions of what one release writes and another one reads, because a deployment replaced the functions in between: states of
// workflows, messages and letters. A release reads what those before and after it write: objects ignore members that they do not
// know, and a member that a release adds is optional, with a default.
import * as v from 'valibot';

/** Version of the states of all workflows. Raised when one takes or gives other members than in the release before. */
export const STATE_VERSION = 1;
/** Version of the chunks in the ingest queue. */
export const CHUNK_VERSION = 1;
/** Version of letters and drafts, which are JSON in the bucket. Files of bytes have versions of their own. */
export const STORED_VERSION = 1;

/** The version of an object that this release writes as `written`; versions count from 1. `what` names it in the error. */
export function versionOf(what: string, written: number) {
  const readable = [written - 1, written, written + 1].filter((version) => version > 0);
  return v.picklist(
    readable,
    ({ received }) => `${what}: expected version ${readable.join(' or ')}, got ${received}`,
  );
}
