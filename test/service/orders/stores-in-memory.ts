// Stores imports and their receipts in memory for tests of single steps.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { createDocumentClient } from '../../../src/service/aws/clients.ts';
import type { ImportItem, Receipt } from '../../../src/service/orders/import-item.ts';
import { createImportStore, type ImportStore } from '../../../src/service/orders/imports.ts';

/** The client of stores whose calls a test replaces. */
export const NO_DATABASE = createDocumentClient(new DynamoDBClient({ region: 'us-east-1' }));
export const ACCOUNT = 'acc_01M00000000000000000000000';

export function createImportItem(rest: Partial<ImportItem> = {}): ImportItem {
  return {
    account_id: ACCOUNT,
    import_id: '01M00000000000000000000001',
    dataset_id: 'shop',
    created_at: '2026-03-01T00:00:00.000Z',
    chunk_rows: [1],
    ...rest,
  };
}

/** Stores one import. */
export function createImportInMemory(item: ImportItem | undefined) {
  const receipts = new Map<string, Receipt>();
  const done = new Set<number>();
  const toName = (chunk: number, path: string): string => `${chunk}/${path}`;
  const imports: ImportStore = {
    ...createImportStore(NO_DATABASE, ''),
    create: async () => {},
    noteQueued: async () => {},
    get: async () => item,
    getReceipt: async (_, chunk, path) => receipts.get(toName(chunk, path)),
    async putReceipt(_, chunk, path, receipt) {
      if (receipts.has(toName(chunk, path))) return false;
      receipts.set(toName(chunk, path), receipt);
      return true;
    },
    async putReceipts(_, chunk, written) {
      if (written.some(({ path }) => receipts.has(toName(chunk, path)))) return false;
      for (const { path, receipt } of written) receipts.set(toName(chunk, path), receipt);
      return true;
    },
    async noteChunksDone(_, chunks) {
      for (const chunk of chunks) done.add(chunk);
      return item && { ...item, done };
    },
    listReceipts: async (_, chunk) =>
      [...receipts]
        .filter(([key]) => chunk === undefined || key.startsWith(`${chunk}/`))
        .map(([, one]) => one),
    noteLetter: async () => {},
    complete: async () => {},
  };
  return { imports, receipts };
}
