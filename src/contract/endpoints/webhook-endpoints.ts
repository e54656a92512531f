// /webhooks/endpoints and /events: where an account's events are sent, and the list of them.
import { MAX_HELD_READS_PER_ACCOUNT } from '../../schema/limits.ts';
import {
  CHANGE_REFUSALS,
  ENDPOINT_REFUSALS,
  KEYED_REFUSALS,
  NOT_FOUND,
  SEND_REFUSALS,
} from '../errors/refusals.ts';
import { RATE_HEADERS } from '../headers.ts';
import type { Operation } from '../operation.ts';
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
import { CHANGED_HEADERS, READ_HEADERS, STARTED_HEADERS, UNCHANGED } from './reads.ts';

const createEndpoint = {
  method: 'POST',
  path: '/webhooks/endpoints',
  operationId: 'createEndpoint',
  tag: 'Events',
  summary: 'Send the events of the account to an address',
  description:
    'Creates an endpoint. It is sent the events of all reports, imports, exports, erasures, schedules and audiences of the account that end from now on, each until it is accepted, one after the other. Events are recorded as long as the account has an endpoint, paused or not. The plan limits how many an account has.',
  headers: ['Idempotency-Key'],
  body: createEndpointRequest,
  answers: [
    {
      status: 201,
      description: 'The endpoint.',
      body: webhookEndpoint,
      headers: STARTED_HEADERS,
      maybeHeaders: ['Idempotent-Replayed'],
    },
    ...ENDPOINT_REFUSALS,
  ],
} as const satisfies Operation;

const listEndpoints = {
  method: 'GET',
  path: '/webhooks/endpoints',
  operationId: 'listEndpoints',
  tag: 'Events',
  summary: 'List the webhook endpoints',
  description: 'All of them, oldest first; with a limit, page by page.',
  query: listEndpointsQuery,
  headers: ['If-None-Match'],
  answers: [
    { status: 200, description: 'The endpoints.', body: listEndpointsResponse, headers: READ_HEADERS },
    UNCHANGED,
    ...KEYED_REFUSALS,
  ],
} as const satisfies Operation;

const getEndpoint = {
  method: 'GET',
  path: '/webhooks/endpoints/{id}',
  operationId: 'getEndpoint',
  tag: 'Events',
  summary: 'Read a webhook endpoint',
  description:
    'Its settings without its secrets, how far it was sent events, and why its last attempt failed.',
  pathParameters: endpointPath,
  headers: ['If-None-Match'],
  answers: [
    { status: 200, description: 'The endpoint.', body: webhookEndpoint, headers: READ_HEADERS },
    UNCHANGED,
    NOT_FOUND,
    ...KEYED_REFUSALS,
  ],
} as const satisfies Operation;

const updateEndpoint = {
  method: 'PATCH',
  path: '/webhooks/endpoints/{id}',
  operationId: 'updateEndpoint',
  tag: 'Events',
  summary: 'Change or pause a webhook endpoint, or rotate its secret',
  description:
    'Changes the members that are sent; an attempt that has failed is then repeated at once. To rotate a secret, add the new one, teach it to the receiver, and drop the old one: while there are two, both sign every event.',
  pathParameters: endpointPath,
  headers: ['If-Match'],
  body: updateEndpointRequest,
  answers: [
    { status: 200, description: 'The endpoint.', body: webhookEndpoint, headers: CHANGED_HEADERS },
    ...CHANGE_REFUSALS,
    ...KEYED_REFUSALS,
  ],
} as const satisfies Operation;

const deleteEndpoint = {
  method: 'DELETE',
  path: '/webhooks/endpoints/{id}',
  operationId: 'deleteEndpoint',
  tag: 'Events',
  summary: 'Delete a webhook endpoint',
  description: 'With its secrets. An account without an endpoint has no further events.',
  pathParameters: endpointPath,
  answers: [
    { status: 200, description: 'The endpoint as it was.', body: webhookEndpoint, headers: RATE_HEADERS },
    NOT_FOUND,
    ...KEYED_REFUSALS,
  ],
} as const satisfies Operation;

const pingEndpoint = {
  method: 'POST',
  path: '/webhooks/endpoints/{id}/ping',
  operationId: 'pingEndpoint',
  tag: 'Events',
  summary: 'Try a webhook endpoint',
  description: `Sends the event \`webhook.test\` once, signed with the secrets of the endpoint, also while it is paused. The response comes with the outcome, within about 10 seconds; it is listed in the endpoint's deliveries. At most ${MAX_HELD_READS_PER_ACCOUNT} webhooks of an account are sent on request at once.`,
  pathParameters: endpointPath,
  answers: [
    {
      status: 200,
      description: 'The attempt, delivered or not.',
      body: endpointDelivery,
      headers: RATE_HEADERS,
    },
    NOT_FOUND,
    ...SEND_REFUSALS,
  ],
} as const satisfies Operation;

const listEndpointDeliveries = {
  method: 'GET',
  path: '/webhooks/endpoints/{id}/deliveries',
  operationId: 'listEndpointDeliveries',
  tag: 'Events',
  summary: 'List the attempts to deliver events to an endpoint',
  description: 'Newest first: each attempt, with the status that the receiver responded with.',
  pathParameters: endpointPath,
  query: listEndpointDeliveriesQuery,
  headers: ['If-None-Match'],
  answers: [
    {
      status: 200,
      description: 'The attempts.',
      body: listEndpointDeliveriesResponse,
      headers: READ_HEADERS,
    },
    UNCHANGED,
    NOT_FOUND,
    ...KEYED_REFUSALS,
  ],
} as const satisfies Operation;

const listEvents = {
  method: 'GET',
  path: '/events',
  operationId: 'listEvents',
  tag: 'Events',
  summary: 'List the events of the account',
  description:
    'In the order of the log. To catch up after a receiver was down, or instead of a receiver: ask for those `after` the last `sequence` that you have processed, until `has_more` is false. Events are recorded as long as the account has an endpoint, which may be paused.',
  query: listEventsQuery,
  headers: ['If-None-Match'],
  answers: [
    { status: 200, description: 'The events.', body: listEventsResponse, headers: READ_HEADERS },
    UNCHANGED,
    ...KEYED_REFUSALS,
  ],
} as const satisfies Operation;

export const WEBHOOK_ENDPOINT_OPERATIONS = [
  createEndpoint,
  listEndpoints,
  getEndpoint,
  updateEndpoint,
  deleteEndpoint,
  pingEndpoint,
  listEndpointDeliveries,
  listEvents,
] as const;
