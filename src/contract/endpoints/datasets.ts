// GET /datasets, and GET, PUT and PATCH /datasets/{slug}.

import {
  CHANGE_REFUSALS,
  KEYED_REFUSALS,
  NOT_FOUND,
  PAYLOAD_TOO_LARGE,
  PRECONDITION_FAILED,
} from '../errors/refusals.ts';
import type { Operation } from '../operation.ts';
import {
  changeDatasetRequest,
  dataset,
  datasetPath,
  listDatasetsQuery,
  listDatasetsResponse,
  updateDatasetRequest,
} from '../resources/datasets.ts';
import { CHANGED_HEADERS, READ_HEADERS, UNCHANGED } from './reads.ts';

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

const getDataset = {
  method: 'GET',
  path: '/datasets/{slug}',
  operationId: 'getDataset',
  tag: 'Datasets',
  summary: 'Read a dataset',
  description: 'Its settings, and what it holds. `default` always exists.',
  pathParameters: datasetPath,
  headers: ['If-None-Match'],
  answers: [
    { status: 200, description: 'The dataset.', body: dataset, headers: READ_HEADERS },
    UNCHANGED,
    NOT_FOUND,
    ...KEYED_REFUSALS,
  ],
} as const satisfies Operation;

const updateDataset = {
  method: 'PUT',
  path: '/datasets/{slug}',
  operationId: 'updateDataset',
  tag: 'Datasets',
  summary: 'Replace the settings of a dataset, or create one',
  description:
    'Replaces all settings of the dataset: a member that is missing or null gets its default, so that a request with a name alone resets the currency and the time zone. To change some settings, use `PATCH`. A dataset that does not exist is created without orders. Reports that are requested afterwards use the settings; orders and finished reports stay as they are.',
  pathParameters: datasetPath,
  headers: ['If-Match'],
  body: updateDatasetRequest,
  answers: [
    { status: 200, description: 'The dataset.', body: dataset, headers: CHANGED_HEADERS },
    {
      status: 201,
      description: 'The dataset, which did not exist.',
      body: dataset,
      headers: [...CHANGED_HEADERS, 'Location'],
    },
    PRECONDITION_FAILED,
    PAYLOAD_TOO_LARGE,
    ...KEYED_REFUSALS,
  ],
} as const satisfies Operation;

const changeDataset = {
  method: 'PATCH',
  path: '/datasets/{slug}',
  operationId: 'changeDataset',
  tag: 'Datasets',
  summary: 'Change settings of a dataset',
  description:
    'Changes the members that are sent; null resets one to its default. Reports that are requested afterwards use the settings; orders and finished reports stay as they are.',
  pathParameters: datasetPath,
  headers: ['If-Match'],
  body: changeDatasetRequest,
  answers: [
    { status: 200, description: 'The dataset.', body: dataset, headers: CHANGED_HEADERS },
    ...CHANGE_REFUSALS,
    ...KEYED_REFUSALS,
  ],
} as const satisfies Operation;

export const DATASET_OPERATIONS = [listDatasets, getDataset, updateDataset, changeDataset] as const;
