// DELETE /datasets/{slug}, DELETE /customers/{id}, GET /erasures and GET /erasures/{id}.

import { KEYED_REFUSALS, NOT_FOUND } from '../errors/refusals.ts';
import type { Answer, Operation } from '../operation.ts';
import {
  eraseCustomerPath,
  eraseCustomerQuery,
  eraseDatasetPath,
  erasure,
  erasurePath,
  listErasuresQuery,
  listErasuresResponse,
} from '../resources/erasures.ts';
import { READ_HEADERS, STARTED_HEADERS, UNCHANGED } from './reads.ts';

const ACCEPTED: Answer = {
  status: 202,
  description: 'The erasure, or the one of this dataset that is in progress already.',
  body: erasure,
  headers: STARTED_HEADERS,
};

const deleteDataset = {
  method: 'DELETE',
  path: '/datasets/{slug}',
  operationId: 'deleteDataset',
  tag: 'Erasure',
  summary: 'Erase a dataset',
  description:
    'Asynchronously erases all orders of a dataset that were accepted before, and the reports on it. Orders pushed afterwards stay. During the erasure, new reports on the dataset are refused.',
  pathParameters: eraseDatasetPath,
  answers: [ACCEPTED, NOT_FOUND, ...KEYED_REFUSALS],
} as const satisfies Operation;

const deleteCustomer = {
  method: 'DELETE',
  path: '/customers/{id}',
  operationId: 'deleteCustomer',
  tag: 'Erasure',
  summary: 'Erase a customer',
  description:
    'Asynchronously erases all orders of a customer in a dataset that were accepted before, and the reports whose filters name the customer. The response is the same whether or not the customer exists.',
  pathParameters: eraseCustomerPath,
  greedy: true,
  query: eraseCustomerQuery,
  answers: [ACCEPTED, ...KEYED_REFUSALS],
} as const satisfies Operation;

const getErasure = {
  method: 'GET',
  path: '/erasures/{id}',
  operationId: 'getErasure',
  tag: 'Erasure',
  summary: 'Read an erasure',
  description:
    'Progress and counts. While the erasure is in progress, `Retry-After` says when to read again; `Prefer: wait=20` holds the response until it has completed.',
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

const listErasures = {
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
    ...KEYED_REFUSALS,
  ],
} as const satisfies Operation;

export const ERASURE_OPERATIONS = [deleteDataset, deleteCustomer, listErasures, getErasure] as const;
