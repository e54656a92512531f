// Defines the keys that both tables of a stage have, for engines that a test or benchmark starts without a stage.
import type { TableProperties } from '../../apps/local-cloud/engines/dynamodb.ts';
import { CUSTOMER_INDEX } from '../../src/service/tables/orders-table.ts';
import { UNFINISHED_INDEX } from '../../src/service/tables/service-table.ts';

const PLAIN_TABLE: TableProperties = {
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

function withIndex(
  { name, partition, sort }: { readonly name: string; readonly partition: string; readonly sort: string },
  NonKeyAttributes: string[] = [],
): TableProperties {
  const known = PLAIN_TABLE.AttributeDefinitions;
  const added = [partition, sort].filter((key) => !known.some(({ AttributeName }) => AttributeName === key));
  return {
    KeySchema: PLAIN_TABLE.KeySchema,
    AttributeDefinitions: [
      ...known,
      ...added.map((AttributeName) => ({ AttributeName, AttributeType: 'S' as const })),
    ],
    GlobalSecondaryIndexes: [
      {
        IndexName: name,
        KeySchema: [
          { AttributeName: partition, KeyType: 'HASH' },
          { AttributeName: sort, KeyType: 'RANGE' },
        ],
        Projection: {
          ProjectionType: NonKeyAttributes.length > 0 ? 'INCLUDE' : 'KEYS_ONLY',
          NonKeyAttributes,
        },
      },
    ],
  };
}

export const ORDERS_TABLE = withIndex(CUSTOMER_INDEX, [CUSTOMER_INDEX.date]);
export const SERVICE_TABLE = withIndex(UNFINISHED_INDEX);
