// Refuses a damaged database file at the start, with a remedy. The engines would start on one, and only requests that
// reach a damaged page would fail.
import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Up to this size, reading all pages takes less than a second. Larger files are read only after an unclean end. */
const ALWAYS_READ_BYTES = 256 * 1024 * 1024;

/** `isSuspect`: the last local cloud was killed, or crashed, or its machine did. */
export function checkDatabase(file: string, isSuspect: boolean): void {
  if (!existsSync(file)) return;
  const problem = findProblem(file, isSuspect || statSync(file).size <= ALWAYS_READ_BYTES);
  if (problem === undefined) return;
  throw new Error(
    `${file} is damaged (${problem}). Restore the folder ${dirname(file)} from a copy, or delete the data folder to ` +
      'start with an empty service: everything stored locally is lost then.',
  );
}

function findProblem(file: string, isWhole: boolean): string | undefined {
  try {
    // Opens for writing, so that SQLite applies what a killed engine has committed to its log.
    const database = new DatabaseSync(file);
    try {
      // The short check still reads the header and the schema.
      const check = isWhole ? 'PRAGMA quick_check(1)' : 'SELECT count(*) AS tables FROM sqlite_schema';
      const { quick_check: found = 'ok' } = database.prepare(check).get() ?? {};
      return found === 'ok' ? undefined : String(found).replaceAll(/\s+/g, ' ');
    } finally {
      database.close();
    }
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
