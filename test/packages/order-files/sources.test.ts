// Tests that a source yields decompressed bytes without a byte order mark and counts the stored bytes.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type LocalOptions,
  openLocalFile,
  readLocalOrders,
} from '../../../packages/order-files/disk/local-files.ts';
import { collect, createInput, openLocal } from './in-memory.ts';
import { createZip } from './readers/workbooks.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sources-test-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function read(name: string, options?: LocalOptions): Promise<{ text: string; bytes: number }> {
  const source = await openLocal(name, options);
  const chunks: Uint8Array[] = [];
  for await (const chunk of source.chunks) chunks.push(chunk);
  return { text: Buffer.concat(chunks).toString(), bytes: source.bytesRead() };
}

describe('openSource', () => {
  test('detects gzip by its bytes rather than its name and counts compressed bytes', async () => {
    const path = join(folder, 'orders.csv');
    const packed = gzipSync('a,b\n1,2\n');
    await writeFile(path, packed);
    expect(await read(path)).toEqual({ text: 'a,b\n1,2\n', bytes: packed.length });
    expect((await openLocalFile(path)).size).toBe(packed.length);
  });
  test.each([1, 2, 3, 1000])(
    'removes a byte order mark, with and without gzip, in pieces of %i bytes',
    async (pieceBytes) => {
      const marked = '\ufeffname\n';
      for (const bytes of [Buffer.from(marked), gzipSync(marked)]) {
        expect((await read('-', { standardInput: createInput(bytes, pieceBytes) })).text).toBe('name\n');
      }
    },
  );
  test('joins several gzip members', async () => {
    const bytes = Buffer.concat([gzipSync('one\n'), gzipSync('two\n')]);
    expect((await read('-', { standardInput: createInput(bytes) })).text).toBe('one\ntwo\n');
  });
  test.each([3, 1000])(
    'reads all files of an archive on standard input in pieces of %i bytes',
    async (pieceBytes) => {
      const header = 'order_id,product,price,quantity';
      const archive = await createZip({
        'may.csv': `${header}\n1,Tea,4,1\n2,Mug,6,1\n`,
        'june.csv': `${header}\n3,Tea,4,2\n`,
      });
      const path = join(folder, 'months.zip');
      await writeFile(path, archive);
      const readIds = async (source: string): Promise<readonly string[]> => {
        const reading = await readLocalOrders([source], { standardInput: createInput(archive, pieceBytes) });
        return (await collect(reading.orders)).map(({ order_id }) => order_id);
      };
      expect(await readIds('-')).toEqual(['1', '2', '3']);
      expect(await readIds('-')).toEqual(await readIds(path));
    },
  );
  test('reads an S3 object through the given function', async () => {
    const openS3 = async (bucket: string, key: string) => Readable.from([Buffer.from(`${bucket} ${key}`)]);
    expect((await read('s3://shop/2026/orders.csv', { openS3 })).text).toBe('shop 2026/orders.csv');
    expect((await openLocalFile('s3://shop/2026/orders.csv')).size).toBeUndefined();
    await expect(read('s3://shop/x')).rejects.toThrow(
      's3://shop/x: this command reads files and standard input only',
    );
    await expect(read('s3://shop', { openS3 })).rejects.toThrow('expected s3://bucket/key');
  });
  test('refuses a missing file, a folder and a truncated gzip file', async () => {
    await expect(read(join(folder, 'none.csv'))).rejects.toThrow('none.csv: no such file');
    await expect(read(folder)).rejects.toThrow('expected a file, got a folder');
    const cut = gzipSync('a'.repeat(10_000)).subarray(0, 30);
    await expect(read('-', { standardInput: createInput(cut) })).rejects.toThrow(
      '-: the gzip file ends too early',
    );
  });
});
