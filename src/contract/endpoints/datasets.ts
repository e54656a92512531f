// GET /datasets, and GET, PUT and PATCH /datasets/{slug}.

import { NOT_FOUND } from '../errors/refusals.ts';
import {
  changeDatasetRequest,
  dataset,
  datasetPath,
  listDatasetsQuery,
  listDatasetsResponse,
  updateDatasetRequest,
} from '../resources/datasets.ts';
import { mergeList, storedMergeList } from '../schema/identity.ts';
import { CHANGED_HEADERS, defineOperations } from './operations-of.ts';

const { change, read, replace } = defineOperations('Datasets');

export const listDatasets = read('listDatasets', '/datasets', {
  summary: 'List datasets',
  description:
    'All datasets of the account by slug; with a limit, page by page. `default` is always included.',
  query: listDatasetsQuery,
  answer: { description: 'The datasets.', body: listDatasetsResponse },
});

export const DATASET_OPERATIONS = [
  listDatasets,
  read('getDataset', '/datasets/{slug}', {
    summary: 'Read a dataset',
    description: 'Its settings, and what it holds. `default` always exists.',
    pathParameters: datasetPath,
    answer: { description: 'The dataset.', body: dataset },
  }),
  replace('updateDataset', '/datasets/{slug}', {
    summary: 'Replace the settings of a dataset, or create one',
    description:
      'Replaces all settings of the dataset: a member that is missing or null gets its default, so that a request with a name alone resets the currency and the time zone. To change some settings, use `PATCH`. A dataset that does not exist is created without orders. Reports that are requested afterwards use the settings; orders and finished reports stay as they are.',
    pathParameters: datasetPath,
    body: updateDatasetRequest,
    answer: { description: 'The dataset.', body: dataset },
    refusals: [
      {
        status: 201,
        description: 'The dataset, which did not exist.',
        body: dataset,
        headers: [...CHANGED_HEADERS, 'Location'],
      },
    ],
  }),
  change('changeDataset', '/datasets/{slug}', {
    summary: 'Change settings of a dataset',
    description:
      'Changes the members that are sent; null resets one to its default. Reports that are requested afterwards use the settings; orders and finished reports stay as they are.',
    pathParameters: datasetPath,
    body: changeDatasetRequest,
    answer: { description: 'The dataset.', body: dataset },
  }),
  read('getMergeList', '/datasets/{slug}/merges', {
    summary: 'Read the merge list of a dataset',
    description:
      'Customer ids that are one person, and ids that no rule may join. Empty until it is replaced.',
    pathParameters: datasetPath,
    answer: { description: 'The list.', body: storedMergeList },
  }),
  replace('replaceMergeList', '/datasets/{slug}/merges', {
    summary: 'Replace the merge list of a dataset',
    description:
      'Reports with identity rules that are computed afterwards join these ids; without rules (`identity` of the dataset), the list has no effect. Stored orders keep their ids: an empty list undoes it.',
    pathParameters: datasetPath,
    body: mergeList,
    answer: { description: 'The list.', body: storedMergeList },
    refusals: [NOT_FOUND],
  }),
] as const;
