// Tests that the command line reads or refuses small files which claim to be large, or unpack to large ones, in little
// memory, and that it refuses a damaged Parquet file with a message. The tests of the import view's worker are in
// test/apps/console/import/hostile-files.test.ts.
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { parquetWriteBuffer } from 'hyparquet-writer';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { OrderFileError } from '../../../../packages/order-files/problems/errors.ts';
import { createParquetReader } from '../../../../packages/order-files/tables/parquet.ts';
import { CORPORA, listEndings, prepareHostileFiles } from './hostile-files.ts';

/** Limits of heap and resident memory in MB. A busy machine collects buffers later: up to 1,023 MB were measured. */
const [HEAP_MB, MOST_MB] = [256, 1_400];
const program = resolve(import.meta.dirname, 'read-in-little-memory.ts');
const ending = v.object({
  outcome: v.string(),
  line: v.optional(v.number()),
  message: v.optional(v.string()),
  megabytes: v.number(),
});

it.each(CORPORA)(
  'readOrderFiles reads or refuses hostile %s as listed, in little memory',
  async (corpus) => {
    const paths = await prepareHostileFiles(corpus);
    const options = [`--max-old-space-size=${HEAP_MB}`, program, ...paths];
    const { stdout } = await promisify(execFile)(process.execPath, options, { timeout: 170_000 });
    const found = stdout
      .trim()
      .split('\n')
      .map((text) => v.parse(ending, JSON.parse(text)));
    expect(found.map(({ outcome, line }, at) => [paths[at], outcome, line])).toEqual(
      listEndings(corpus, 'node').map(({ outcome, line }, at) => [paths[at], outcome, line]),
    );
    for (const { line, message = '' } of found) {
      expect(message.length).toBeLessThan(500);
      if (line !== undefined) expect(message).toContain(`line ${line.toLocaleString('en')}`);
    }
    expect(found.at(-1)?.megabytes).toBeLessThan(MOST_MB);
  },
  180_000,
);

it('createParquetReader reads or refuses a Parquet file that is cut off or has any byte changed', async () => {
  const columnData = [
    { name: 'order_id', data: ['1', '2', '2'], type: 'STRING' as const },
    { name: 'price', data: [4.5, null, 2], type: 'DOUBLE' as const },
  ];
  const whole = new Uint8Array(parquetWriteBuffer({ columnData }));
  const read = createParquetReader();
  const problems = new Set<string>();
  const check = async (bytes: Uint8Array<ArrayBuffer>): Promise<void> => {
    try {
      let rows = 0;
      for await (const piece of read('orders', new Blob([bytes])))
        if (++rows > 100 || piece.length > 1e6) break;
    } catch (error) {
      if (!(error instanceof OrderFileError)) throw error;
      problems.add(error.problem.code);
    }
  };
  for (let length = 0; length < whole.length; length++) await check(whole.slice(0, length));
  for (let at = 0; at < whole.length; at++) {
    for (const byte of [0, 0x7f, 0x80, 0xff, (whole[at] ?? 0) ^ 1]) await check(whole.with(at, byte));
  }
  expect([...problems]).toEqual(['table_damaged']);
});
