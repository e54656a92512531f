// Rows that objects would take too much memory for, as bytes: a quarter of it.
import type { Spill } from '../../order-files/orders/spill.ts';

/** Of 256 partitions, 2 MB: beside the page itself, an import has 200. */
export const PIECE_BYTES = 8 * 1024;

export function memorySpill(): Spill {
  const pieces = new Map<string, Uint8Array[]>();
  return {
    pieceBytes: PIECE_BYTES,
    async append(name, bytes) {
      const own = pieces.get(name) ?? [];
      pieces.set(name, own);
      own.push(bytes.slice());
    },
    async *read(name) {
      yield* pieces.get(name) ?? [];
    },
    async remove(name) {
      pieces.delete(name);
    },
    async close() {
      pieces.clear();
    },
  };
}
