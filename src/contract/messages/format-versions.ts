// Versions of what is queued, handed from state to state of a workflow, and kept as JSON in the bucket. What has
// another version, or none, is refused before any of it is used. Files of bytes have versions of their own in their
// heads.
import * as v from 'valibot';

/** The version of the states of all workflows. */
export const STATE_VERSION = 1;
/** The version of the chunks in the ingest queue. */
export const CHUNK_VERSION = 1;
/** The version of dead letters and drafts. */
export const STORED_VERSION = 1;

/** `what` names the object in the error. */
export function expectVersion(what: string, version: number) {
  return v.literal(version, ({ received }) => `${what}: expected version ${version}, got ${received}`);
}
