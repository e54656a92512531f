// A folder for rows that memory does not hold, one file for each piece.
import { createReadStream } from 'node:fs';
import { appendFile, mkdtemp, rm, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Spill } from '../orders/spill.ts';

/** Of 256 partitions, 8 MB. */
const PIECE_BYTES = 32 * 1024;
const READ_BYTES = 64 * 1024;

/** `temporaryFolder`: where the folder is created, and removed; default the system's. */
export async function openDiskSpill(temporaryFolder: string = tmpdir()): Promise<Spill> {
  const folder = await mkdtemp(join(temporaryFolder, 'order-files-'));
  const path = (name: string): string => join(folder, name);
  return {
    pieceBytes: PIECE_BYTES,
    // Opened for every write: some systems let a process have no more than 256 files open.
    append: (name, bytes) => appendFile(path(name), bytes, { mode: 0o600 }),
    read: (name) => createReadStream(path(name), { highWaterMark: READ_BYTES }),
    remove: (name) => unlink(path(name)),
    close: () => rm(folder, { recursive: true, force: true }),
  };
}
