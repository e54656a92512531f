// Tests which errors of a state's handler the workflow retries, and which fail the report at once.
import {
  ConditionalCheckFailedException,
  ProvisionedThroughputExceededException,
  RequestLimitExceeded,
  ThrottlingException,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import { S3ServiceException } from '@aws-sdk/client-s3';
import { describe, expect, it } from 'vitest';
import { PartitionFileError } from '../../../src/service/reports/partition-files.ts';
import { namePassingFaults, PassingFaultError } from '../../../src/service/reports/steps/passing-faults.ts';

const $metadata = { httpStatusCode: 400 };
const message = 'injected';

const createCancelledError = (...codes: string[]) =>
  new TransactionCanceledException({
    message,
    $metadata,
    CancellationReasons: codes.map((Code) => ({ Code })),
  });
const createS3Error = (name: string, httpStatusCode: number) =>
  new S3ServiceException({ name, $fault: 'server', $metadata: { httpStatusCode } });
const createConnectionError = (code: string) => Object.assign(new Error(message), { code });

const failWith = (error: unknown) =>
  namePassingFaults(async () => {
    throw error;
  })(undefined);

describe('a temporary fault', () => {
  it.each([
    new ProvisionedThroughputExceededException({ message, $metadata }),
    new ThrottlingException({ message, $metadata }),
    new RequestLimitExceeded({ message, $metadata }),
    new TransactionConflictException({ message, $metadata }),
    createCancelledError('None', 'ThrottlingError'),
    createCancelledError('TransactionConflict'),
    createS3Error('SlowDown', 503),
    createS3Error('InternalError', 500),
    createConnectionError('ECONNRESET'),
    Object.assign(new Error(message), { name: 'TimeoutError' }),
  ])('is retried by the workflow: $name', async (error) => {
    const found = await failWith(error).catch((thrown: unknown) => thrown);
    expect(found).toBeInstanceOf(PassingFaultError);
    expect(found).toMatchObject({ cause: error });
  });
});

describe('a permanent fault', () => {
  it.each([
    new ConditionalCheckFailedException({ message, $metadata }),
    createCancelledError('ConditionalCheckFailed', 'ThrottlingError'),
    createS3Error('AccessDenied', 403),
    new PartitionFileError('a file is missing'),
    createConnectionError('ENOENT'),
  ])('fails the report: $name', async (error) => {
    await expect(failWith(error)).rejects.toBe(error);
  });
});
