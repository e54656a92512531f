// POST, GET, PATCH and DELETE /keys, and GET /audit.

import { KEY_REFUSALS, LAST_ADMIN_KEY } from '../errors/refusals.ts';
import { listAuditQuery, listAuditResponse } from '../resources/audit.ts';
import {
  apiKey,
  createdKey,
  createKeyRequest,
  keyPath,
  listCreatedQuery,
  listCreatedResponse,
  listKeysQuery,
  listKeysResponse,
  revokedKey,
  revokeKeyQuery,
  updateKeyRequest,
} from '../resources/keys.ts';
import { AUDIT_DAYS, KEY_KEPT_DAYS, MAX_KEYS_CREATED_DAILY, MAX_LIVE_KEYS } from '../schema/limits.ts';
import { defineOperations } from './operations-of.ts';

const { create, read, change, remove } = defineOperations('Keys');

const { secret, read_only, publishable } = MAX_LIVE_KEYS;
const ADMIN = 'Only with an admin key (`afn_adm_…`).';

export const KEY_OPERATIONS = [
  create('createKey', '/keys', {
    summary: 'Create a key',
    description: `${ADMIN} The response holds the key, once. An account has at most ${secret} secret, ${read_only} read-only and ${publishable} publishable keys that are live, and its admin keys create at most ${MAX_KEYS_CREATED_DAILY} in 24 hours.`,
    body: createKeyRequest,
    adminKeys: true,
    answer: { description: 'The key.', body: createdKey },
    refusals: KEY_REFUSALS,
  }),
  read('listKeys', '/keys', {
    summary: 'List keys',
    description: `${ADMIN} All keys of the account with their names, last use and expiry, oldest first; those that have ended for ${KEY_KEPT_DAYS} days.`,
    query: listKeysQuery,
    adminKeys: true,
    answer: { description: 'The keys.', body: listKeysResponse },
  }),
  read('getKey', '/keys/{id}', {
    summary: 'Read a key',
    description: `${ADMIN} What the list has of it.`,
    pathParameters: keyPath,
    adminKeys: true,
    answer: { description: 'The key, without its secret.', body: apiKey },
  }),
  read('listCreatedByKey', '/keys/{id}/created', {
    summary: 'List what a key made',
    description: `${ADMIN} Audiences, destinations, webhook endpoints, schedules and sources that it created, or changed last, and keys that it created: what revoking it pauses.`,
    pathParameters: keyPath,
    query: listCreatedQuery,
    adminKeys: true,
    answer: { description: 'What the key made.', body: listCreatedResponse },
  }),
  change('updateKey', '/keys/{id}', {
    summary: 'Name a key, or let it expire',
    description: `${ADMIN} Changes the members that are sent. A key that has ended cannot be changed. An admin key can end only while another one of the account is valid as long.`,
    pathParameters: keyPath,
    body: updateKeyRequest,
    adminKeys: true,
    answer: { description: 'The key.', body: apiKey },
    refusals: [LAST_ADMIN_KEY],
  }),
  remove('revokeKey', '/keys/{id}', {
    summary: 'Revoke a key',
    description: `${ADMIN} The key is refused from the next request on, and nothing is created or changed with it any more, also by a request that was admitted before. By default, what it made is paused, and keys that it created are revoked: \`GET /keys/{id}/created\` lists them before. With \`created=keep\`, as when another key replaces it, everything stays. Sent again, it pauses what an interrupted request has left. An admin key can be revoked only while another one of the account is valid as long.`,
    pathParameters: keyPath,
    query: revokeKeyQuery,
    adminKeys: true,
    answer: { description: 'The key, which has ended, and what it made.', body: revokedKey },
    refusals: [LAST_ADMIN_KEY],
  }),
  read('listAudit', '/audit', {
    summary: 'List what keys changed',
    description: `${ADMIN} Requests that changed something: which key, what, when and from where; newest first, of the last ${AUDIT_DAYS} days. Requests that were refused are not in it, and neither is what schedules and shops do.`,
    query: listAuditQuery,
    adminKeys: true,
    answer: { description: 'The entries.', body: listAuditResponse },
  }),
] as const;
