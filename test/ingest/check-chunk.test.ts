// A message of the queue belongs to its import, or is refused.
import { expect, it } from 'vitest';
import { checkChunk, UnknownChunkError } from '../../src/ingest/check-chunk.ts';
import { ACCOUNT, importInMemory, importItem } from './stores-in-memory.ts';

const MESSAGE = {
  version: 1,
  account_id: ACCOUNT,
  dataset_id: 'shop',
  import_id: '01M00000000000000000000001',
  chunk: 0,
  orders: [{ order_id: 'o', line_items: [{ product_name: 'tea' }, { product_name: 'milk' }] }],
} as const;

it('accepts the rows that the import has of a chunk', async () => {
  const { imports } = importInMemory(importItem({ chunk_rows: [2] }));
  await expect(checkChunk(imports, { ...MESSAGE, orders: [...MESSAGE.orders] })).resolves.toBeUndefined();
});

it.each([
  ['an import that does not exist', undefined, 'no import with id'],
  [
    'another dataset than its import',
    importItem({ dataset_id: 'other', chunk_rows: [2] }),
    'belongs to dataset other',
  ],
  ['a chunk that its import does not have', importItem({ chunk_rows: [] }), 'has no chunk 0'],
  ['fewer rows than its chunk', importItem({ chunk_rows: [3] }), 'has 3 rows, the message has 2'],
])('refuses a message of %s', async (_, item, problem) => {
  const { imports } = importInMemory(item);
  const checked = checkChunk(imports, { ...MESSAGE, orders: [...MESSAGE.orders] });
  await expect(checked).rejects.toThrow(UnknownChunkError);
  await expect(checked).rejects.toThrow(problem);
});
