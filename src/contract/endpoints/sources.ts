// POST, GET, PATCH and DELETE /sources, and POST /hooks/{id}.

import { EVENTS_PER_WINDOW, MAX_SOURCES } from '../../schema/limits.ts';
import {
  CHANGE_REFUSALS,
  HOOK_REFUSALS,
  KEYED_REFUSALS,
  NOT_FOUND,
  SOURCE_REFUSALS,
} from '../errors/refusals.ts';
import { RATE_HEADERS } from '../headers.ts';
import type { Operation } from '../operation.ts';
import {
  createSourceRequest,
  eventReceived,
  listSourcesQuery,
  listSourcesResponse,
  shopEvent,
  source,
  sourcePath,
  updateSourceRequest,
} from '../resources/orders/sources.ts';
import { CHANGED_HEADERS, READ_HEADERS, STARTED_HEADERS, UNCHANGED } from './reads.ts';

const createSource = {
  method: 'POST',
  path: '/sources',
  operationId: 'createSource',
  tag: 'Sources',
  summary: 'Receive the webhooks of a shop',
  description: `Creates an address for the order webhooks of a Shopify or WooCommerce shop. Its events become imports of the dataset. An account has at most ${MAX_SOURCES} sources.`,
  headers: ['Idempotency-Key'],
  body: createSourceRequest,
  answers: [
    {
      status: 201,
      description: 'The source, with the address for the shop.',
      body: source,
      headers: STARTED_HEADERS,
      maybeHeaders: ['Idempotent-Replayed'],
    },
    ...SOURCE_REFUSALS,
  ],
} as const satisfies Operation;

const listSources = {
  method: 'GET',
  path: '/sources',
  operationId: 'listSources',
  tag: 'Sources',
  summary: 'List sources',
  description: 'All sources of the account, oldest first; with a limit, page by page.',
  query: listSourcesQuery,
  headers: ['If-None-Match'],
  answers: [
    { status: 200, description: 'The sources.', body: listSourcesResponse, headers: READ_HEADERS },
    UNCHANGED,
    ...KEYED_REFUSALS,
  ],
} as const satisfies Operation;

const getSource = {
  method: 'GET',
  path: '/sources/{id}',
  operationId: 'getSource',
  tag: 'Sources',
  summary: 'Read a source',
  description: 'Its settings, and what became of its events.',
  pathParameters: sourcePath,
  headers: ['If-None-Match'],
  answers: [
    { status: 200, description: 'The source.', body: source, headers: READ_HEADERS },
    UNCHANGED,
    NOT_FOUND,
    ...KEYED_REFUSALS,
  ],
} as const satisfies Operation;

const updateSource = {
  method: 'PATCH',
  path: '/sources/{id}',
  operationId: 'updateSource',
  tag: 'Sources',
  summary: 'Change a source, or replace its secret',
  description:
    'Changes the members that are sent; null clears what can be cleared. A secret that is replaced is accepted for another 24 hours, so that no event is lost while the shop is changed.',
  pathParameters: sourcePath,
  headers: ['If-Match'],
  body: updateSourceRequest,
  answers: [
    { status: 200, description: 'The source.', body: source, headers: CHANGED_HEADERS },
    ...CHANGE_REFUSALS,
    ...KEYED_REFUSALS,
  ],
} as const satisfies Operation;

const deleteSource = {
  method: 'DELETE',
  path: '/sources/{id}',
  operationId: 'deleteSource',
  tag: 'Sources',
  summary: 'Delete a source',
  description: 'Its address and its secrets. The orders that it brought stay.',
  pathParameters: sourcePath,
  answers: [
    { status: 200, description: 'The source as it was.', body: source, headers: RATE_HEADERS },
    NOT_FOUND,
    ...KEYED_REFUSALS,
  ],
} as const satisfies Operation;

const receiveEvent = {
  method: 'POST',
  path: '/hooks/{id}',
  operationId: 'receiveEvent',
  tag: 'Sources',
  summary: 'The address for a shop',
  description: `Takes an event of the source's shop: a webhook of Shopify (\`X-Shopify-Hmac-Sha256\`) or WooCommerce (\`X-WC-Webhook-Signature\`), signed over its body with the secret of the source. Needs no key, and does not count against the account's requests: a source has a limit of ${EVENTS_PER_WINDOW} events a minute of its own. An event that is delivered again has no further effect, and an event that arrives late never replaces what a newer one stated.`,
  keyless: true,
  pathParameters: sourcePath,
  body: shopEvent,
  answers: [
    {
      status: 200,
      description: 'The event was received. It became an import unless it was ignored or a duplicate.',
      body: eventReceived,
      headers: RATE_HEADERS,
    },
    ...HOOK_REFUSALS,
  ],
} as const satisfies Operation;

export const SOURCE_OPERATIONS = [
  createSource,
  listSources,
  getSource,
  updateSource,
  deleteSource,
  receiveEvent,
] as const;
