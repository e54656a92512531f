// The keys that both tables of a stage have, for engines that a test or benchmark starts without a stage.
import type { TableProperties } from '../../local/engines/dynamodb.ts';

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
