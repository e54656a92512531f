// /audiences/{id}/destinations and /audiences/{id}/deliveries: copies of an audience elsewhere, and what was sent to
// them.
import { DESTINATION_REFUSALS } from '../errors/refusals.ts';
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
import { defineOperations } from './operations-of.ts';

const { create, read, change, remove } = defineOperations('Audiences');

export const DESTINATION_OPERATIONS = [
  create('createDestination', '/audiences/{id}/destinations', {
    summary: 'Keep a copy of an audience elsewhere in step',
    description:
      "Creates a destination. It is sent the audience's members now and, after each run, who joined and who left, until it has acknowledged all of it: a destination that is down for a day gets it afterwards. Customers who are held out are never sent. The plan limits how many destinations an account has.",
    pathParameters: destinationsPath,
    body: createDestinationRequest,
    answer: { description: 'The destination.', body: destination },
    refusals: DESTINATION_REFUSALS,
  }),
  read('listDestinations', '/audiences/{id}/destinations', {
    summary: "List an audience's destinations",
    description: 'All of them, oldest first; with a limit, page by page.',
    pathParameters: destinationsPath,
    query: listDestinationsQuery,
    answer: { description: 'The destinations.', body: listDestinationsResponse },
  }),
  read('getDestination', '/audiences/{id}/destinations/{destination_id}', {
    summary: 'Read a destination',
    description: 'Its settings without its secret, what it is in step with, and why its last request failed.',
    pathParameters: destinationPath,
    answer: { description: 'The destination.', body: destination },
  }),
  change('updateDestination', '/audiences/{id}/destinations/{destination_id}', {
    summary: 'Change a destination, or replace its secret',
    description:
      'Changes the members that are sent. A delivery that has failed is tried again, with the new settings.',
    pathParameters: destinationPath,
    body: updateDestinationRequest,
    answer: { description: 'The destination.', body: destination },
  }),
  remove('deleteDestination', '/audiences/{id}/destinations/{destination_id}', {
    summary: 'Delete a destination',
    description: 'With its secret. The customers that it was sent stay there.',
    pathParameters: destinationPath,
    answer: { description: 'The destination as it was.', body: destination },
  }),
  read('listAudienceDeliveries', '/audiences/{id}/deliveries', {
    summary: 'List what was sent to destinations',
    description: 'Newest first: of each run and destination, what was sent, and how it ended.',
    pathParameters: destinationsPath,
    query: listAudienceDeliveriesQuery,
    answer: { description: 'The deliveries.', body: listAudienceDeliveriesResponse },
  }),
] as const;
