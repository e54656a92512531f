// Tests the status of an import before it is completed.
import { expect, it } from 'vitest';
import type { Receipt } from '../../../src/service/orders/import-item.ts';
import { sumReceipts, toImportView } from '../../../src/service/orders/import-view.ts';
import { createImportInMemory, createImportItem } from './stores-in-memory.ts';

it('counts the failed rows and the ignored fields that it does not list', async () => {
  const item = createImportItem({ chunk_rows: [40], warnings: [], more_warnings: 7 });
  const { imports, receipts } = createImportInMemory(item);
  const errors = Array.from({ length: 20 }, (_, at) => ({ order_id: `${at}`, reason: 'no room' }));
  const readShown = async (failed: number) => {
    receipts.set('0/', { kind: 'applied', inserted: 0, updated: 0, failed, over_cap: 0, errors });
    const { errors: listed = [], more_errors, more_warnings } = await toImportView(imports, item);
    return [listed.length, listed[0]?.fail_reason, more_errors, more_warnings];
  };
  expect(await readShown(20)).toEqual([20, 'no room', undefined, 7]);
  expect(await readShown(33)).toEqual([20, 'no room', 13, 7]);
});

it('shows an import as pending until its first row is counted, then as processing', async () => {
  const item = createImportItem({ chunk_rows: [2] });
  const { imports, receipts } = createImportInMemory(item);
  const readStatus = async (inserted: number) => {
    receipts.set('0/', { kind: 'applied', inserted, updated: 0, failed: 0, over_cap: 0 });
    return (await toImportView(imports, item)).status;
  };
  expect([await readStatus(0), await readStatus(1), await readStatus(2)]).toEqual([
    'pending',
    'processing',
    'processing',
  ]);
});

// Tests the result of an import, from its receipts.

const createFailedReceipt = (rows: number, chunk: string): Receipt => ({
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
  const { rows, errors } = sumReceipts([
    createFailedReceipt(15, 'a'),
    { kind: 'split' },
    createFailedReceipt(15, 'b'),
  ]);
  expect([rows.failed, errors.length, errors[14]?.order_id, errors[19]?.order_id]).toEqual([
    30,
    20,
    'a14',
    'b4',
  ]);
});
