// Adapts the files that the reader chose to the reader of order files, and supplies the browser's functions that it
// needs.

import type { Spill } from '../../../packages/order-files/orders/partitions.ts';
import type { FileProblem } from '../../../packages/order-files/problems/file-problems.ts';
import type { OrderFile, Surroundings } from '../../../packages/order-files/sources.ts';

/** Bytes per block: browsers deliver larger blocks, whose text would stay in memory for long. */
const BLOCK_BYTES = 64 * 1024;

export function pageSurroundings(openSpill: () => Promise<Spill>): Surroundings {
  // Further compression methods of Parquet would be larger than the worker itself.
  return { gunzip: decompressGzip, openSpill, problemOf: toProblem };
}

export function pageFile(file: File): OrderFile {
  return {
    name: file.name,
    size: file.size,
    async open() {
      const reader = file.stream().getReader();
      return { chunks: iterateChunks(reader), close: () => void reader.cancel().catch(() => undefined) };
    },
    blob: async () => file,
  };
}

async function* iterateChunks(reader: ReadableStreamDefaultReader<Uint8Array>): AsyncGenerator<Uint8Array> {
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    const { value } = next;
    for (let at = 0; at < value.length; at += BLOCK_BYTES) yield value.subarray(at, at + BLOCK_BYTES);
  }
}

async function* decompressGzip(compressed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const source = compressed[Symbol.asyncIterator]();
  const packed = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const { value, done } = await source.next();
      if (done === true) controller.close();
      else controller.enqueue(new Uint8Array(value));
    },
    async cancel() {
      await source.return?.();
    },
  });
  const reader = packed.pipeThrough(new DecompressionStream('gzip')).getReader();
  try {
    yield* iterateChunks(reader);
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function toProblem(error: unknown): FileProblem {
  if (error instanceof DOMException && error.name === 'NotReadableError') return { code: 'file_changed' };
  return { code: 'unreadable', reason: error instanceof Error ? error.message : String(error) };
}

// Packs rows as bytes, which take a quarter of the memory of objects.

/** Bytes per piece. Pieces of 256 partitions take 2 MB of the 200 that an import has beside the page. */
export const PIECE_BYTES = 8 * 1024;

export function createMemorySpill(): Spill {
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
