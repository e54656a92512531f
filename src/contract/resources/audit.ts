// /audit: an addition to the contract. What the keys of an account have changed.
import * as v from 'valibot';
import { author } from '../author-fields.ts';
import { pageEnd, pageStart } from '../list-fields.ts';
import { described, optionally } from '../schema/described.ts';
import { orUnset, timestamp, ulid } from '../schema/fields.ts';
import { AUDIT_DAYS, LIST_MAX } from '../schema/limits.ts';

export const auditEntry = v.object({
  entry_id: ulid('The entry.'),
  at: timestamp('When the request was answered.'),
  operation: described(v.string(), 'The operation: its `operationId` in the OpenAPI document.'),
  resource: described(
    v.string(),
    'Path of what was created, changed or deleted. Of an erasure of a customer, the erasure: no id of a customer is kept here.',
    { examples: ['/sources/01M7YQ2N6B4D8F0G2H4J6K8M0N'] },
  ),
  key: orUnset(author, 'The API key of the request; null for the operator of the service.'),
  source_ip: orUnset(v.string(), 'Address that sent the request; null for the operator of the service.', {
    examples: ['203.0.113.7'],
  }),
  user_agent: orUnset(v.string(), 'Beginning of its `User-Agent`; null without one.', {
    examples: ['order-analytics-client/1.0'],
  }),
});
export type AuditEntryView = v.InferOutput<typeof auditEntry>;

export const listAuditQuery = v.object({
  key_id: optionally(
    ulid('A key_id.'),
    'Only what this key did. A page may then be short, or empty, and still have a `next_cursor`.',
  ),
  ...pageStart('entries', 100, LIST_MAX),
});
export const listAuditResponse = v.object({
  entries: described(v.array(auditEntry), `Newest first, of the last ${AUDIT_DAYS} days.`),
  ...pageEnd,
});
