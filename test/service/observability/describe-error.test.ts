// Tests that the log of an error holds nothing of the request that caused it, whatever was thrown.
import {
  ConditionalCheckFailedException,
  DynamoDBServiceException,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb';
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { OwnError } from '../../../src/contract/errors/errors.ts';
import { describeError, withholdDetails } from '../../../src/service/observability/describe-error.ts';
import { ChunksNotQueuedError } from '../../../src/service/orders/chunk-queue.ts';

/** Long enough not to occur by chance. */
const secret = fc.string({ minLength: 12, maxLength: 60 }).map((text) => `~${text}~secret`);

/** The description, with the escapes of JSON undone if they could hide a secret. */
const formatShown = (error: unknown): string => {
  const seen: string[] = [];
  JSON.stringify([describeError(error), toLoggedValue(withholdDetails(error))], (_, value) => {
    if (typeof value === 'string') seen.push(value);
    return value;
  });
  return seen.join('\n');
};

function toLoggedValue(error: unknown): unknown {
  // The runtime also logs an error's own fields.
  return error instanceof Error ? [error.name, error.message, error.stack, { ...error }] : String(error);
}

const makers: Record<string, (value: string) => unknown> = {
  'an error with the secret in its message': (value) => new Error(`could not store ${value}`),
  'a parser that quotes the secret': (value) => catchError(() => JSON.parse(`{"order": ${value}`)),
  'a validator that quotes the secret': (value) => catchError(() => v.parse(v.picklist(['a']), value)),
  'a thrown string': (value) => value,
  'a thrown object': (value) => ({ customer: value, toString: () => value }),
  'an error whose cause has the secret': (value) => new Error('x', { cause: new Error(value) }),
  'an error with the secret itself as its cause': (value) => new Error('x', { cause: value }),
  'an error with a stack that holds the secret': (value) =>
    Object.assign(new Error('x'), { stack: `Error: ${value}\n    at "${value}" (index.mjs:1:1)` }),
  'an error that carries the body': (value) =>
    Object.assign(new Error('x'), { body: value, input: { value } }),
  'a message with lines that look like frames': (value) =>
    new Error(`bad order\n    at ${value.replaceAll('"', '')} (index.mjs:1:1)\n`),
  'a library that quotes lines which look like frames': (value) =>
    catchError(() => BigInt(`x\n    at ${value.replaceAll('"', '')} (index.mjs:1:1)\nx`)),
  'a validator that quotes lines which look like frames': (value) =>
    catchError(() => v.parse(v.picklist(['a']), `x\n    at ${value}\nx`)),
  'an error with the secret as its name': (value) => Object.assign(new Error('x'), { name: value }),
  'an error with the secret as its code': (value) => Object.assign(new Error('x'), { code: value }),
  'a host that is not found': (value) =>
    Object.assign(new Error(`getaddrinfo ENOTFOUND ${value}`), {
      code: 'ENOTFOUND',
      syscall: 'getaddrinfo',
      hostname: value,
    }),
  'a validation of a service': (value) =>
    new DynamoDBServiceException({
      name: 'ValidationException',
      $fault: 'client',
      message: `the value ${value} is too long`,
      $metadata: {},
    }),
  'a TypeError with metadata of the SDK': (value) =>
    Object.assign(new TypeError(`cannot marshall ${value}`), { $metadata: { attempts: 1 } }),
  'a queue that quotes a message': (value) => new ChunksNotQueuedError([1], new Error(`refused ${value}`)),
  'a service exception that carries the item': (value) =>
    new ConditionalCheckFailedException({
      message: 'The conditional request failed',
      $metadata: {},
      Item: { customer: { S: value } },
    }),
  'a cancelled transaction that carries the item': (value) =>
    new TransactionCanceledException({
      message: 'Transaction cancelled',
      $metadata: {},
      CancellationReasons: [{ Code: 'ConditionalCheckFailed', Item: { customer: { S: value } } }],
    }),
  'a quoted value in a service exception': (value) =>
    new ConditionalCheckFailedException({
      message: `the value "${value.replaceAll('"', '')}" is too long`,
      $metadata: {},
    }),
};

function catchError(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

describe.each(Object.entries(makers))('%s', (_, make) => {
  it('is described without the secret', () => {
    fc.assert(
      fc.property(secret, (value) => {
        expect(formatShown(make(value))).not.toContain(value);
        expect(formatShown(make(value))).not.toContain(value.slice(0, 12));
      }),
      { numRuns: 200 },
    );
  });
});

it('returns a description of any thrown value', () => {
  const hostile: unknown[] = [
    undefined,
    null,
    Symbol('s'),
    () => 1,
    new Proxy(
      {},
      {
        get: () => {
          throw new Error('no');
        },
        getPrototypeOf: () => {
          throw new Error('no');
        },
      },
    ),
    Object.defineProperty(new Error('x'), 'message', {
      get: () => {
        throw new Error('no');
      },
    }),
    Object.defineProperty(new Error('x'), 'name', {
      get: () => {
        throw new Error('no');
      },
    }),
    Object.defineProperty(new Error('x'), 'stack', { value: 7 }),
  ];
  for (const thrown of hostile) {
    expect(describeError(thrown)).toHaveProperty('error');
    expect(withholdDetails(thrown)).toBeInstanceOf(Error);
  }
});

it('cuts an endless chain of causes', () => {
  const error = new Error('x');
  error.cause = error;
  expect(JSON.stringify(describeError(error)).length).toBeLessThan(20_000);
});

it('keeps the class, the frames, and the messages of own errors, services and the system', () => {
  class ContentionError extends OwnError {
    override readonly name = 'ContentionError';
  }
  expect(describeError(new ContentionError('chunk 3 met other writers 12 times')).error).toMatchObject({
    name: 'ContentionError',
    message: 'chunk 3 met other writers 12 times',
    stack: expect.arrayContaining([expect.stringMatching(/^at .*describe-error\.test\.ts/)]),
  });
  const refused = Object.assign(new Error('connect ECONNREFUSED 10.0.0.1:443'), {
    code: 'ECONNREFUSED',
    syscall: 'connect',
  });
  expect(describeError(refused).error).toMatchObject({
    code: 'ECONNREFUSED',
    message: 'connect ECONNREFUSED',
    stack: expect.arrayContaining([expect.stringMatching(/^at .*describe-error\.test\.ts/)]),
  });
  expect(
    describeError(
      new ConditionalCheckFailedException({
        message: 'The conditional request failed',
        $metadata: { requestId: 'R1', httpStatusCode: 400 },
      }),
    ).error,
  ).toMatchObject({
    name: 'ConditionalCheckFailedException',
    message: 'The conditional request failed',
    aws_request_id: 'R1',
    aws_status: 400,
  });
});

it('shows no API key', () => {
  expect(formatShown(new OwnError(`key afn_${'x'.repeat(36)} is gone`))).not.toContain('xxx');
});
