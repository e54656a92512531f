// GET /orders, GET and DELETE /orders/{order_id}.
import { IMPORT_REFUSALS, KEYED_REFUSALS, NOT_FOUND } from '../errors/refusals.ts';
import type { Operation } from '../operation.ts';
import { submitOrdersResponse } from '../resources/orders/orders.ts';
import {
  deleteOrderQuery,
  getOrderQuery,
  listOrdersQuery,
  listOrdersResponse,
  orderPath,
  storedOrder,
} from '../resources/orders/stored-orders.ts';
import { READ_HEADERS, STARTED_HEADERS, UNCHANGED } from './reads.ts';

const getOrder = {
  method: 'GET',
  path: '/orders/{order_id}',
  operationId: 'getOrder',
  tag: 'Orders',
  summary: 'Read an order',
  description:
    'The order as it is stored, with the import that wrote each value. Includes every import that was completed before the request.',
  pathParameters: orderPath,
  greedy: true,
  query: getOrderQuery,
  headers: ['If-None-Match'],
  answers: [
    { status: 200, description: 'The order.', body: storedOrder, headers: READ_HEADERS },
    UNCHANGED,
    NOT_FOUND,
    ...KEYED_REFUSALS,
  ],
} as const satisfies Operation;

const listOrders = {
  method: 'GET',
  path: '/orders',
  operationId: 'listOrders',
  tag: 'Orders',
  summary: 'List orders',
  description:
    'The orders of a customer, newest first, or those of a dataset or a range of dates. A request reads a bounded part of the dataset: follow `next_cursor` until there is none.',
  query: listOrdersQuery,
  headers: ['If-None-Match'],
  answers: [
    { status: 200, description: 'A page of the list.', body: listOrdersResponse, headers: READ_HEADERS },
    UNCHANGED,
    ...KEYED_REFUSALS,
  ],
} as const satisfies Operation;

const deleteOrder = {
  method: 'DELETE',
  path: '/orders/{order_id}',
  operationId: 'deleteOrder',
  tag: 'Orders',
  summary: 'Delete an order, or a line item of one',
  description:
    'Asynchronously deletes all line items of an order that were accepted before, or the one that is named, as an import of one row: follow it with `GET /data/orders?import_id=`. What was pushed earlier and is applied later stays deleted; what is pushed afterwards brings it back. Reports that are requested when the import is completed no longer have it. The response is the same whether or not the order exists, and the request may be repeated.',
  pathParameters: orderPath,
  greedy: true,
  query: deleteOrderQuery,
  answers: [
    {
      status: 202,
      description: 'Accepted and queued.',
      body: submitOrdersResponse,
      headers: STARTED_HEADERS,
    },
    NOT_FOUND,
    ...IMPORT_REFUSALS,
  ],
} as const satisfies Operation;

export const STORED_ORDER_OPERATIONS = [getOrder, deleteOrder, listOrders] as const;
