// Tests requests to S3, DynamoDB and Bedrock that belong together: uploads in parts, batches of writes, and the time
// limit of an answer.

import { randomBytes } from 'node:crypto';
import { BedrockRuntimeClient } from '@aws-sdk/client-bedrock-runtime';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { BatchWriteCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createBatchWriter } from '../../../../src/service/aws/batches.ts';
import { upload } from '../../../../src/service/aws/upload.ts';
import { createInsightModel } from '../../../../src/service/reports/insight-model.ts';
import { NO_DATABASE } from '../../orders/stores-in-memory.ts';

const s3 = mockClient(S3Client);
// Other test files share this process.
afterAll(() => s3.restore());
const client = new S3Client({ region: 'eu-central-1' });
const OBJECT = { Bucket: 'b', Key: 'k' };
const PART = 8 * 1_024 * 1_024;

function* splitBytes(bytes: Uint8Array, size: number): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

function toBytes(body: unknown): Buffer {
  if (!(body instanceof Uint8Array)) throw new Error('no bytes were sent');
  return Buffer.from(body);
}

/** Returns the uploaded bytes, in the order of the parts. */
const joinSentParts = () =>
  Buffer.concat(s3.commandCalls(UploadPartCommand).map(({ args: [{ input }] }) => toBytes(input.Body)));

beforeEach(() => {
  s3.reset();
  s3.onAnyCommand().rejects(new Error('a call that no test expects'));
});

describe('an upload', () => {
  it('uploads small data with one PutObject', async () => {
    s3.on(PutObjectCommand).resolves({});
    const bytes = randomBytes(100_000);
    expect(await upload(client, OBJECT, splitBytes(bytes, 7_001))).toMatchObject({ bytes: bytes.length });
    const [call] = s3.commandCalls(PutObjectCommand);
    expect(Buffer.compare(toBytes(call?.args[0].input.Body), bytes)).toBe(0);
    expect(s3.calls()).toHaveLength(1);
  });

  it('puts an empty object for no bytes', async () => {
    s3.on(PutObjectCommand).resolves({});
    expect(await upload(client, OBJECT, [])).toMatchObject({ bytes: 0 });
  });

  it('completes with the same bytes if it has several parts', async () => {
    s3.on(CreateMultipartUploadCommand).resolves({ UploadId: 'u' });
    s3.on(UploadPartCommand).callsFake(({ PartNumber }) => ({ ETag: `e${PartNumber}` }));
    s3.on(CompleteMultipartUploadCommand).resolves({});
    const bytes = randomBytes(2 * PART + 5);
    expect(await upload(client, OBJECT, splitBytes(bytes, 3_000_001))).toMatchObject({ bytes: bytes.length });
    expect(Buffer.compare(joinSentParts(), bytes)).toBe(0);
    expect(s3.commandCalls(CompleteMultipartUploadCommand)[0]?.args[0].input).toMatchObject({
      UploadId: 'u',
      MultipartUpload: { Parts: [1, 2, 3].map((n) => ({ PartNumber: n, ETag: `e${n}` })) },
    });
  });

  it('replaces an object only on the condition of the caller, in one request or in parts', async () => {
    const condition = { IfMatch: '"before"' };
    s3.on(PutObjectCommand).resolves({ ETag: '"one"' });
    expect(await upload(client, { ...OBJECT, ...condition }, [])).toEqual({ bytes: 0, etag: '"one"' });
    expect(s3.commandCalls(PutObjectCommand)[0]?.args[0].input).toMatchObject(condition);
    s3.on(CreateMultipartUploadCommand).resolves({ UploadId: 'u' });
    s3.on(UploadPartCommand).resolves({ ETag: 'part' });
    s3.on(CompleteMultipartUploadCommand).resolves({ ETag: '"parts"' });
    const stored = await upload(client, { ...OBJECT, ...condition }, [new Uint8Array(PART)]);
    expect(stored).toEqual({ bytes: PART, etag: '"parts"' });
    expect(s3.commandCalls(CompleteMultipartUploadCommand)[0]?.args[0].input).toMatchObject(condition);
  });

  it('ends without an empty part after full ones, and uploads nothing twice', async () => {
    s3.on(CreateMultipartUploadCommand).resolves({ UploadId: 'u' });
    s3.on(UploadPartCommand).callsFake(({ PartNumber }) => ({ ETag: `e${PartNumber}` }));
    s3.on(CompleteMultipartUploadCommand).resolves({});
    const bytes = new Uint8Array(2 * PART);
    expect(await upload(client, OBJECT, [bytes])).toMatchObject({ bytes: bytes.length });
    expect(s3.commandCalls(UploadPartCommand)).toHaveLength(2);
  });

  it('is aborted if it fails half-way', async () => {
    s3.on(CreateMultipartUploadCommand).resolves({ UploadId: 'u' });
    s3.on(UploadPartCommand).resolves({ ETag: 'e' });
    s3.on(AbortMultipartUploadCommand).resolves({});
    function* yieldThenThrow(): Generator<Uint8Array> {
      yield randomBytes(PART + 1);
      throw new Error('the source broke');
    }
    await expect(upload(client, OBJECT, yieldThenThrow())).rejects.toThrow('the source broke');
    expect(s3.commandCalls(AbortMultipartUploadCommand)[0]?.args[0].input).toMatchObject({ UploadId: 'u' });
    expect(s3.commandCalls(CompleteMultipartUploadCommand)).toHaveLength(0);
  });
});

// Tests batches of writes: how many items each has, how many are in progress, and how DynamoDB's unprocessed items are
// retried.

const db = mockClient(DynamoDBDocumentClient);
// Other test files share this process.
afterAll(() => db.restore());
beforeEach(() => db.reset());

const put = (at: number) => ({ PutRequest: { Item: { pk: 'p', sk: String(at) } } });
const listBatchSizes = (): (number | undefined)[] =>
  db.commandCalls(BatchWriteCommand).map(({ args }) => args[0].input.RequestItems?.table?.length);

it('writes 25 items in a batch, eight batches at once', async () => {
  let running = 0;
  let most = 0;
  db.on(BatchWriteCommand).callsFake(async () => {
    most = Math.max(most, ++running);
    await new Promise(setImmediate);
    running--;
    return {};
  });
  const writer = createBatchWriter(NO_DATABASE, 'table');
  for (let at = 0; at < 1_001; at++) await writer.add(put(at));
  await writer.finish();
  expect(listBatchSizes()).toEqual([...Array.from({ length: 40 }, () => 25), 1]);
  expect(most).toBe(8);
});

it('writes unprocessed items of a batch again', async () => {
  db.on(BatchWriteCommand)
    .resolvesOnce({ UnprocessedItems: { table: [put(2), put(1)] } })
    .resolves({});
  const writer = createBatchWriter(NO_DATABASE, 'table');
  for (let at = 0; at < 3; at++) await writer.add(put(at));
  await writer.finish();
  expect(listBatchSizes()).toEqual([3, 2]);
});

// Tests the time limit of a language model's answer.

afterEach(() => {
  vi.restoreAllMocks();
});

it('limits a model’s answer to ten seconds', async () => {
  const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort(new Error('time is up')));
  const client = new BedrockRuntimeClient({
    region: 'us-east-1',
    maxAttempts: 1,
    credentials: { accessKeyId: 'x', secretAccessKey: 'x' },
  });
  const asked = createInsightModel('model', client).ask({ instructions: '', text: '', schema: {} });
  await expect(asked).rejects.toThrow();
  expect(limit).toHaveBeenCalledWith(10_000);
});
