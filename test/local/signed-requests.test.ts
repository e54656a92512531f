// The local bucket refuses what S3 refuses: requests without a signature, with a wrong one, and after their time.
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOCAL_CREDENTIALS } from '../../local/engines/dynamodb.ts';
import { type QueuesAndBuckets, startQueuesAndBuckets } from '../../local/engines/queues-and-buckets.ts';

const Bucket = 'files';
const Key = 'exports/a b+c/rules (1).csv';
const client = { region: 'us-east-1', forcePathStyle: true };

describe('the local bucket', () => {
  let engine: QueuesAndBuckets;
  let s3: S3Client;

  beforeAll(async () => {
    engine = await startQueuesAndBuckets(undefined);
    engine.createBucket(Bucket);
    s3 = new S3Client({ ...client, endpoint: engine.endpoint, credentials: LOCAL_CREDENTIALS });
    await s3.send(new PutObjectCommand({ Bucket, Key, Body: 'Tea' }));
  });
  afterAll(async () => {
    s3.destroy();
    await engine.stop();
  });

  const presigned = (expiresIn = 60, signedAt = Date.now()): Promise<string> =>
    getSignedUrl(s3, new GetObjectCommand({ Bucket, Key }), { expiresIn, signingDate: new Date(signedAt) });
  async function answerOf(url: string, init: RequestInit = {}): Promise<readonly [number, string]> {
    const response = await fetch(url, init);
    const text = await response.text();
    return [response.status, /<Message>(.*?)<\/Message>/.exec(text)?.[1] ?? text];
  }

  it('gives a file to the address that was signed for it, until it expires', async () => {
    expect(await answerOf(await presigned())).toEqual([200, 'Tea']);
    expect(await answerOf(await presigned(60, Date.now() - 59_000))).toEqual([200, 'Tea']);
    expect(await answerOf(await presigned(60, Date.now() - 61_000))).toEqual([403, 'Request has expired']);
    expect(await answerOf(await presigned(60, Date.now() + 16 * 60_000))).toEqual([
      403,
      'Request is not valid yet',
    ]);
  });

  it.each<readonly [string, (url: string) => string, number, RegExp]>([
    ['no signature at all', (url) => url.replace(/\?.*/, ''), 403, /^Access Denied$/],
    [
      'another signature',
      (url) => url.replace(/(Signature=)(.)/, (_, name, digit) => name + (digit === '0' ? '1' : '0')),
      403,
      /does not match/,
    ],
    [
      'no signature among its parameters',
      (url) => url.replace(/&X-Amz-Signature=\w+/, ''),
      403,
      /does not match/,
    ],
    ['more time than was signed', (url) => url.replace('Expires=60', 'Expires=61'), 403, /does not match/],
    ['more than a week', (url) => url.replace('Expires=60', 'Expires=604801'), 400, /X-Amz-Expires/],
    ['no time', (url) => url.replace('X-Amz-Expires=60&', ''), 400, /X-Amz-Expires/],
    ['the name of another file', (url) => url.replace('rules', 'other'), 403, /does not match/],
    [
      'a parameter that was not signed',
      (url) => `${url}&response-content-type=text%2Fhtml`,
      403,
      /does not match/,
    ],
    [
      'the key of somebody else',
      (url) => url.replace('Credential=local', 'Credential=other'),
      403,
      /does not exist/,
    ],
  ])('refuses an address with %s', async (_, changed, status, message) => {
    const [found, text] = await answerOf(changed(await presigned()));
    expect(text).toMatch(message);
    expect(found).toBe(status);
  });

  it('refuses to list, change and delete without a signature, also when a header pretends to have one', async () => {
    const { origin, pathname } = new URL(await presigned());
    for (const [path, method] of [
      [`/${Bucket}`, 'GET'],
      [`/${Bucket}?list-type=2`, 'GET'],
      ['/', 'GET'],
      [pathname, 'PUT'],
      [pathname, 'DELETE'],
      [pathname, 'HEAD'],
      [`/${Bucket}?delete`, 'POST'],
    ] as const) {
      for (const headers of [
        {},
        { authorization: 'Bearer x' },
        { 'content-type': 'application/x-amz-json-1.0' },
        { authorization: 'AWS4-HMAC-SHA256 Credential=local/x, SignedHeaders=host, Signature=00' },
      ]) {
        expect((await answerOf(origin + path, { method, headers }))[0]).toBe(403);
      }
    }
    expect(await answerOf(await presigned())).toEqual([200, 'Tea']);
  });

  it('refuses credentials with another secret', async () => {
    const other = new S3Client({
      ...client,
      endpoint: engine.endpoint,
      credentials: { ...LOCAL_CREDENTIALS, secretAccessKey: 'guessed' },
    });
    await expect(other.send(new GetObjectCommand({ Bucket, Key }))).rejects.toThrow('does not match');
    other.destroy();
  });
});
