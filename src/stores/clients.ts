// The SDK clients, made once per process. Endpoints, region and credentials come from the environment that the SDK
// itself reads, so that nothing here knows where it runs.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/** Empty values are left out of items, never written as nulls. */
export function documentClient(client: DynamoDBClient = new DynamoDBClient({})): DynamoDBDocumentClient {
  return DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
}
