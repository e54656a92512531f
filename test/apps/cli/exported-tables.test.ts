// Tests exports of tables as AWS writes them to S3, which are read in full, or refused before any file is used.
import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { readItems } from '../../../apps/cli/stage-copy/stage-copy.ts';

const root = mkdtempSync(join(tmpdir(), 'order-analytics-exports-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const ID = '01693685827463-2d8752fd';
/** Items with every type of attribute that the tables use. */
const ITEMS = [
  { pk: { S: 'acc#shop#0' }, sk: { S: 'o1#0' }, version: { N: '2' }, imports: { L: [{ S: '01K' }] } },
  {
    pk: { S: 'acc' },
    sk: { S: 'import#1' },
    done: { NS: ['0', '1'] },
    names: { SS: ['a', 'ü'] },
    dead: { BOOL: true },
  },
  {
    pk: { S: 'acc' },
    sk: { S: 'dataset#shop' },
    contents: { M: { rows: { N: '3' }, first: { NULL: true } } },
  },
];

interface Changes {
  readonly summary?: object;
  readonly file?: object;
  readonly data?: string;
  readonly under?: string;
}

/** Creates a copy with a table exported by AWS: a file per partition, one of them empty. Returns its folder. */
function createExport({ summary, file, data, under = join('AWSDynamoDB', ID) }: Changes = {}): string {
  const folder = mkdtempSync(join(root, 'copy-'));
  const path = join(folder, 'orders', under);
  mkdirSync(join(path, 'data'), { recursive: true });
  const prefix = `2026-Mar/AWSDynamoDB/${ID}`;
  writeFileSync(join(path, '_started'), '');
  const parts = [ITEMS.slice(0, 2), [], ITEMS.slice(2)];
  for (const [at, items] of parts.entries()) {
    const name = `k3v5${at}dmzsu6pnwpdr5mi7ra4y.json.gz`;
    const bytes = gzipSync(data ?? items.map((Item) => `${JSON.stringify({ Item })}\n`).join(''));
    writeFileSync(join(path, 'data', name), bytes);
    const md5Checksum = createHash('md5').update(bytes).digest('base64');
    const line = {
      itemCount: items.length,
      md5Checksum,
      etag: `${createHash('md5').update(bytes).digest('hex')}-1`,
      dataFileS3Key: `${prefix}/data/${name}`,
      ...file,
    };
    appendFileSync(join(path, 'manifest-files.json'), `${JSON.stringify(line)}\n`);
  }
  writeFileSync(
    join(path, 'manifest-summary.json'),
    JSON.stringify({
      version: '2020-06-30',
      exportArn: `arn:aws:dynamodb:us-east-1:123456789012:table/Orders/export/${ID}`,
      startTime: '2026-03-04T07:28:34.028Z',
      endTime: '2026-03-04T07:33:43.897Z',
      tableArn: 'arn:aws:dynamodb:us-east-1:123456789012:table/Orders',
      tableId: '12345a12-abcd-123a-ab12-1234abc12345',
      exportTime: '2026-03-04T07:28:34.028Z',
      s3Bucket: 'exports',
      s3Prefix: '2026-Mar',
      s3SseAlgorithm: 'AES256',
      s3SseKmsKeyId: null,
      manifestFilesS3Key: `${prefix}/manifest-files.json`,
      billedSizeBytes: 0,
      itemCount: ITEMS.length,
      outputFormat: 'DYNAMODB_JSON',
      exportType: 'FULL_EXPORT',
      ...summary,
    }),
  );
  for (const name of ['manifest-files.checksum', 'manifest-summary.checksum'])
    writeFileSync(join(path, name), 'x');
  return folder;
}

async function read(folder: string): Promise<object[]> {
  const items: object[] = [];
  for await (const item of readItems(folder, 'orders')) items.push(item);
  return items;
}

describe('a table that AWS exported', () => {
  it.each([
    ['as it is in S3', join('AWSDynamoDB', ID)],
    ['from its own folder on', ''],
  ])('has all its items if it is copied %s', async (_, under) => {
    expect(await read(createExport({ under }))).toEqual(ITEMS);
  });

  it('is read if its summary has no export type, as before AWS had incremental exports', async () => {
    expect(await read(createExport({ summary: { exportType: undefined } }))).toEqual(ITEMS);
  });

  it.each<[string, Changes, RegExp]>([
    [
      'lacks a file',
      { file: { dataFileS3Key: 'AWSDynamoDB/1/data/other.json.gz' } },
      /other\.json\.gz: expected by its manifest/,
    ],
    [
      'has a file that was cut or changed',
      { file: { md5Checksum: 'sQMSpEILNgoQmarvDFonGQ==' } },
      /expected checksum sQMS/,
    ],
    [
      'has fewer items than its manifest states',
      { file: { itemCount: 1 } },
      /k3v51\S+: expected 1 items by its manifest, got 0|expected 1 items by its manifest, got 2/,
    ],
    [
      'has a summary that states another number of items than its files',
      { summary: { itemCount: 4 } },
      /expected 4 items in all, got 3/,
    ],
    ['is in Ion', { summary: { outputFormat: 'ION' } }, /got FULL_EXPORT as ION/],
    ['holds changes only', { summary: { exportType: 'INCREMENTAL_EXPORT' } }, /got INCREMENTAL_EXPORT as/],
    [
      'has not ended',
      { summary: { itemCount: undefined } },
      /expected the summary of an export that has ended/,
    ],
    [
      'has a manifest in another format',
      { file: { itemCount: 'three' } },
      /manifest-files\.json, line 1: expected/,
    ],
    ['has lines that are not items', { data: '{"Keys":{}}\n' }, /line 1: expected \{"Item": …\}/],
  ])('is refused if it %s', async (_, changes, message) => {
    await expect(read(createExport(changes))).rejects.toThrow(message);
  });

  it('is refused if two exports are in its folder', async () => {
    const folder = createExport();
    mkdirSync(join(folder, 'orders', 'AWSDynamoDB', '02'));
    await expect(read(folder)).rejects.toThrow('expected one export, got 2');
  });
});
