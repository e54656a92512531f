// POST and GET /data/orders.
import * as v from 'valibot';
import { MAX_LINE_ITEMS_PER_REQUEST } from '../../schema/limits.ts';
import { KEYED_REFUSALS, NOT_FOUND, ORDERS_REFUSALS } from '../errors/refusals.ts';
import type { Operation } from '../operation.ts';
import {
  getImportsQuery,
  importJob,
  listImportsResponse,
  submitOrdersRequest,
  submitOrdersResponse,
} from '../resources/orders/orders.ts';
import { READ_HEADERS, STARTED_HEADERS, UNCHANGED } from './reads.ts';

const submitOrders = {
  method: 'POST',
  path: '/data/orders',
  operationId: 'submitOrders',
  tag: 'Orders',
  summary: 'Push orders',
  description: `Accepts up to ${MAX_LINE_ITEMS_PER_REQUEST} line items for a dataset; they are applied asynchronously. A row is identified by order_id and product_name: sending it again updates it and never duplicates it, so any request may be repeated. All rows of an order belong in one request. Fields that the API does not have are ignored and listed in \`warnings\`; with \`Prefer: handling=strict\` they are a 400. At most two requests in flight at a time are recommended.`,
  headers: ['Idempotency-Key', 'Content-Encoding', 'Prefer'],
  body: submitOrdersRequest,
  answers: [
    {
      status: 202,
      description: 'Accepted and queued.',
      body: submitOrdersResponse,
      headers: STARTED_HEADERS,
      maybeHeaders: ['Idempotent-Replayed', 'Preference-Applied'],
    },
    ...ORDERS_REFUSALS,
  ],
} as const satisfies Operation;

const getImports = {
  method: 'GET',
  path: '/data/orders',
  operationId: 'getImports',
  tag: 'Orders',
  summary: 'Read an import, or list the recent ones',
  description:
    'With import_id, that import: while it is in progress, `Retry-After` says when to read again, and `Prefer: wait=20` holds the response until it is finished. Without import_id, the recent imports, newest first.',
  query: getImportsQuery,
  headers: ['If-None-Match', 'Prefer'],
  answers: [
    {
      status: 200,
      description: 'The import, or a page of the list.',
      body: v.union([importJob, listImportsResponse]),
      headers: READ_HEADERS,
      maybeHeaders: ['Retry-After', 'Preference-Applied'],
    },
    UNCHANGED,
    NOT_FOUND,
    ...KEYED_REFUSALS,
  ],
} as const satisfies Operation;

export const ORDER_OPERATIONS = [submitOrders, getImports] as const;
