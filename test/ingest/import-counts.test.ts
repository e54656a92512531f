// The result of an import, from its receipts.
import { expect, it } from 'vitest';
import { sumReceipts } from '../../src/ingest/import-counts.ts';
import type { Receipt } from '../../src/stores/imports/import-item.ts';

const failed = (rows: number, chunk: string): Receipt => ({
  kind: 'applied',
  inserted: 0,
  updated: 0,
  failed: rows,
  over_cap: 0,
  errors: Array.from({ length: rows }, (_, at) => ({
    order_id: `${chunk}${at}`,
    row: 0,
    reason: 'no product',
  })),
});

it('names the first 20 failed rows, in the order of the chunks, and counts all of them', () => {
  const { rows, errors } = sumReceipts([failed(15, 'a'), { kind: 'split' }, failed(15, 'b')]);
  expect([rows.failed, errors.length, errors[14]?.order_id, errors[19]?.order_id]).toEqual([
    30,
    20,
    'a14',
    'b4',
  ]);
});
