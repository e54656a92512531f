// /audiences/{id}/destinations and /audiences/{id}/deliveries: copies of an audience elsewhere, and what was sent to them.
import { CHANGE_REFUSALS, DESTINATION_REFUSALS, KEYED_REFUSALS, NOT_FOUND } from '../errors/refusals.ts';
import { RATE_HEADERS } from '../headers.ts';
import type { Operation } from '../operation.ts';
import {
  createDestinationRequest,
  destination,
  destinationPath,
  destinationsPath,
  listAudienceDeliveriesQuery,
  listAudienceDeliveriesResponse,
  listDestinationsQuery,
  listDestinationsResponse,
  updateDestinationRequest,
} from '../resources/destinations.ts';
import { CHANGED_HEADERS, READ_HEADERS, STARTED_HEADERS, UNCHANGED } from './reads.ts';

const createDestination = {
  method: 'POST',
  path: '/audiences/{id}/destinations',
  operationId: 'createDestination',
  tag: 'Audiences',
  summary: 'Keep a copy of an audience elsewhere in step',
  description:
    "Creates a destination. It is sent the audience's members now and, after each run, who joined and who left, until it has acknowledged all of it: a destination that is down for a day gets it afterwards. Customers who are held out are never sent. The plan limits how many destinations an account has.",
  pathParameters: destinationsPath,
  headers: ['Idempotency-Key'],
  body: createDestinationRequest,
  answers: [
    {
      status: 201,
      description: 'The destination.',
      body: destination,
      headers: STARTED_HEADERS,
      maybeHeaders: ['Idempotent-Replayed'],
    },
    NOT_FOUND,
    ...DESTINATION_REFUSALS,
  ],
} as const satisfies Operation;

const listDestinations = {
  method: 'GET',
  path: '/audiences/{id}/destinations',
  operationId: 'listDestinations',
  tag: 'Audiences',
  summary: "List an audience's destinations",
  description: 'All of them, oldest first; with a limit, page by page.',
  pathParameters: destinationsPath,
  query: listDestinationsQuery,
  headers: ['If-None-Match'],
  answers: [
    { status: 200, description: 'The destinations.', body: listDestinationsResponse, headers: READ_HEADERS },
    UNCHANGED,
    NOT_FOUND,
    ...KEYED_REFUSALS,
  ],
} as const satisfies Operation;

const getDestination = {
  method: 'GET',
  path: '/audiences/{id}/destinations/{destination_id}',
  operationId: 'getDestination',
  tag: 'Audiences',
  summary: 'Read a destination',
  description: 'Its settings without its secret, what it is in step with, and why its last request failed.',
  pathParameters: destinationPath,
  headers: ['If-None-Match'],
  answers: [
    { status: 200, description: 'The destination.', body: destination, headers: READ_HEADERS },
    UNCHANGED,
    NOT_FOUND,
    ...KEYED_REFUSALS,
  ],
} as const satisfies Operation;

const updateDestination = {
  method: 'PATCH',
  path: '/audiences/{id}/destinations/{destination_id}',
  operationId: 'updateDestination',
  tag: 'Audiences',
  summary: 'Change a destination, or replace its secret',
  description:
    'Changes the members that are sent. A delivery that has failed is tried again, with the new settings.',
  pathParameters: destinationPath,
  headers: ['If-Match'],
  body: updateDestinationRequest,
  answers: [
    { status: 200, description: 'The destination.', body: destination, headers: CHANGED_HEADERS },
    ...CHANGE_REFUSALS,
    ...KEYED_REFUSALS,
  ],
} as const satisfies Operation;

const deleteDestination = {
  method: 'DELETE',
  path: '/audiences/{id}/destinations/{destination_id}',
  operationId: 'deleteDestination',
  tag: 'Audiences',
  summary: 'Delete a destination',
  description: 'With its secret. The customers that it was sent stay there.',
  pathParameters: destinationPath,
  answers: [
    { status: 200, description: 'The destination as it was.', body: destination, headers: RATE_HEADERS },
    NOT_FOUND,
    ...KEYED_REFUSALS,
  ],
} as const satisfies Operation;

const listAudienceDeliveries = {
  method: 'GET',
  path: '/audiences/{id}/deliveries',
  operationId: 'listAudienceDeliveries',
  tag: 'Audiences',
  summary: 'List what was sent to destinations',
  description: 'Newest first: of each run and destination, what was sent, and how it ended.',
  pathParameters: destinationsPath,
  query: listAudienceDeliveriesQuery,
  headers: ['If-None-Match'],
  answers: [
    {
      status: 200,
      description: 'The deliveries.',
      body: listAudienceDeliveriesResponse,
      headers: READ_HEADERS,
    },
    UNCHANGED,
    NOT_FOUND,
    ...KEYED_REFUSALS,
  ],
} as const satisfies Operation;

export const DESTINATION_OPERATIONS = [
  createDestination,
  listDestinations,
  getDestination,
  updateDestination,
  deleteDestination,
  listAudienceDeliveries,
] as const;
