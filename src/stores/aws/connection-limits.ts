// How long a function waits for AWS. The SDK waits for minutes: a connection that is lost without a word would cost a function its
// whole time. What ran out of time is sent again, by the SDK, on another connection.
import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';

/** For requests that are answered within milliseconds: three attempts end before an endpoint's time limit, 29 s. */
export const SMALL_REQUESTS: NonNullable<DynamoDBClientConfig['requestHandler']> = {
  connectionTimeout: 1_000,
  requestTimeout: 8_000,
  throwOnRequestTimeout: true,
};

/** For objects: time until the response begins, and until more of it comes. */
export const OBJECT_REQUESTS: NonNullable<DynamoDBClientConfig['requestHandler']> = {
  connectionTimeout: 1_000,
  requestTimeout: 20_000,
  throwOnRequestTimeout: true,
  socketTimeout: 20_000,
};
