// The queue's database does not wait for the disk after each write.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startQueuesAndBuckets, withoutWaiting } from '../../../local/engines/queues-and-buckets.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'order-analytics-waiting-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const NORMAL = 1;
const FULL = 2;

function open(file: string): DatabaseSync {
  const database = new DatabaseSync(join(dir, file));
  database.exec('PRAGMA journal_mode = WAL');
  return database;
}

function syncOf(database: DatabaseSync): unknown {
  const { synchronous } = database.prepare('PRAGMA synchronous').get() ?? {};
  database.close();
  return synchronous;
}

it('changes the databases that are opened within it, and no later ones', () => {
  const within = withoutWaiting(() => open('within'));
  expect(syncOf(within)).toBe(NORMAL);
  expect(syncOf(open('later'))).toBe(FULL);
});

it('changes no later databases when opening fails', () => {
  expect(() =>
    withoutWaiting(() => {
      throw new Error('no such folder');
    }),
  ).toThrow('no such folder');
  expect(syncOf(open('later'))).toBe(FULL);
});

it('reaches the database of the queues', async () => {
  const exec = vi.spyOn(DatabaseSync.prototype, 'exec');
  try {
    const queues = await startQueuesAndBuckets(dir);
    await queues.stop();
    expect(exec.mock.calls.flat()).toContain('PRAGMA synchronous = NORMAL');
  } finally {
    exec.mockRestore();
  }
});
