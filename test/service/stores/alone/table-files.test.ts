// Tests the files of the table of a dataset: which object a month is, and on which condition it is replaced.
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, expect, it } from 'vitest';
import {
  createTableFiles,
  TableFileReplacedError,
} from '../../../../src/service/exports/table/table-files.ts';

const s3 = mockClient(S3Client);
afterAll(() => s3.restore());
beforeEach(() => {
  s3.reset();
  s3.onAnyCommand().rejects(new Error('a call that no test expects'));
});

const files = createTableFiles(new S3Client({ region: 'us-east-1' }), 'bucket');
const DATASET = { accountId: 'acc', datasetId: 'shop' };
const FOLDER = 'tables/account=acc/dataset=shop/';
async function* pieces() {
  yield new Uint8Array(3);
}

it('replaces the file that was listed, and creates one only where there was none', async () => {
  s3.on(PutObjectCommand).resolves({ ETag: '"new"' });
  expect(await files.put(DATASET, '2026-01', pieces(), '"old"')).toEqual({ bytes: 3, etag: '"new"' });
  await files.put(DATASET, '2026-02', pieces(), undefined);
  const inputs = s3.commandCalls(PutObjectCommand).map(({ args: [{ input }] }) => input);
  expect(inputs).toMatchObject([
    { Key: `${FOLDER}month=2026-01/lines.parquet`, IfMatch: '"old"' },
    { Key: `${FOLDER}month=2026-02/lines.parquet`, IfNoneMatch: '*' },
  ]);
  expect(inputs.map((input) => [input.IfNoneMatch, input.IfMatch])).toEqual([
    [undefined, '"old"'],
    ['*', undefined],
  ]);
});

it('names a file that another run has written or deleted since', async () => {
  for (const name of ['PreconditionFailed', 'ConditionalRequestConflict', 'NoSuchKey']) {
    s3.on(PutObjectCommand).rejects(new S3ServiceException({ name, $fault: 'client', $metadata: {} }));
    await expect(files.put(DATASET, '2026-01', pieces(), '"old"')).rejects.toThrow(TableFileReplacedError);
  }
  s3.on(PutObjectCommand).rejects(
    new S3ServiceException({ name: 'SlowDown', $fault: 'server', $metadata: {} }),
  );
  await expect(files.put(DATASET, '2026-01', pieces(), '"old"')).rejects.not.toThrow(TableFileReplacedError);
});

it('lists the months of the dataset, and deletes their files', async () => {
  const Key = `${FOLDER}month=__HIVE_DEFAULT_PARTITION__/lines.parquet`;
  s3.on(ListObjectsV2Command, { Prefix: `${FOLDER}month=` }).resolves({ Contents: [{ Key, ETag: '"e"' }] });
  const listed = await files.list(DATASET);
  expect([...listed]).toEqual([['__HIVE_DEFAULT_PARTITION__', '"e"']]);
  s3.on(DeleteObjectCommand).resolves({});
  await files.remove(DATASET, listed.keys());
  expect(s3.commandCalls(DeleteObjectCommand)[0]?.args[0].input).toEqual({ Bucket: 'bucket', Key });
});

it('has no manifest before the first refresh, and reads none of another version', async () => {
  s3.on(GetObjectCommand).rejects(new NoSuchKey({ message: '', $metadata: {} }));
  expect(await files.readManifest(DATASET)).toBeUndefined();
  const months = { '2026-01': { rows: 1, bytes: 2, digest: 'd', etag: '"e"' } };
  s3.on(PutObjectCommand).resolves({});
  await files.writeManifest(DATASET, { as_of: '2026-03-01T12:00:00.000Z', months });
  const { Key, Body } = s3.commandCalls(PutObjectCommand)[0]?.args[0].input ?? {};
  expect(Key).toBe(`${FOLDER}_manifest.json`);
  const read = async (text: string) => {
    const body = Object.assign(new Blob([text]).stream(), { transformToString: async () => text });
    s3.on(GetObjectCommand).callsFake(() => ({ Body: body }));
    return files.readManifest(DATASET);
  };
  expect(await read(String(Body))).toMatchObject({ months });
  expect(await read(String(Body).replace('"version":1', '"version":2'))).toBeUndefined();
});
