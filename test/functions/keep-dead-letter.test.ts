// Tests letters of messages that fit no schema: each is kept, none replaces another, and their import ends.
import { S3Client } from '@aws-sdk/client-s3';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepDeadLetters } from '../../functions/queue/keep-dead-letter.ts';
import { createRowCounters } from '../../src/service/accounts/row-counters.ts';
import { createDatasetStore } from '../../src/service/datasets/datasets.ts';
import { createErasureStore } from '../../src/service/erasures/erasures.ts';
import { createDeadLetters, type DeadLetter } from '../../src/service/orders/dead-letters.ts';
import type { ImportItem } from '../../src/service/orders/import-item.ts';
import { createOrderStore } from '../../src/service/orders/orders.ts';
import { createRedrive } from '../../src/service/orders/redrive.ts';
import {
  ACCOUNT,
  createImportInMemory,
  createImportItem,
  NO_DATABASE,
} from '../service/orders/stores-in-memory.ts';

const item = createImportItem({ chunk_rows: [1, 1] });
const FOLDER = `dead-letters/${item.import_id}/${ACCOUNT}/`;
const MESSAGE = {
  version: 1,
  account_id: ACCOUNT,
  dataset_id: item.dataset_id,
  import_id: item.import_id,
  chunk: 0,
  orders: [{ order_id: 'o', line_items: [{ product_name: 'tea' }] }],
};

beforeEach(() => {
  for (const method of ['log', 'error'] as const) vi.spyOn(console, method).mockReturnValue();
});
afterEach(() => {
  vi.restoreAllMocks();
});

function createService(known: ImportItem | null = item, mark?: string) {
  const letters = new Map<string, DeadLetter>();
  const noted: (string | undefined)[] = [];
  const { imports, receipts } = createImportInMemory(known ?? undefined);
  const deps = {
    imports: {
      ...imports,
      noteLetter: async (_: object, __: string, unplaced: string | undefined) => void noted.push(unplaced),
    },
    erasures: {
      ...createErasureStore(NO_DATABASE, ''),
      mark: async (_: string, datasetId: string) =>
        mark === undefined || datasetId !== item.dataset_id
          ? undefined
          : { latest: mark, whole: mark, active: undefined },
      customerMarks: async () => new Map<string, string>(),
    },
    deadLetters: {
      ...createDeadLetters(new S3Client({ region: 'us-east-1' }), ''),
      keepOfImport: async (ref: { importId: string; accountId: string }, name: string, letter: DeadLetter) =>
        void letters.set(`dead-letters/${ref.importId}/${ref.accountId}/${name}.json`, letter),
      keepUnreadable: async (id: string, letter: DeadLetter) =>
        void letters.set(`dead-letters/unreadable/${id}.json`, letter),
      list: async () => [...letters.keys()],
      read: async (key: string) => letters.get(key) ?? { reason: '', kept_at: '', body: '' },
      remove: async (key: string) => void letters.delete(key),
    },
    clock: () => 0,
  };
  const orders = createOrderStore(NO_DATABASE, { orders: '', service: '' });
  const redrive = createRedrive({
    ...deps,
    orders: {
      ...orders,
      assumesNew: () => false,
      readParts: async () => [],
      async commit({ chunk, path, receipt, replaces }) {
        const before = receipts.get(`${chunk}/${path}`);
        const isDead = before?.kind === 'applied' && before.dead === true;
        if (replaces === 'dead' ? !isDead : before !== undefined) return 'decided_before';
        receipts.set(`${chunk}/${path}`, receipt);
        return 'committed';
      },
    },
    rowCounters: createRowCounters(NO_DATABASE, ''),
    datasets: { ...createDatasetStore(NO_DATABASE, ''), noteChange: async () => {} },
    maxStoredRows: async () => 100,
  });
  const keep = keepDeadLetters(deps);
  return {
    letters,
    noted,
    receipts,
    redrive,
    async receive(...bodies: readonly string[]): Promise<void> {
      const Records = bodies.map((body, at) => ({
        messageId: `m${at}`,
        receiptHandle: '',
        body,
        attributes: {
          ApproximateReceiveCount: '1',
          SentTimestamp: '0',
          SenderId: '',
          ApproximateFirstReceiveTimestamp: '0',
        },
        messageAttributes: { Reason: { dataType: 'String' as const, stringValue: 'broken' } },
        md5OfBody: '',
        eventSource: 'aws:sqs',
        eventSourceARN: '',
        awsRegion: 'us-east-1',
      }));
      expect(await keep({ Records })).toEqual({ batchItemFailures: [] });
    },
  };
}
const omitField = (name: string): string =>
  JSON.stringify(Object.fromEntries(Object.entries(MESSAGE).filter(([field]) => field !== name)));

