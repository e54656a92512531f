// Tests the requests for the stored profiles of products: ranges of one version.
import { GetObjectCommand, HeadObjectCommand, NoSuchKey, NotFound, S3Client } from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { createProductProfileFiles } from '../../../../src/service/reports/product-profile-files.ts';

const s3 = mockClient(S3Client);
// Other test files share this process.
afterAll(() => s3.restore());
beforeEach(() => s3.reset());

const files = createProductProfileFiles(new S3Client({ region: 'us-east-1' }), 'bucket');
const KEY = { accountId: 'acc', reportId: 'r' };

it('reads bytes of one version, up to but not including the end', async () => {
  s3.on(HeadObjectCommand).resolves({ ETag: '"v1"', ContentLength: 30 });
  s3.on(GetObjectCommand).rejects(new Error('replaced'));
  const found = await files.find(KEY);
  expect(found).toEqual({ version: '"v1"', bytes: 30 });
  if (found === undefined) throw new Error('it was found');
  await expect(files.read(KEY, found, 10, 20)).rejects.toThrow('replaced');
  const [read] = s3.commandCalls(GetObjectCommand);
  expect(read?.args[0].input).toMatchObject({
    Key: 'profiles/acc/r.bin',
    Range: 'bytes=10-19',
    IfMatch: '"v1"',
  });
});

it('finds nothing if a report has no profiles', async () => {
  s3.on(HeadObjectCommand).rejects(new NotFound({ $metadata: {}, message: 'gone' }));
  expect(await files.find(KEY)).toBeUndefined();
});

it('reads nothing of a file that an erasure has deleted since it was found', async () => {
  s3.on(GetObjectCommand).rejects(new NoSuchKey({ $metadata: {}, message: 'gone' }));
  expect(await files.read(KEY, { version: '"v1"', bytes: 30 }, 10, 20)).toBeUndefined();
});
