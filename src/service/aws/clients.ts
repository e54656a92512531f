// The SDK clients, created once per process. The SDK reads endpoints, region and credentials from the environment, so
// this module works unchanged in AWS and in the local cloud.
import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { AwsJson1_0Protocol } from '@aws-sdk/core/protocols';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { openShortWay } from './short-way.ts';

// The protocol of DynamoDB and SQS, with the largest part of a request written by JSON.stringify. The SDK
// writes JSON byte by byte in JavaScript, guided by the schema of the operation: for a transaction of 80
// orders that takes longer than merging them, and for a batch of messages longer than writing the messages.

type SerializeRequest = AwsJson1_0Protocol['serializeRequest'];
type Operation = Parameters<SerializeRequest>[0];
type Context = Parameters<SerializeRequest>[2];

/**
 * The member that is nearly all of a request, by operation. The SDK adds the rest, such as the client request
 * token.
 */
const LARGEST: Readonly<Record<string, string>> = {
  TransactWriteItems: 'TransactItems',
  BatchGetItem: 'RequestItems',
  SendMessageBatch: 'Entries',
};

const TEXT = new TextDecoder();

/**
 * Only for attributes without bytes, which JSON.stringify would write in another form: tables and messages
 * have none.
 */
export class NativeJsonProtocol extends AwsJson1_0Protocol {
  override async serializeRequest<Input extends object>(
    operation: Operation,
    input: Input,
    context: Context,
  ): ReturnType<SerializeRequest> {
    const member = LARGEST[operation.name];
    const large: unknown = member === undefined ? undefined : Reflect.get(input, member);
    if (member === undefined || large === undefined) return super.serializeRequest(operation, input, context);
    const request = await super.serializeRequest(operation, { ...input, [member]: undefined }, context);
    const rest = TEXT.decode(request.body);
    request.body = `{"${member}":${JSON.stringify(large)}${rest === '{}' ? '' : ','}${rest.slice(1)}`;
    return request;
  }
}

// Timeouts of requests to AWS. The SDK's own are minutes: a silently lost connection would use up a
// function's whole time. The SDK repeats a timed-out request on another connection.

/** For requests answered within milliseconds: three attempts end before an endpoint's time limit, 29 s. */
export const SMALL_REQUESTS: NonNullable<DynamoDBClientConfig['requestHandler']> = {
  connectionTimeout: 1_000,
  requestTimeout: 8_000,
  throwOnRequestTimeout: true,
};

/** For objects: time until the response begins, and between parts of it. */
export const OBJECT_REQUESTS: NonNullable<DynamoDBClientConfig['requestHandler']> = {
  connectionTimeout: 1_000,
  requestTimeout: 20_000,
  throwOnRequestTimeout: true,
  socketTimeout: 20_000,
};

export function createDynamoDbClient(config: DynamoDBClientConfig = {}): DynamoDBClient {
  return new DynamoDBClient({ requestHandler: SMALL_REQUESTS, ...config, protocol: NativeJsonProtocol });
}

/** Empty values are omitted from items, never written as nulls. */
export function createDocumentClient(
  client: DynamoDBClient = createDynamoDbClient(),
): DynamoDBDocumentClient {
  // The middleware copies input and output of every call for a log that is not written: a quarter of the
  // processor time of a transaction of 80 orders.
  client.middlewareStack.remove('loggerMiddleware');
  openShortWay(client);
  return DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
}
