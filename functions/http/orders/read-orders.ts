// GET /orders and GET /orders/{order_id}: orders as they are stored.
import type { Context } from 'aws-lambda';
import { parseRequest } from '../../../src/contract/parse.ts';
import { decodePath } from '../../../src/contract/path-id.ts';
import {
  getOrderQuery,
  listOrdersQuery,
  orderPath,
} from '../../../src/contract/resources/orders/stored-orders.ts';
import { type Answer, type ApiEvent, answerJson } from '../../../src/http/call.ts';
import { defineEndpoint } from '../../../src/http/endpoint.ts';
import { wireEndpoint } from '../../../src/http/wire.ts';
import { createListOrders, createReadOrder } from '../../../src/service/orders/list-orders.ts';
import { createOrderReader } from '../../../src/service/orders/order-reader.ts';
import { ENVIRONMENT } from '../../../src/service/wiring/environment.ts';

const { admission, db, environment, table } = wireEndpoint(ENVIRONMENT.readOrders);
const reader = createOrderReader(db, { orders: environment.ORDERS_TABLE, service: table });
const readOrder = createReadOrder(reader);
const listOrders = createListOrders(reader);
const get = defineEndpoint(
  admission,
  { body: 'none', query: getOrderQuery },
  async ({ caller: { accountId }, path, query, sealed }) => {
    const { dataset_id: datasetId, cursor, id_encoding } = parseRequest(getOrderQuery, query);
    const named = decodePath('order_id', path, id_encoding);
    const { order_id: orderId } = parseRequest(orderPath, named);
    return answerJson(200, sealed(await readOrder({ accountId, datasetId }, orderId, cursor)));
  },
);
const list = defineEndpoint(
  admission,
  { body: 'none', query: listOrdersQuery },
  async ({ caller, query, sealed }) =>
    answerJson(200, sealed(await listOrders(caller.accountId, parseRequest(listOrdersQuery, query)))),
);

export function handler(event: ApiEvent, context: Context): Promise<Answer> {
  return event.pathParameters?.order_id === undefined ? list(event, context) : get(event, context);
}
