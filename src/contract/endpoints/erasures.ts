// DELETE /datasets/{slug}, DELETE /customers/{id}, GET /erasures and GET /erasures/{id}.
import {
  eraseCustomerPath,
  eraseCustomerQuery,
  eraseDatasetPath,
  erasure,
  erasurePath,
  listErasuresQuery,
  listErasuresResponse,
} from '../erasures.ts';
import type { Answer, Operation } from '../operation.ts';
import { INVALID_REQUEST, KEYED_REFUSALS, NOT_FOUND } from '../refusals.ts';
import { RATE_HEADERS, READ_HEADERS, UNCHANGED } from './reads.ts';

const ACCEPTED: Answer = {
  status: 202,
  description: 'The erasure that was begun, or the one of this dataset that goes on.',
  body: erasure,
  headers: RATE_HEADERS,
};

export const deleteDataset = {
  method: 'DELETE',
  path: '/datasets/{slug}',
  operationId: 'deleteDataset',
  tag: 'Erasure',
  summary: 'Erase a dataset',
  description:
    'Erases, asynchronously, all orders of a dataset that were accepted before, with the reports on it. What is pushed afterwards stays. While it goes on, reports on the dataset are refused.',
  pathParameters: eraseDatasetPath,
  answers: [ACCEPTED, INVALID_REQUEST, NOT_FOUND, ...KEYED_REFUSALS],
} as const satisfies Operation;

export const deleteCustomer = {
  method: 'DELETE',
  path: '/customers/{id}',
  operationId: 'deleteCustomer',
  tag: 'Erasure',
  summary: 'Erase a customer',
  description:
    'Erases, asynchronously, all orders of a customer in a dataset that were accepted before, with the reports that are about the customer. The answer is the same whether or not there was such a customer.',
  pathParameters: eraseCustomerPath,
  greedy: true,
  query: eraseCustomerQuery,
  answers: [ACCEPTED, INVALID_REQUEST, NOT_FOUND, ...KEYED_REFUSALS],
} as const satisfies Operation;

export const getErasure = {
  method: 'GET',
  path: '/erasures/{id}',
  operationId: 'getErasure',
  tag: 'Erasure',
  summary: 'Read an erasure',
  description:
    'How far it is and what it took. `Retry-After` says when to ask again while it goes on, and `Prefer: wait=20` holds the answer until it has ended.',
  pathParameters: erasurePath,
  headers: ['If-None-Match', 'Prefer'],
  answers: [
    {
      status: 200,
      description: 'The erasure.',
      body: erasure,
      headers: READ_HEADERS,
      maybeHeaders: ['Retry-After', 'Preference-Applied'],
    },
    UNCHANGED,
    NOT_FOUND,
    ...KEYED_REFUSALS,
  ],
} as const satisfies Operation;

export const listErasures = {
  method: 'GET',
  path: '/erasures',
  operationId: 'listErasures',
  tag: 'Erasure',
  summary: 'List erasures',
  description: 'Newest first.',
  query: listErasuresQuery,
  headers: ['If-None-Match'],
  answers: [
    { status: 200, description: 'A page of the list.', body: listErasuresResponse, headers: READ_HEADERS },
    UNCHANGED,
    INVALID_REQUEST,
    ...KEYED_REFUSALS,
  ],
} as const satisfies Operation;
