// Tests the requests for the stored lists of customers: parts, ranges and versions.
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { createCustomerLists, ListChangedError } from '../../../../src/service/reports/customer-lists.ts';

const s3 = mockClient(S3Client);
// Other test files share this process.
afterAll(() => s3.restore());
beforeEach(() => {
  s3.reset();
  s3.on(CreateMultipartUploadCommand).resolves({ UploadId: 'u' });
  s3.on(UploadPartCommand).callsFake(({ PartNumber }) => ({ ETag: `part ${PartNumber}` }));
  s3.on(CompleteMultipartUploadCommand).resolves({});
  s3.on(AbortMultipartUploadCommand).resolves({});
  s3.on(PutObjectCommand).resolves({});
});

const lists = createCustomerLists(new S3Client({ region: 'us-east-1' }), 'bucket');
const KEY = { accountId: 'acc', reportId: 'r' };
const MIB = 1_024 * 1_024;

it('uploads a list of more than 8 MiB in parts, and a smaller one at once', async () => {
  await lists.put(KEY, 'final', new Uint8Array(8 * MIB - 1));
  expect([s3.commandCalls(PutObjectCommand).length, s3.commandCalls(UploadPartCommand).length]).toEqual([
    1, 0,
  ]);
  await lists.put(KEY, 'final', new Uint8Array(8 * MIB + 1));
  expect([s3.commandCalls(PutObjectCommand).length, s3.commandCalls(UploadPartCommand).length]).toEqual([
    1, 2,
  ]);
  const [completed] = s3.commandCalls(CompleteMultipartUploadCommand);
  expect(completed?.args[0].input.MultipartUpload?.Parts).toEqual([
    { ETag: 'part 1', PartNumber: 1 },
    { ETag: 'part 2', PartNumber: 2 },
  ]);
});

it('aborts an upload if a part fails', async () => {
  s3.on(UploadPartCommand).rejects(new Error('slow down'));
  await expect(lists.put(KEY, 'final', new Uint8Array(8 * MIB + 1))).rejects.toThrow('slow down');
  expect(s3.commandCalls(AbortMultipartUploadCommand)).toHaveLength(1);
});

it('reads bytes of one version, up to but not including the end', async () => {
  s3.on(GetObjectCommand).rejects(new NoSuchKey({ $metadata: {}, message: 'gone' }));
  await expect(lists.read(KEY, '"v1"', 10, 20)).rejects.toThrow(ListChangedError);
  const [read] = s3.commandCalls(GetObjectCommand);
  expect(read?.args[0].input).toMatchObject({ Range: 'bytes=10-19', IfMatch: '"v1"' });
});

it('makes no request for a range without bytes', async () => {
  expect(await lists.read(KEY, '"v1"', 10, 10)).toEqual(new Uint8Array(0));
  expect(s3.commandCalls(GetObjectCommand)).toHaveLength(0);
});

it('reports that a replaced list has changed, and passes on every other error', async () => {
  const createS3Error = (name: string) =>
    new S3ServiceException({ name, $fault: 'client', $metadata: {}, message: name });
  s3.on(GetObjectCommand)
    .rejectsOnce(createS3Error('PreconditionFailed'))
    .rejectsOnce(createS3Error('AccessDenied'));
  await expect(lists.read(KEY, '"v1"', 0, 1)).rejects.toThrow(ListChangedError);
  await expect(lists.read(KEY, '"v1"', 0, 1)).rejects.toThrow('AccessDenied');
});
