// Tests lists of orders if the index and the table differ, and if there is too much to read.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { describe, expect, it } from 'vitest';
import { createEmptyPart, type OrderPart } from '../../../src/analysis/ingest/stored-order.ts';
import { createDocumentClient } from '../../../src/service/aws/clients.ts';
import { createListOrders } from '../../../src/service/orders/list-orders.ts';
import { createOrderReader, type OrderReader } from '../../../src/service/orders/order-reader.ts';

const QUERY = { dataset_id: 'default', customer_id: 'ann', limit: 2 } as const;

function createPart(orderId: string, customer: string): OrderPart {
  const line = {
    name: 'tea',
    sku: undefined,
    unitPrice: 1,
    quantity: 1,
    customFields: undefined,
    importId: '1',
  };
  return {
    ...createEmptyPart(orderId),
    customerId: { value: customer, importId: '1' },
    lines: new Map([['tea', line]]),
  };
}

/** `named`: ids in the index; `stored`: orders in the table, as many as a page has room for. */
function createReader(
  named: readonly string[] | undefined,
  stored: readonly (OrderPart | undefined)[] = [],
): OrderReader {
  const rejectUnexpected = async (): Promise<never> => Promise.reject(new Error('not expected'));
  return {
    root: rejectUnexpected,
    parts: rejectUnexpected,
    walk: rejectUnexpected,
    ofCustomer: async () => named?.map((orderId) => ({ orderId, orderDate: undefined })),
    roots: async () => [...stored],
  };
}

describe('a customer’s list of orders', () => {
  it('leaves out an order that now has another customer, or is not stored, and continues after it', async () => {
    const reader = createReader(['1', '2', '3'], [createPart('1', 'bob'), undefined]);
    const { orders, next_cursor } = await createListOrders(reader)('acc', QUERY);
    expect(orders).toEqual([]);
    expect(next_cursor).toBe(Buffer.from('@2').toString('base64url'));
  });

  it('continues after the last order that its page had room for', async () => {
    const reader = createReader(['1', '2'], [createPart('1', 'ann')]);
    const { orders, next_cursor } = await createListOrders(reader)('acc', QUERY);
    expect(orders).toMatchObject([{ order_id: '1', revenue: 1 }]);
    expect(next_cursor).toBe(Buffer.from('@1').toString('base64url'));
  });

  it('is refused if the customer has too many orders', async () => {
    await expect(createListOrders(createReader(undefined))('acc', QUERY)).rejects.toThrow(
      'customer_id: has too many orders',
    );
  });
});

describe('the list of orders in a range of dates', () => {
  it('stops after reading 3 MB of a dataset, even without an order in the range, and returns a cursor to continue there', async () => {
    const db = createDocumentClient(new DynamoDBClient({ region: 'us-east-1' }));
    let queries = 0;
    mockClient(db)
      .on(GetCommand)
      .resolves({})
      .on(QueryCommand)
      .callsFake(async () => ({
        Items: [],
        LastEvaluatedKey: { pk: 'p', sk: `o${++queries}#0` },
        ConsumedCapacity: { CapacityUnits: 256 },
      }));
    const reader = createOrderReader(db, { orders: 'orders', service: 'service' });
    const query = { dataset_id: 'default', from: '2026-03-01', limit: 2 };
    const page = await createListOrders(reader)('acc', query);
    expect(queries).toBe(3);
    expect(page).toEqual({
      ...{ orders: [], has_more: true },
      next_cursor: Buffer.from('0#o3#0').toString('base64url'),
    });
  });
});
