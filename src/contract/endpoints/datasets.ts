// GET /datasets and PUT /datasets/{slug}.

import { KEYED_REFUSALS, PAYLOAD_TOO_LARGE } from '../errors/refusals.ts';
import type { Operation } from '../operation.ts';
import {
  dataset,
  listDatasetsQuery,
  listDatasetsResponse,
  updateDatasetPath,
  updateDatasetRequest,
} from '../resources/datasets.ts';
import { RATE_HEADERS, READ_HEADERS, UNCHANGED } from './reads.ts';

export const listDatasets = {
  method: 'GET',
  path: '/datasets',
  operationId: 'listDatasets',
  tag: 'Datasets',
  summary: 'List datasets',
  description:
    'All datasets of the account by slug; with a limit, page by page. `default` is always included.',
  query: listDatasetsQuery,
  headers: ['If-None-Match'],
  answers: [
    { status: 200, description: 'The datasets.', body: listDatasetsResponse, headers: READ_HEADERS },
    UNCHANGED,
    ...KEYED_REFUSALS,
  ],
} as const satisfies Operation;

export const updateDataset = {
  method: 'PUT',
  path: '/datasets/{slug}',
  operationId: 'updateDataset',
  tag: 'Datasets',
  summary: 'Set a dataset’s name, currency and time zone',
  description:
    'Replaces all settings of the dataset: a member that is missing or null gets its default. A dataset that does not exist is created without orders. Reports that are requested afterwards use the settings; orders and finished reports stay as they are.',
  pathParameters: updateDatasetPath,
  body: updateDatasetRequest,
  answers: [
    { status: 200, description: 'The dataset.', body: dataset, headers: RATE_HEADERS },
    PAYLOAD_TOO_LARGE,
    ...KEYED_REFUSALS,
  ],
} as const satisfies Operation;
