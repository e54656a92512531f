// Tests the blocks that partitions send to each other, in files of any size.
import { beforeEach, describe, expect, it } from 'vitest';
import { PartitionFileError, type PartitionFiles } from '../../../src/service/reports/partition-files.ts';
import {
  readReceived,
  readSentList,
  writeSent,
  writeSentList,
} from '../../../src/service/reports/partitions/sent-blocks.ts';

const KEY = { accountId: 'acc', reportId: 'r' };
const PARTS = 3;
const BLOCKS = 2 * PARTS;

let stored: Map<string, Uint8Array>;
beforeEach(() => {
  stored = new Map();
});
const files: Pick<PartitionFiles, 'put' | 'get'> = {
  async put(_report, path, bytes) {
    stored.set(path, Uint8Array.from(bytes));
  },
  async get(_report, path, range) {
    const file = stored.get(path);
    if (file === undefined) throw new PartitionFileError(`${path} is missing`);
    return range === undefined ? file : file.slice(range.at, range.at + range.bytes);
  },
};
const createText = (part: number, block: number): string => `${part} to ${block}`.repeat(block);
const createBlocks = (part: number, blocks = BLOCKS) =>
  Array.from({ length: blocks }, (_, block) => new TextEncoder().encode(createText(part, block)));
const decoder = new TextDecoder();

async function sendAll(fileBytes: number) {
  for (let part = 0; part < PARTS; part++)
    sent.push(await writeSent(files, KEY, `sent-${part}`, createBlocks(part), fileBytes));
  await writeSentList(files, KEY, 'join', sent);
  return readSentList(files, KEY, 'join');
}
let sent: Awaited<ReturnType<typeof writeSent>>[];
beforeEach(() => {
  sent = [];
});

describe('blocks that partitions send', () => {
  it.each([
    ['one file per sender', 1e6, PARTS],
    ['one file per block', 1, PARTS * BLOCKS],
    ['several files per sender', 200, PARTS * 3],
  ])('are each received by their partition from %s', async (_what, fileBytes, count) => {
    const list = await sendAll(fileBytes);
    expect(stored.size - 1).toBe(count);
    for (let part = 0; part < PARTS; part++) {
      const blocks = await readReceived(files, KEY, list, part);
      const received = Array.from(blocks, (runs) => runs.map((run) => decoder.decode(run)));
      const own = [part, part + PARTS].map((block) =>
        Array.from({ length: PARTS }, (_, from) => createText(from, block)),
      );
      expect(received).toEqual(own);
    }
  });

  it('are refused, with the name of a file, if a partition sent fewer than another one', async () => {
    const fewer = await writeSent(files, KEY, 'sent-few', createBlocks(1, PARTS));
    const [first = []] = await sendAll(1e6);
    const reading = readReceived(files, KEY, [first, fewer], 0);
    await expect(reading).rejects.toThrow(new PartitionFileError('sent-few-0 has 3 of 6 blocks'));
  });

  it('are refused, with the name of their file, if they are damaged', async () => {
    const list = await sendAll(1);
    stored.set('sent-1-0', new Uint8Array(40));
    const received = await readReceived(files, KEY, list, 0);
    expect(() => [...received]).toThrow(/^sent-1-0: /);
  });

  it('are empty in a pass that receives nothing', async () => {
    expect([...(await readReceived(files, KEY, [], 0))]).toEqual([]);
  });
});
