// list_datasets, export_orders, get_usage: what there is to ask about, all of it as files, and what the account may
// still request.
import * as v from 'valibot';
import type {
  GetUsageResponse,
  ListDatasetsResponse,
  OrderExport,
} from '../../../packages/client/src/contract.ts';
import { listDatasets } from '../../contract/endpoints/datasets.ts';
import { createOrderExport, getOrderExport } from '../../contract/endpoints/exports.ts';
import { getUsage } from '../../contract/endpoints/usage.ts';
import { KeyNotAllowedError } from '../../contract/errors/errors.ts';
import { dataset } from '../../contract/resources/datasets.ts';
import { createOrderExportRequest, orderExport } from '../../contract/resources/orders/order-exports.ts';
import { getUsageResponse } from '../../contract/resources/usage.ts';
import { described } from '../../contract/schema/described.ts';
import { nextCursor, pageFields, readPage } from '../page.ts';
import { pickFields, pickMembers, type Tool } from '../tool.ts';

const { slug, name, currency, time_zone, contents } = dataset.entries;
const NAMES_CUSTOMERS =
  'The files name customers, and this connection hides them: the person who connects the agent can show them, with X-Customer-Ids: show or --customer-ids.';
/** Seconds that a call waits for an export. */
const WAIT_SECONDS = 15;

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

const exported = v.object(
  pickFields(orderExport, ['export_id', 'status', 'rows', 'fail_reason', 'files', 'download_expires_at']),
);

export const exportOrdersTool: Tool = {
  name: 'export_orders',
  title: 'Export the orders of a dataset',
  description:
    "Writes the line items of a dataset to files, and waits for them: addresses to hand to a program, such as DuckDB or pandas, that no key is needed for. It counts against the month's exports of orders. If it is Processing, call again with its export_id.",
  operations: [createOrderExport, getOrderExport],
  input: v.object({
    dataset_id: orderExport.entries.dataset_id,
    format: createOrderExportRequest.entries.format,
    from: createOrderExportRequest.entries.from,
    to: createOrderExportRequest.entries.to,
    export_id: v.optional(described(v.string(), 'Of an export that this tool has started: waits for it.')),
  }),
  answer: exported,
  run: async ({ ask, customerIds, args: { dataset_id: slug, export_id, ...body } }) => {
    if (!customerIds) throw new KeyNotAllowedError(NAMES_CUSTOMERS);
    const started =
      export_id === undefined
        ? await ask<OrderExport>(createOrderExport, { path: { slug }, body })
        : { export_id };
    const path = { slug, export_id: started.export_id };
    return pickMembers(exported, await ask<OrderExport>(getOrderExport, { path, waitSeconds: WAIT_SECONDS }));
  },
};

export const getUsageTool: Tool = {
  name: 'get_usage',
  title: 'Read usage and limits',
  description:
    'The plan of the account, stored line items, reports and exports of orders of the month and the rate limit, each with its limit.',
  operations: [getUsage],
  input: v.object({}),
  answer: getUsageResponse,
  run: async ({ ask }) => pickMembers(getUsageResponse, await ask<GetUsageResponse>(getUsage)),
};
