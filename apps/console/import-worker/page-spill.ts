// Keeps rows that exceed memory in one file of the origin's private file system, which only this worker opens. In a
// browser without one (private windows of Firefox), they stay in memory as bytes, a quarter of their size as objects.
import type { Spill } from '../../../packages/order-files/orders/partitions.ts';
import { createMemorySpill, PIECE_BYTES } from './page-files.ts';

/** A piece of the file. */
interface Extent {
  readonly at: number;
  readonly length: number;
}

const FILE_PREFIX = 'order-analytics-import-';

export async function openPageSpill(): Promise<Spill> {
  try {
    return await openFileSpill();
  } catch {
    return createMemorySpill();
  }
}

async function openFileSpill(): Promise<Spill> {
  const folder = await navigator.storage.getDirectory();
  const name = `${FILE_PREFIX}${crypto.randomUUID()}`;
  const handle = await folder.getFileHandle(name, { create: true });
  const file = await handle.createSyncAccessHandle();
  const extents = new Map<string, Extent[]>();
  let end = 0;
  /** Reused for reading: garbage outside the heap is collected late. */
  let room = new Uint8Array(PIECE_BYTES);
  return {
    pieceBytes: PIECE_BYTES,
    async append(piece, bytes) {
      const own = extents.get(piece) ?? [];
      extents.set(piece, own);
      own.push({ at: end, length: bytes.length });
      end += file.write(bytes, { at: end });
    },
    async *read(piece) {
      for (const { at, length } of extents.get(piece) ?? []) {
        if (room.length < length) room = new Uint8Array(length);
        const bytes = room.subarray(0, length);
        file.read(bytes, { at });
        yield bytes;
      }
    },
    async remove(piece) {
      extents.delete(piece);
    },
    async close() {
      file.close();
      await folder.removeEntry(name).catch(() => undefined);
    },
  };
}

/** Removes files of pages that were closed while they read. Open files can't be removed. */
export async function removeLeftSpills(): Promise<void> {
  try {
    const folder = await navigator.storage.getDirectory();
    for await (const name of folder.keys()) {
      if (name.startsWith(FILE_PREFIX)) await folder.removeEntry(name).catch(() => undefined);
    }
  } catch {
    // Without a private file system, nothing was left.
  }
}
