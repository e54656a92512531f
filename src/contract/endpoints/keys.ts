// POST, GET, PATCH and DELETE /keys.
import { KEY_KEPT_DAYS, MAX_KEYS_CREATED_DAILY, MAX_LIVE_KEYS } from '../../schema/limits.ts';
import {
  CHANGE_REFUSALS,
  KEY_REFUSALS,
  KEYED_REFUSALS,
  LAST_ADMIN_KEY,
  NOT_FOUND,
} from '../errors/refusals.ts';
import { RATE_HEADERS } from '../headers.ts';
import type { Operation } from '../operation.ts';
import {
  apiKey,
  createdKey,
  createKeyRequest,
  keyPath,
  listKeysQuery,
  listKeysResponse,
  updateKeyRequest,
} from '../resources/keys.ts';
import { CHANGED_HEADERS, READ_HEADERS, STARTED_HEADERS, UNCHANGED } from './reads.ts';

const { secret, read_only, publishable } = MAX_LIVE_KEYS;
const ADMIN = 'Only with an admin key (`afn_adm_…`).';

const createKey = {
  method: 'POST',
  path: '/keys',
  operationId: 'createKey',
  tag: 'Keys',
  summary: 'Create a key',
  description: `${ADMIN} The response holds the key, once. An account has at most ${secret} secret, ${read_only} read-only and ${publishable} publishable keys that are live, and its admin keys create at most ${MAX_KEYS_CREATED_DAILY} in 24 hours.`,
  headers: ['Idempotency-Key'],
  body: createKeyRequest,
  adminKeys: true,
  answers: [
    {
      status: 201,
      description: 'The key.',
      body: createdKey,
      headers: STARTED_HEADERS,
      maybeHeaders: ['Idempotent-Replayed'],
    },
    ...KEY_REFUSALS,
  ],
} as const satisfies Operation;

const listKeys = {
  method: 'GET',
  path: '/keys',
  operationId: 'listKeys',
  tag: 'Keys',
  summary: 'List keys',
  description: `${ADMIN} All keys of the account with their names, last use and expiry, oldest first; those that have ended for ${KEY_KEPT_DAYS} days.`,
  query: listKeysQuery,
  headers: ['If-None-Match'],
  adminKeys: true,
  answers: [
    { status: 200, description: 'The keys.', body: listKeysResponse, headers: READ_HEADERS },
    UNCHANGED,
    ...KEYED_REFUSALS,
  ],
} as const satisfies Operation;

const getKey = {
  method: 'GET',
  path: '/keys/{id}',
  operationId: 'getKey',
  tag: 'Keys',
  summary: 'Read a key',
  description: `${ADMIN} What the list has of it.`,
  pathParameters: keyPath,
  headers: ['If-None-Match'],
  adminKeys: true,
  answers: [
    { status: 200, description: 'The key, without its secret.', body: apiKey, headers: READ_HEADERS },
    UNCHANGED,
    NOT_FOUND,
    ...KEYED_REFUSALS,
  ],
} as const satisfies Operation;

const updateKey = {
  method: 'PATCH',
  path: '/keys/{id}',
  operationId: 'updateKey',
  tag: 'Keys',
  summary: 'Name a key, or let it expire',
  description: `${ADMIN} Changes the members that are sent. A key that has ended cannot be changed. An admin key can end only while another one of the account is valid as long.`,
  pathParameters: keyPath,
  headers: ['If-Match'],
  body: updateKeyRequest,
  adminKeys: true,
  answers: [
    { status: 200, description: 'The key.', body: apiKey, headers: CHANGED_HEADERS },
    LAST_ADMIN_KEY,
    ...CHANGE_REFUSALS,
    ...KEYED_REFUSALS,
  ],
} as const satisfies Operation;

const revokeKey = {
  method: 'DELETE',
  path: '/keys/{id}',
  operationId: 'revokeKey',
  tag: 'Keys',
  summary: 'Revoke a key',
  description: `${ADMIN} The key is refused from the next request on. Keys that it created stay: revoke them too if it leaked. An admin key can be revoked only while another one of the account is valid as long.`,
  pathParameters: keyPath,
  adminKeys: true,
  answers: [
    { status: 200, description: 'The key, which has ended.', body: apiKey, headers: RATE_HEADERS },
    LAST_ADMIN_KEY,
    NOT_FOUND,
    ...KEYED_REFUSALS,
  ],
} as const satisfies Operation;

export const KEY_OPERATIONS = [createKey, listKeys, getKey, updateKey, revokeKey] as const;
