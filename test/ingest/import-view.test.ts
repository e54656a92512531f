// The status of an import before it is completed.
import { expect, it } from 'vitest';
import { viewImport } from '../../src/ingest/import-view.ts';
import { importInMemory, importItem } from './stores-in-memory.ts';

it('is pending until the first row is counted, and processing from then on', async () => {
  const item = importItem({ chunk_rows: [2] });
  const { imports, receipts } = importInMemory(item);
  const status = async (inserted: number) => {
    receipts.set('0/', { kind: 'applied', inserted, updated: 0, failed: 0, over_cap: 0 });
    return (await viewImport(imports, item)).status;
  };
  expect([await status(0), await status(1), await status(2)]).toEqual([
    'pending',
    'processing',
    'processing',
  ]);
});