describe('a malformed copy of a chunk', () => {
  const copy = JSON.stringify({ ...MESSAGE, version: 9 });
  const valid = JSON.stringify(MESSAGE);

  it.each([
    ['after', [valid, copy]],
    ['before', [copy, valid]],
  ])('keeps the chunk’s letter, which a redrive applies, if it arrives %s the chunk', async (_, bodies) => {
    const { letters, receipts, redrive, receive } = createService();
    await receive(...bodies);
    expect([...letters.values()].map(({ body }) => body)).toEqual(bodies);
    expect(receipts.get('0/')).toMatchObject({ failed: 1, dead: true });
    const { applied, refused } = await redrive(item.import_id);
    expect([applied, refused]).toEqual([1, [{ key: expect.any(String), reason: expect.any(String) }]]);
    expect(receipts.get('0/')).toMatchObject({ inserted: 1, failed: 0 });
    expect([...letters.values()].map(({ body }) => body)).toEqual([copy]);
  });

  it('is kept once, however often it is delivered', async () => {
    const { letters, receive } = createService();
    await receive(copy, copy);
    await receive(copy);
    expect(letters.size).toBe(1);
  });
});

describe('a message that names its import', () => {
  it.each([
    ['no dataset', omitField('dataset_id')],
    ['a dataset that is not a slug', JSON.stringify({ ...MESSAGE, dataset_id: 'Not a slug' })],
    ['no version', omitField('version')],
    ['no orders', omitField('orders')],
    ['orders that are not a list', JSON.stringify({ ...MESSAGE, orders: 'none' })],
  ])('fails the rows of its chunk if it has %s', async (_, body) => {
    const { letters, noted, receipts, receive } = createService();
    await receive(body);
    expect([...letters]).toEqual([
      [
        expect.stringMatching(`^${FOLDER}0-[0-9a-f]{16}\\.json$`),
        { reason: 'broken', kept_at: expect.any(String), body },
      ],
    ]);
    expect(receipts.get('0/')).toMatchObject({ failed: 1, reason: 'broken' });
    expect(noted).toEqual([undefined]);
  });

  it.each([
    ['without a chunk', omitField('chunk'), 'no-chunk'],
    ['with a negative chunk', JSON.stringify({ ...MESSAGE, chunk: -1 }), 'no-chunk'],
    ['with half a chunk', JSON.stringify({ ...MESSAGE, chunk: 0.5 }), 'no-chunk'],
    ['with a chunk as text', JSON.stringify({ ...MESSAGE, chunk: '0' }), 'no-chunk'],
    ['with null for a chunk', JSON.stringify({ ...MESSAGE, chunk: null }), 'no-chunk'],
    ['with a chunk that the import does not have', JSON.stringify({ ...MESSAGE, chunk: 2 }), '2'],
  ])('is kept as a letter of its import, which notes it, if it comes %s', async (_, body, place) => {
    const { letters, noted, receipts, receive } = createService();
    await receive(body);
    const [key = ''] = letters.keys();
    expect(key).toMatch(new RegExp(`^${FOLDER}${place}-[0-9a-f]{16}\\.json$`));
    expect(noted).toEqual([key.slice(FOLDER.length, -'.json'.length)]);
    expect(receipts.size).toBe(0);
  });

  it('is noted at its import but not kept if its dataset was erased meanwhile', async () => {
    const { letters, noted, receive } = createService(item, '01M00000000000000000000002');
    await receive(omitField('dataset_id'), omitField('chunk'));
    expect(letters.size).toBe(0);
    expect(noted).toHaveLength(2);
  });
});

it('keeps a message that names no import as unreadable', async () => {
  const { letters, receive } = createService();
  await receive('{', omitField('import_id'), omitField('account_id'));
  expect([...letters.keys()]).toEqual(['m0', 'm1', 'm2'].map((id) => `dead-letters/unreadable/${id}.json`));
});

it('keeps a message of an unknown import without noting it at an import', async () => {
  const { letters, noted, receive } = createService(null);
  await receive(JSON.stringify({ ...MESSAGE, chunk: 7 }));
  expect([[...letters.keys()].length, noted]).toEqual([1, []]);
});
