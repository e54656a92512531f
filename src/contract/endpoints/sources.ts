// POST, GET, PATCH and DELETE /sources, and POST /hooks/{id}.

import { HOOK_REFUSALS, SOURCE_REFUSALS } from '../errors/refusals.ts';
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
import { EVENTS_PER_WINDOW, MAX_SOURCES } from '../schema/limits.ts';
import { defineOperations } from './operations-of.ts';

const { act, change, create, read, remove } = defineOperations('Sources');

export const listSources = read('listSources', '/sources', {
  summary: 'List sources',
  description: 'All sources of the account, oldest first; with a limit, page by page.',
  query: listSourcesQuery,
  answer: { description: 'The sources.', body: listSourcesResponse },
});

export const SOURCE_OPERATIONS = [
  create('createSource', '/sources', {
    summary: 'Receive the webhooks of a shop',
    description: `Creates an address for the order webhooks of a Shopify or WooCommerce shop. Its events become imports of the dataset. With credentials, all past orders are read, and the shop is compared every night. An account has at most ${MAX_SOURCES} sources.`,
    body: createSourceRequest,
    answer: { description: 'The source, with the address for the shop.', body: source },
    refusals: SOURCE_REFUSALS,
  }),
  listSources,
  read('getSource', '/sources/{id}', {
    summary: 'Read a source',
    description: 'Its settings, and what became of its events.',
    pathParameters: sourcePath,
    answer: { description: 'The source.', body: source },
  }),
  change('updateSource', '/sources/{id}', {
    summary: 'Change a source, or replace its secret',
    description:
      'Changes the members that are sent; null clears what can be cleared. A secret that is replaced is accepted for another 24 hours, so that no event is lost while the shop is changed.',
    pathParameters: sourcePath,
    body: updateSourceRequest,
    answer: { description: 'The source.', body: source },
  }),
  remove('deleteSource', '/sources/{id}', {
    summary: 'Delete a source',
    description: 'Its address and its secrets. The orders that it brought stay.',
    pathParameters: sourcePath,
    answer: { description: 'The source as it was.', body: source },
  }),
  act('receiveEvent', '/hooks/{id}', {
    summary: 'The address for a shop',
    description: `Takes an event of the source's shop: a webhook of Shopify (\`X-Shopify-Hmac-Sha256\`) or WooCommerce (\`X-WC-Webhook-Signature\`), signed over its body with the secret of the source. Needs no key, and does not count against the account's requests: a source has a limit of ${EVENTS_PER_WINDOW} events a minute of its own. An event that is delivered again has no further effect, and an event that arrives late never replaces what a newer one stated.`,
    keyless: true,
    pathParameters: sourcePath,
    body: shopEvent,
    answer: {
      description: 'The event was received. It became an import unless it was ignored or a duplicate.',
      body: eventReceived,
    },
    refusals: HOOK_REFUSALS,
  }),
] as const;
