// A SQLite database whose writes don't wait for the disk. fauxqs opens its database with SQLite's default, which waits
// after every write: three times for a message that is sent, received and deleted, each some milliseconds in the thread
// that everything local runs in. The engine of the tables doesn't wait either, so queue and tables are equally durable:
// a killed process loses nothing, a power failure may lose the last writes. https://sqlite.org/pragma.html#pragma_synchronous
import { DatabaseSync } from 'node:sqlite';

/** `open`: opens databases before it returns, and sets their journal to WAL. */
export function withoutWaiting<R>(open: () => R): R {
  const { exec } = DatabaseSync.prototype;
  DatabaseSync.prototype.exec = function (sql) {
    exec.call(this, sql);
    if (/^PRAGMA journal_mode ?= ?WAL/i.test(sql)) exec.call(this, 'PRAGMA synchronous = NORMAL');
  };
  try {
    return open();
  } finally {
    DatabaseSync.prototype.exec = exec;
  }
}
