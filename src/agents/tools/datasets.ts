// list_datasets, get_usage: what there is to ask about, and what the account may still request.
import * as v from 'valibot';
import type { GetUsageResponse, ListDatasetsResponse } from '../../../packages/client/src/contract.ts';
import { listDatasets } from '../../contract/endpoints/datasets.ts';
import { getUsage } from '../../contract/endpoints/usage.ts';
import { dataset } from '../../contract/resources/datasets.ts';
import { getUsageResponse } from '../../contract/resources/usage.ts';
import { described } from '../../contract/schema/described.ts';
import { nextCursor, pageFields, readPage } from '../page.ts';
import { pickMembers, type Tool } from '../tool.ts';

const { slug, name, currency, time_zone, contents } = dataset.entries;
const row = v.object({ slug, name, currency, time_zone, contents });

export const listDatasetsTool: Tool = {
  name: 'list_datasets',
  title: 'List datasets',
  description:
    'The datasets of the account: orders, customers and days in each, currency and time zone. Start here. The slug is the dataset_id of other tools.',
  operations: [listDatasets],
  input: v.object(pageFields),
  answer: v.object({ datasets: described(v.array(row), 'By slug.'), next_cursor: nextCursor }),
  run: ({ ask, args }) =>
    readPage(args, 'datasets', async (query) => {
      const { datasets, next_cursor: next } = await ask<ListDatasetsResponse>(listDatasets, { query });
      return { items: datasets.map((one) => pickMembers(row, one)), next };
    }),
};

export const getUsageTool: Tool = {
  name: 'get_usage',
  title: 'Read usage and limits',
  description:
    'The plan of the account, stored line items, reports of the month and the rate limit, each with its limit.',
  operations: [getUsage],
  input: v.object({}),
  answer: getUsageResponse,
  run: async ({ ask }) => pickMembers(getUsageResponse, await ask<GetUsageResponse>(getUsage)),
};
