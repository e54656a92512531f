// Tests which dead letters of which imports an erasure deletes.
import { S3Client } from '@aws-sdk/client-s3';
import { expect, it } from 'vitest';
import { eraseDeadLetters } from '../../../../src/service/erasures/erase-dead-letters.ts';
import { createErasureStore } from '../../../../src/service/erasures/erasures.ts';
import { createDeadLetters } from '../../../../src/service/orders/dead-letters.ts';
import type { ImportItem } from '../../../../src/service/orders/import-item.ts';
import { createImportInMemory, createImportItem, NO_DATABASE } from '../../orders/stores-in-memory.ts';

const ULID = '01M000000000000000000';
const createId = (at: number): string => `${ULID}${String(at).padStart(5, '0')}`;
const DATASET = { accountId: 'acc', datasetId: 'shop' };

/**
 * Creates imports of these ids, each with a letter of one customer. Returns the ids of those whose letter was deleted.
 */
async function eraseLetters(
  ids: readonly string[],
  erasures: readonly string[],
  rest: Partial<ImportItem> = {},
): Promise<string[]> {
  const removed: string[] = [];
  const items = ids.map((import_id) => createImportItem({ ...rest, import_id })).reverse();
  await eraseDeadLetters(
    {
      imports: {
        ...createImportInMemory(undefined).imports,
        listRecent: async (_, limit, before = '') =>
          items.filter(({ import_id }) => import_id < before).slice(0, limit),
        forgetErrors: async () => {},
      },
      deadLetters: {
        ...createDeadLetters(new S3Client({ region: 'us-east-1' }), ''),
        list: async (importId = '') => [importId],
        find: async () => ({ reason: 'r', kept_at: 'now', body: 'not JSON' }),
        remove: async (key) => void removed.push(key),
      },
      erasures: { ...createErasureStore(NO_DATABASE, ''), count: async () => {} },
    },
    DATASET,
    erasures.map((erasureId) => ({ erasureId, customer: undefined })),
  );
  return removed;
}

it('deletes only letters of imports that were accepted before the erasure', async () => {
  expect(await eraseLetters([createId(1), createId(3), createId(5)], [createId(2), createId(4)])).toEqual([
    createId(3),
    createId(1),
    createId(1),
  ]);
});

it('deletes the letter of an import without failed rows that has a broken copy of a message', async () => {
  const complete = { completed_at: 'now', rows: { inserted: 1, updated: 0, failed: 0 } };
  expect(await eraseLetters([createId(1)], [createId(2)], complete)).toEqual([]);
  expect(await eraseLetters([createId(1)], [createId(2)], { ...complete, letter_at: 'now' })).toEqual([
    createId(1),
  ]);
});

it('reads imports page by page to the last one, even if they fill their pages exactly', async () => {
  const ids = Array.from({ length: 200 }, (_, at) => createId(at));
  expect(await eraseLetters(ids, [createId(900)])).toHaveLength(200);
  expect(await eraseLetters(ids.slice(0, 101), [createId(900)])).toHaveLength(101);
});
