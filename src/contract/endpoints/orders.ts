// POST and GET /data/orders.
import * as v from 'valibot';
import { NOT_FOUND, ORDERS_REFUSALS } from '../errors/refusals.ts';
import {
  getImportsQuery,
  importJob,
  listImportsResponse,
  submitOrdersRequest,
  submitOrdersResponse,
} from '../resources/orders/orders.ts';
import { MAX_LINE_ITEMS_PER_REQUEST } from '../schema/limits.ts';
import { defineOperations } from './operations-of.ts';

const { create, read } = defineOperations('Orders');

export const ORDER_OPERATIONS = [
  create('submitOrders', '/data/orders', {
    summary: 'Push orders',
    description: `Accepts up to ${MAX_LINE_ITEMS_PER_REQUEST} line items for a dataset; they are applied asynchronously. A row is identified by order_id and product_name: sending it again updates it and never duplicates it, so any request may be repeated. All rows of an order belong in one request. Fields that the API does not have are ignored and listed in \`warnings\`; with \`Prefer: handling=strict\` they are a 400. At most two requests in flight at a time are recommended.`,
    body: submitOrdersRequest,
    headers: ['Content-Encoding', 'Prefer'],
    answer: {
      status: 202,
      description: 'Accepted and queued.',
      body: submitOrdersResponse,
      maybeHeaders: ['Preference-Applied'],
    },
    refusals: ORDERS_REFUSALS,
  }),
  read('getImports', '/data/orders', {
    summary: 'Read an import, or list the recent ones',
    description:
      'With import_id, that import: while it is in progress, `Retry-After` says when to read again, and `Prefer: wait=20` holds the response until it is finished. Without import_id, the recent imports, newest first.',
    query: getImportsQuery,
    headers: ['Prefer'],
    answer: {
      description: 'The import, or a page of the list.',
      body: v.union([importJob, listImportsResponse]),
      maybeHeaders: ['Retry-After', 'Preference-Applied'],
    },
    refusals: [NOT_FOUND],
  }),
] as const;
