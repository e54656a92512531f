// Tests the requests for the files of destinations.
import { DeleteObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { createCopies } from '../../../../src/service/destinations/copies.ts';

const s3 = mockClient(S3Client);
// Other test files share this process.
afterAll(() => s3.restore());
beforeEach(() => s3.reset());

const copies = createCopies(new S3Client({ region: 'us-east-1' }), 'bucket');
const REF = { accountId: 'acc', audienceId: 'aud', destinationId: 'd' };
const BEFORE = Date.parse('2026-03-01T12:00:00Z');
const toFileKey = (file: string): string => `deliveries/acc/d/${file}.bin`;

it('deletes unnamed files once no worker can be about to name them, and returns whether younger files are left', async () => {
  const createListedFile = (file: string, at: number) => ({
    Key: toFileKey(file),
    LastModified: new Date(at),
  });
  const old = [createListedFile('copy', BEFORE - 60_000), createListedFile('lost', BEFORE)];
  s3.on(DeleteObjectCommand).resolves({});
  s3.on(ListObjectsV2Command)
    .resolvesOnce({ Contents: old, IsTruncated: true, NextContinuationToken: 't' })
    .resolvesOnce({ Contents: [createListedFile('young', BEFORE + 1)] })
    .resolvesOnce({ Contents: old });
  expect(await copies.tidy(REF, ['copy', undefined], BEFORE)).toBe(false);
  expect(await copies.tidy(REF, ['copy', undefined], BEFORE)).toBe(true);
  expect(s3.commandCalls(DeleteObjectCommand).map(({ args }) => args[0].input.Key)).toEqual([
    toFileKey('lost'),
    toFileKey('lost'),
  ]);
  expect(s3.commandCalls(ListObjectsV2Command)[0]?.args[0].input.Prefix).toBe('deliveries/acc/d/');
});
