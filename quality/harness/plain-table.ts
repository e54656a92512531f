// The keys that both tables of a stage have, for engines that a test or benchmark starts without a stage.
import type { TableProperties } from '../../local/engines/dynamodb.ts';
import { CUSTOMER_INDEX } from '../../src/stores/tables/orders-table.ts';

export const PLAIN_TABLE: TableProperties = {
  KeySchema: [
    { AttributeName: 'pk', KeyType: 'HASH' },
    { AttributeName: 'sk', KeyType: 'RANGE' },
  ],
  AttributeDefinitions: [
    { AttributeName: 'pk', AttributeType: 'S' },
    { AttributeName: 'sk', AttributeType: 'S' },
  ],
  GlobalSecondaryIndexes: [],
};

export const ORDERS_TABLE: TableProperties = {
  KeySchema: PLAIN_TABLE.KeySchema,
  AttributeDefinitions: [
    ...PLAIN_TABLE.AttributeDefinitions,
    { AttributeName: CUSTOMER_INDEX.sort, AttributeType: 'S' },
  ],
  GlobalSecondaryIndexes: [
    {
      IndexName: CUSTOMER_INDEX.name,
      KeySchema: [
        { AttributeName: CUSTOMER_INDEX.partition, KeyType: 'HASH' },
        { AttributeName: CUSTOMER_INDEX.sort, KeyType: 'RANGE' },
      ],
      Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: [CUSTOMER_INDEX.date] },
    },
  ],
};
