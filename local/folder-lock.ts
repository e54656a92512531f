// One local cloud per data folder. The lock is the operating system's, on a file that SQLite opens: it ends with its
// process, however that ended, and no process id is compared, because after a kill in a container the next process has
// the same one.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** A command that only looks whether the folder is in use holds the lock for a moment. */
const PATIENCE_MS = 1_000;
const LOCK_FILE = 'lock.sqlite';
/** Exists from the start to the end of a local cloud: one that is found at a start was left by a kill or a crash. */
const MARKER = 'not-closed';

export interface LockedFolder {
  /** The local cloud that used the folder before did not stop in order. */
  readonly endedUncleanly: boolean;
  /** `isClean`: everything is written, so that the next start need not check it. */
  release(isClean: boolean): void;
}

export class FolderInUseError extends Error {}

/** Throws FolderInUseError if another local cloud holds it, in this process or another. */
export function lockFolder(dataDir: string): LockedFolder {
  mkdirSync(dataDir, { recursive: true });
  const lock = new DatabaseSync(join(dataDir, LOCK_FILE), { timeout: PATIENCE_MS });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (isBusy(error))
      throw new FolderInUseError(`a local cloud is running on ${dataDir} already: stop it first`);
    throw error;
  }
  const marker = join(dataDir, MARKER);
  const endedUncleanly = existsSync(marker);
  writeFileSync(marker, '');
  return {
    endedUncleanly,
    release(isClean) {
      if (isClean) rmSync(marker, { force: true });
      lock.close();
    },
  };
}

export function isFolderInUse(dataDir: string): boolean {
  const file = join(dataDir, LOCK_FILE);
  if (!existsSync(file)) return false;
  const lock = new DatabaseSync(file, { readOnly: true, timeout: 0 });
  try {
    // Reading takes a lock that the other one excludes.
    lock.prepare('SELECT count(*) FROM sqlite_schema').get();
    return false;
  } catch (error) {
    if (isBusy(error)) return true;
    throw error;
  } finally {
    lock.close();
  }
}

/** https://www.sqlite.org/rescode.html#busy */
const SQLITE_BUSY = 5;

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
}
