// GET /datasets.
import { listDatasetsQuery, listDatasetsResponse } from '../datasets.ts';
import type { Operation } from '../operation.ts';
import { KEYED_REFUSALS } from '../refusals.ts';
import { READ_HEADERS, UNCHANGED } from './reads.ts';

export const listDatasets = {
  method: 'GET',
  path: '/datasets',
  operationId: 'listDatasets',
  tag: 'Datasets',
  summary: 'List datasets',
  description:
    'All datasets of the account, ordered by slug; with `limit`, page by page. Always includes `default`.',
  query: listDatasetsQuery,
  headers: ['If-None-Match'],
  answers: [
    { status: 200, description: 'The datasets.', body: listDatasetsResponse, headers: READ_HEADERS },
    UNCHANGED,
    ...KEYED_REFUSALS,
  ],
} as const satisfies Operation;
