// Tests the count of an account's chunks that wait to be applied, on a real table.
import { encodeTime, ulid } from 'ulid';
import { expect, it } from 'vitest';
import { createBacklog } from '../../../../src/service/orders/backlog.ts';
import { createImportStore } from '../../../../src/service/orders/imports.ts';
import { TABLES, useTables } from './use-tables.ts';

const stage = useTables();
const NOW = Date.parse('2026-03-01T12:00:00Z');
const MINUTE_MS = 60_000;
const countQueuedChunks = (accountId: string) =>
  createBacklog(stage.db, TABLES.service).queuedChunks(accountId, NOW);

async function addImport(accountId: string, ageMs: number, chunks: number, done: number): Promise<void> {
  const imports = createImportStore(stage.db, TABLES.service);
  const ref = { accountId, importId: encodeTime(NOW - ageMs, 10) + ulid().slice(10) };
  const created_at = new Date(NOW - ageMs).toISOString();
  await imports.create({
    account_id: accountId,
    import_id: ref.importId,
    dataset_id: 'shop',
    created_at,
    chunk_rows: new Array<number>(chunks).fill(80),
  });
  if (done > 0)
    await imports.noteChunksDone(
      ref,
      Array.from({ length: done }, (_, chunk) => chunk),
    );
  if (done < chunks) return;
  const outcome = { rows: { inserted: 0, updated: 0, failed: 0 }, errors: [] };
  await imports.complete(
    { account_id: accountId, import_id: ref.importId, dataset_id: 'shop' },
    { ...outcome, warning: [], failReason: [] },
    created_at,
  );
}

it('counts the chunks of incomplete imports that are not done', async () => {
  const accountId = ulid();
  await addImport(accountId, 5 * MINUTE_MS, 3, 3);
  await addImport(accountId, 2 * MINUTE_MS, 100, 40);
  await addImport(accountId, MINUTE_MS / 2, 50, 0);
  expect(await countQueuedChunks(accountId)).toBe(110);
});

it('returns 0 without imports, and if the imports of a minute ago are complete', async () => {
  expect(await countQueuedChunks(ulid())).toBe(0);
  const accountId = ulid();
  await addImport(accountId, MINUTE_MS / 2, 5_001, 0);
  expect(await countQueuedChunks(accountId)).toBe(0);
  await addImport(accountId, 2 * MINUTE_MS, 1, 1);
  expect(await countQueuedChunks(accountId)).toBe(0);
});

it('counts one account only', async () => {
  const [busy, quiet] = [ulid(), ulid()];
  await addImport(busy, 2 * MINUTE_MS, 100, 0);
  expect([await countQueuedChunks(busy), await countQueuedChunks(quiet)]).toEqual([100, 0]);
});
