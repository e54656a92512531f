// /webhooks/endpoints and /events: where an account's events are sent, and the list of them.

import { ENDPOINT_REFUSALS, SEND_REFUSALS } from '../errors/refusals.ts';
import { listEventsQuery, listEventsResponse } from '../resources/events.ts';
import {
  createEndpointRequest,
  endpointDelivery,
  endpointPath,
  listEndpointDeliveriesQuery,
  listEndpointDeliveriesResponse,
  listEndpointsQuery,
  listEndpointsResponse,
  updateEndpointRequest,
  webhookEndpoint,
} from '../resources/webhook-endpoints.ts';
import { MAX_HELD_READS_PER_ACCOUNT } from '../schema/limits.ts';
import { defineOperations } from './operations-of.ts';

const { act, change, create, read, remove } = defineOperations('Events');

export const WEBHOOK_ENDPOINT_OPERATIONS = [
  create('createEndpoint', '/webhooks/endpoints', {
    summary: 'Send the events of the account to an address',
    description:
      'Creates an endpoint. It is sent the events of all reports, imports, exports, erasures, schedules and audiences of the account that end from now on, each until it is accepted, one after the other. Events are recorded as long as the account has an endpoint, paused or not. The plan limits how many an account has.',
    body: createEndpointRequest,
    answer: { description: 'The endpoint.', body: webhookEndpoint },
    refusals: ENDPOINT_REFUSALS,
  }),
  read('listEndpoints', '/webhooks/endpoints', {
    summary: 'List the webhook endpoints',
    description: 'All of them, oldest first; with a limit, page by page.',
    query: listEndpointsQuery,
    answer: { description: 'The endpoints.', body: listEndpointsResponse },
  }),
  read('getEndpoint', '/webhooks/endpoints/{id}', {
    summary: 'Read a webhook endpoint',
    description:
      'Its settings without its secrets, how far it was sent events, and why its last attempt failed.',
    pathParameters: endpointPath,
    answer: { description: 'The endpoint.', body: webhookEndpoint },
  }),
  change('updateEndpoint', '/webhooks/endpoints/{id}', {
    summary: 'Change or pause a webhook endpoint, or rotate its secret',
    description:
      'Changes the members that are sent; an attempt that has failed is then repeated at once. To rotate a secret, add the new one, teach it to the receiver, and drop the old one: while there are two, both sign every event.',
    pathParameters: endpointPath,
    body: updateEndpointRequest,
    answer: { description: 'The endpoint.', body: webhookEndpoint },
  }),
  remove('deleteEndpoint', '/webhooks/endpoints/{id}', {
    summary: 'Delete a webhook endpoint',
    description: 'With its secrets. An account without an endpoint has no further events.',
    pathParameters: endpointPath,
    answer: { description: 'The endpoint as it was.', body: webhookEndpoint },
  }),
  act('pingEndpoint', '/webhooks/endpoints/{id}/ping', {
    summary: 'Try a webhook endpoint',
    description: `Sends the event \`webhook.test\` once, signed with the secrets of the endpoint, also while it is paused. The response comes with the outcome, within about 10 seconds; it is listed in the endpoint's deliveries. At most ${MAX_HELD_READS_PER_ACCOUNT} webhooks of an account are sent on request at once.`,
    pathParameters: endpointPath,
    answer: { description: 'The attempt, delivered or not.', body: endpointDelivery },
    refusals: SEND_REFUSALS,
  }),
  read('listEndpointDeliveries', '/webhooks/endpoints/{id}/deliveries', {
    summary: 'List the attempts to deliver events to an endpoint',
    description: 'Newest first: each attempt, with the status that the receiver responded with.',
    pathParameters: endpointPath,
    query: listEndpointDeliveriesQuery,
    answer: { description: 'The attempts.', body: listEndpointDeliveriesResponse },
  }),
  read('listEvents', '/events', {
    summary: 'List the events of the account',
    description:
      'In the order of the log. To catch up after a receiver was down, or instead of a receiver: ask for those `after` the last `sequence` that you have processed, until `has_more` is false. Events are recorded as long as the account has an endpoint, which may be paused.',
    query: listEventsQuery,
    answer: { description: 'The events.', body: listEventsResponse },
  }),
] as const;
