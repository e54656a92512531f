// DELETE /datasets/{slug}, DELETE /customers/{id}, GET /erasures and GET /erasures/{id}.

import { KEYED_REFUSALS, NOT_FOUND } from '../errors/refusals.ts';
import {
  eraseCustomerPath,
  eraseCustomerQuery,
  eraseDatasetPath,
  erasure,
  erasurePath,
  listErasuresQuery,
  listErasuresResponse,
} from '../resources/erasures.ts';
import { defineOperations } from './operations-of.ts';

const { erase, read } = defineOperations('Erasure');

const ACCEPTED = {
  description: 'The erasure, or the one of this dataset that is in progress already.',
  body: erasure,
};

export const ERASURE_OPERATIONS = [
  erase('deleteDataset', '/datasets/{slug}', {
    summary: 'Erase a dataset',
    description:
      'Asynchronously erases all orders of a dataset that were accepted before, and the reports on it. Orders pushed afterwards stay. During the erasure, new reports on the dataset are refused.',
    pathParameters: eraseDatasetPath,
    answer: ACCEPTED,
    refusals: [NOT_FOUND, ...KEYED_REFUSALS],
  }),
  erase('deleteCustomer', '/customers/{id}', {
    summary: 'Erase a customer',
    description:
      'Asynchronously erases all orders of a customer in a dataset that were accepted before, and the reports whose filters name the customer. The response is the same whether or not the customer exists.',
    pathParameters: eraseCustomerPath,
    greedy: true,
    query: eraseCustomerQuery,
    answer: ACCEPTED,
    refusals: KEYED_REFUSALS,
  }),
  read('listErasures', '/erasures', {
    summary: 'List erasures',
    description: 'Newest first.',
    query: listErasuresQuery,
    answer: { description: 'A page of the list.', body: listErasuresResponse },
  }),
  read('getErasure', '/erasures/{id}', {
    summary: 'Read an erasure',
    description:
      'Progress and counts. While the erasure is in progress, `Retry-After` says when to read again; `Prefer: wait=20` holds the response until it has completed.',
    pathParameters: erasurePath,
    headers: ['Prefer'],
    answer: {
      description: 'The erasure.',
      body: erasure,
      maybeHeaders: ['Retry-After', 'Preference-Applied'],
    },
  }),
] as const;
