// Tests the requests for files of reports in partitions.
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { createPartitionFiles, PartitionFileError } from '../../../../src/service/reports/partition-files.ts';

const s3 = mockClient(S3Client);
// Other test files share this process.
afterAll(() => s3.restore());
beforeEach(() => s3.reset());

const files = createPartitionFiles(new S3Client({ region: 'us-east-1' }), 'bucket');
const KEY = { accountId: 'acc', reportId: 'r' };

it('names a file that is missing or incomplete', async () => {
  s3.on(GetObjectCommand).rejects(new NoSuchKey({ $metadata: {}, message: 'gone' }));
  await expect(files.get(KEY, 'a/known')).rejects.toThrow(new PartitionFileError('a/known is missing'));
  s3.on(GetObjectCommand).rejects(
    new S3ServiceException({ name: 'InvalidRange', $fault: 'client', $metadata: {} }),
  );
  await expect(files.get(KEY, 'a/known', { at: 9, bytes: 3 })).rejects.toThrow('a/known is incomplete');
  expect(s3.commandCalls(GetObjectCommand)[1]?.args[0].input).toEqual({
    Bucket: 'bucket',
    Key: 'partitions/acc/r/a/known',
    Range: 'bytes=9-11',
  });
});

it('passes on an error of throttling by S3, which the workflow retries', async () => {
  const slow = new S3ServiceException({ name: 'SlowDown', $fault: 'server', $metadata: {} });
  s3.on(GetObjectCommand).rejects(slow);
  await expect(files.get(KEY, 'a/known')).rejects.toBe(slow);
});

it('requests no bytes from S3 for an empty range', async () => {
  expect(await files.get(KEY, 'a/orders-0', { at: 9, bytes: 0 })).toEqual(new Uint8Array());
  expect(s3.commandCalls(GetObjectCommand)).toHaveLength(0);
});

it('removes everything below the folder of the report, on all pages', async () => {
  s3.on(ListObjectsV2Command)
    .resolvesOnce({ Contents: [{ Key: 'k1' }, { Key: 'k2' }], IsTruncated: true, NextContinuationToken: 't' })
    .resolvesOnce({ Contents: [{ Key: 'k3' }], IsTruncated: false })
    .rejects('expected two pages');
  s3.on(DeleteObjectCommand).resolves({});
  await files.removeAll(KEY);
  expect(s3.commandCalls(ListObjectsV2Command)[0]?.args[0].input).toMatchObject({
    Bucket: 'bucket',
    // The slash excludes other reports whose id begins like this one.
    Prefix: 'partitions/acc/r/',
  });
  expect(s3.commandCalls(DeleteObjectCommand).map(({ args }) => args[0].input.Key)).toEqual([
    'k1',
    'k2',
    'k3',
  ]);
});
