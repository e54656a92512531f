// Creates a request as API Gateway passes it to a function, for tests that call a handler directly.
import type { Context } from 'aws-lambda';
import type { ApiEvent } from '../../src/http/call.ts';

export function createApiEvent(
  authorization: string,
  body?: unknown,
  headers: Record<string, string> = {},
): ApiEvent {
  return {
    version: '2.0',
    routeKey: '$default',
    rawPath: '/',
    rawQueryString: '',
    headers: { authorization, ...headers },
    isBase64Encoded: false,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    requestContext: {
      accountId: '',
      apiId: '',
      domainName: 'api.test',
      domainPrefix: '',
      requestId: '',
      routeKey: '',
      stage: '$default',
      time: '',
      timeEpoch: 0,
      http: { method: 'GET', path: '/', protocol: 'HTTP/1.1', sourceIp: '203.0.113.9', userAgent: '' },
    },
  };
}

export const context: Context = {
  awsRequestId: '1b2c3d4e-0000-4000-8000-123456789abc',
  callbackWaitsForEmptyEventLoop: false,
  functionName: '',
  functionVersion: '',
  invokedFunctionArn: '',
  memoryLimitInMB: '',
  logGroupName: '',
  logStreamName: '',
  getRemainingTimeInMillis: () => 29_000,
  done: () => undefined,
  fail: () => undefined,
  succeed: () => undefined,
};
