// GET /orders and GET /orders/{order_id}.
import { KEYED_REFUSALS, NOT_FOUND } from '../errors/refusals.ts';
import type { Operation } from '../operation.ts';
import {
  getOrderQuery,
  listOrdersQuery,
  listOrdersResponse,
  orderPath,
  storedOrder,
} from '../resources/stored-orders.ts';
import { READ_HEADERS, UNCHANGED } from './reads.ts';

export const getOrder = {
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

export const listOrders = {
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
