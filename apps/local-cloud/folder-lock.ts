// Ensures one local cloud per data folder. The lock belongs to the operating system, on a file that SQLite opens: it
// ends with its process, however that ends. No process id is compared, because after a kill in a container the next
// process has the same one.
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { explainFullDisk } from './engines/disk-room.ts';

/** A command that checks whether the folder is in use holds the lock for a moment. */
const PATIENCE_MS = 1_000;
const LOCK_FILE = 'lock.sqlite';
/** Raised when a local cloud cannot work on data that an earlier version has stored. */
const DATA_VERSION = '1';
const VERSION_FILE = 'data-version';
/** The file exists while a local cloud runs: one found at a start was left by a kill or a crash. */
const MARKER = 'not-closed';

/** The garbage collector closes a connection without references, and releases its lock. */
const held = new Set<DatabaseSync>();

export interface LockedFolder {
  /** Whether a local cloud has used the folder before. */
  readonly wasUsed: boolean;
  /** Whether that local cloud did not stop in order. */
  readonly endedUncleanly: boolean;
  /** `isClean`: everything is written, so that the next start can skip the check. */
  release(isClean: boolean): void;
}

class FolderRefusedError extends Error {}

/**
 * Loaded on the first lock, because the command line of the installed package also runs on versions of Node without it.
 */
function loadSqlite(): typeof import('node:sqlite') {
  if (!isBuiltin('node:sqlite'))
    throw new Error(`the local cloud needs Node 22.15 or newer: this is Node ${process.versions.node}`);
  return process.getBuiltinModule('node:sqlite');
}

/**
 * Throws FolderRefusedError if another local cloud holds the lock, in this process or another, or if the data have
 * another version.
 */
export function lockFolder(dataDir: string): LockedFolder {
  try {
    return lock(dataDir);
  } catch (error) {
    throw error instanceof FolderRefusedError
      ? error
      : new Error(explainError(error, dataDir), { cause: error });
  }
}

function lock(dataDir: string): LockedFolder {
  const wasUsed = existsSync(join(dataDir, LOCK_FILE));
  mkdirSync(dataDir, { recursive: true });
  keepForOwner(dataDir);
  const database = new (loadSqlite().DatabaseSync)(join(dataDir, LOCK_FILE), { timeout: PATIENCE_MS });
  try {
    database.exec('BEGIN EXCLUSIVE');
    requireVersion(dataDir, wasUsed);
    held.add(database);
    const marker = join(dataDir, MARKER);
    const endedUncleanly = existsSync(marker);
    writeFileSync(marker, '');
    return {
      wasUsed,
      endedUncleanly,
      release(isClean) {
        if (isClean) rmSync(marker, { force: true });
        held.delete(database);
        database.close();
      },
    };
  } catch (error) {
    held.delete(database);
    database.close();
    if (getErrorCode(error) === SQLITE_BUSY)
      throw new FolderRefusedError(`a local cloud is running on ${dataDir} already: stop it first`);
    throw error;
  }
}

function requireVersion(dataDir: string, wasUsed: boolean): void {
  const file = join(dataDir, VERSION_FILE);
  if (!wasUsed) writeFileSync(file, DATA_VERSION);
  const version = existsSync(file) ? readFileSync(file, 'utf8') : '0';
  if (version !== DATA_VERSION)
    throw new FolderRefusedError(
      `the data in ${dataDir} have version ${version}, and this local cloud uses version ${DATA_VERSION}: move the folder away, or use the release that wrote it`,
    );
}

/** The folder holds orders and the key of secrets. */
function keepForOwner(dataDir: string): void {
  try {
    chmodSync(dataDir, 0o700);
  } catch (error) {
    // A container may mount a volume of another user, who decides on its permissions.
    if (getErrorCode(error) !== 'EPERM') throw error;
  }
}

/** Explains errors of Node's file system and of SQLite in one sentence each. */
function explainError(error: unknown, dataDir: string): string {
  const code = getErrorCode(error);
  switch (code) {
    case 'EEXIST':
    case 'ENOTDIR':
      return `${dataDir} is a file, but a folder of this name must store the data: move the file away.`;
    case 'ENOSPC':
    case SQLITE_FULL:
      return explainFullDisk(dataDir);
    case SQLITE_NOTADB:
      return `${join(dataDir, LOCK_FILE)} is damaged: delete this file. It holds no data.`;
    case 'EROFS':
    case 'EACCES':
    case 'EPERM':
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN:
      return `${dataDir} can't be written (${code}): make it writable for this user, or start in a copy of this folder on a disk that is.`;
    default:
      return `${dataDir} can't be used: ${error instanceof Error ? error.message : String(error)}`;
  }
}

export function isFolderInUse(dataDir: string): boolean {
  const file = join(dataDir, LOCK_FILE);
  if (!existsSync(file)) return false;
  const lock = new (loadSqlite().DatabaseSync)(file, { readOnly: true, timeout: 0 });
  try {
    // Reading takes a lock that conflicts with the other local cloud's.
    lock.prepare('SELECT count(*) FROM sqlite_schema').get();
    return false;
  } catch (error) {
    const code = getErrorCode(error);
    if (code === SQLITE_BUSY) return true;
    // The file is no database, so nobody holds its lock: the next start explains the damage.
    if (code === SQLITE_NOTADB) return false;
    throw error;
  } finally {
    lock.close();
  }
}

/** https://www.sqlite.org/rescode.html */
const SQLITE_BUSY = 5;
const SQLITE_READONLY = 8;
const SQLITE_FULL = 13;
const SQLITE_CANTOPEN = 14;
const SQLITE_NOTADB = 26;

/** Node's `code`, or SQLite's `errcode` without its extension. */
function getErrorCode(error: unknown): string | number | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('errcode' in error && typeof error.errcode === 'number') return error.errcode & 0xff;
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
