// The SDK clients, created once per process. The SDK reads endpoints, region and credentials from the environment, so
// this module works unchanged in AWS and in the local cloud.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/** Empty values are omitted from items, never written as nulls. */
export function documentClient(client: DynamoDBClient = new DynamoDBClient({})): DynamoDBDocumentClient {
  return DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
}
