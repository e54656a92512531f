// Creates the two tables of a stage on an engine that the tests of a file share.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll } from 'vitest';
import {
  LOCAL_CREDENTIALS,
  type LocalDynamoDb,
  startDynamoDb,
} from '../../../../apps/local-cloud/engines/dynamodb.ts';
import { createDocumentClient } from '../../../../src/service/aws/clients.ts';
import { ORDERS_TABLE, SERVICE_TABLE } from '../../../../tools/harness/plain-table.ts';

/** Unique, since a running engine may have other users. */
const RUN = `${process.pid}-${Date.now().toString(36)}`;
export const TABLES = { orders: `orders-${RUN}`, service: `service-${RUN}` };

export function useTables(): { readonly client: DynamoDBClient; readonly db: DynamoDBDocumentClient } {
  let engine: LocalDynamoDb | undefined;
  let client: DynamoDBClient | undefined;
  beforeAll(async () => {
    const endpoint = process.env.DYNAMODB_ENDPOINT;
    engine = await startDynamoDb({ file: undefined, endpoint, onLoss: console.error });
    await engine.createTable(TABLES.orders, ORDERS_TABLE);
    await engine.createTable(TABLES.service, SERVICE_TABLE);
    client = new DynamoDBClient({
      endpoint: engine.endpoint,
      region: 'us-east-1',
      credentials: LOCAL_CREDENTIALS,
    });
  });
  afterAll(async () => {
    client?.destroy();
    await engine?.stop();
  });
  const getClient = (): DynamoDBClient => {
    if (client === undefined) throw new Error('the engine starts before the tests');
    return client;
  };
  return {
    get client() {
      return getClient();
    },
    get db() {
      return createDocumentClient(getClient());
    },
  };
}
