// GET /orders, GET and DELETE /orders/{order_id}.
import { IMPORT_REFUSALS, NOT_FOUND } from '../errors/refusals.ts';
import { submitOrdersResponse } from '../resources/orders/orders.ts';
import {
  deleteOrderQuery,
  getOrderQuery,
  listOrdersQuery,
  listOrdersResponse,
  orderPath,
  storedOrder,
} from '../resources/orders/stored-orders.ts';
import { defineOperations } from './operations-of.ts';

const { erase, read } = defineOperations('Orders');

export const STORED_ORDER_OPERATIONS = [
  read('getOrder', '/orders/{order_id}', {
    summary: 'Read an order',
    description:
      'The order as it is stored, with the import that wrote each value. Includes every import that was completed before the request.',
    pathParameters: orderPath,
    greedy: true,
    query: getOrderQuery,
    answer: { description: 'The order.', body: storedOrder },
  }),
  erase('deleteOrder', '/orders/{order_id}', {
    summary: 'Delete an order, or a line item of one',
    description:
      'Asynchronously deletes all line items of an order that were accepted before, or the one that is named, as an import of one row: follow it with `GET /data/orders?import_id=`. What was pushed earlier and is applied later stays deleted; what is pushed afterwards brings it back. Reports that are requested when the import is completed no longer have it. The response is the same whether or not the order exists, and the request may be repeated.',
    pathParameters: orderPath,
    greedy: true,
    query: deleteOrderQuery,
    answer: { description: 'Accepted and queued.', body: submitOrdersResponse },
    refusals: [NOT_FOUND, ...IMPORT_REFUSALS],
  }),
  read('listOrders', '/orders', {
    summary: 'List orders',
    description:
      'The orders of a customer, newest first, or those of a dataset or a range of dates. A request reads a bounded part of the dataset: follow `next_cursor` until there is none.',
    query: listOrdersQuery,
    answer: { description: 'A page of the list.', body: listOrdersResponse },
  }),
] as const;
