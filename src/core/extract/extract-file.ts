// The extract of a dataset's state as one file: magic, format version, length and checksum of the head (16 bytes), the
// head as JSON, then the shards in order, each compressed. It names the state of the dataset that it was taken from.
// Everything in it is covered by a checksum, so that a file that is not as it was written is refused, never misread.
import { constants, crc32, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { OrderColumns } from '../orders/columns.ts';
import { type ColumnsBuilderOptions, createColumnsBuilder } from '../orders/columns-builder.ts';
import { ExtractUnreadableError } from './extract-error.ts';
import { addShard } from './shard-columns.ts';

/** "OAEX", little-endian. */
const MAGIC = 0x5845414f;
/** Of this layout and of the columns in a shard: a file of another version is refused. */
export const EXTRACT_VERSION = 1;
const PREFIX = 16;

/** A shard's columns, compressed. */
export interface CompressedShard {
  readonly bytes: Uint8Array;
  /** Before compression. */
  readonly rawBytes: number;
}

interface StoredShard {
  readonly bytes: number;
  readonly rawBytes: number;
  readonly checksum: number;
}

export interface ExtractHead {
  /** The state of the dataset. */
  readonly state: string;
  readonly lines: number;
}

/** Level 1: at level 3 the file is hardly smaller and takes twice as long. */
export function compressShard(block: Uint8Array): CompressedShard {
  const bytes = zstdCompressSync(block, { params: { [constants.ZSTD_c_compressionLevel]: 1 } });
  return { bytes, rawBytes: block.length };
}

/** `shards`: in the order of the stored orders. */
export function encodeExtract(head: ExtractHead, shards: readonly CompressedShard[]): Uint8Array {
  const stored = shards.map(
    ({ bytes, rawBytes }): StoredShard => ({ bytes: bytes.length, rawBytes, checksum: crc32(bytes) }),
  );
  const json = new TextEncoder().encode(JSON.stringify({ ...head, shards: stored }));
  const file = new Uint8Array(stored.reduce((sum, { bytes }) => sum + bytes, PREFIX + json.length));
  const view = new DataView(file.buffer);
  view.setUint32(0, MAGIC, true);
  view.setUint32(4, EXTRACT_VERSION, true);
  view.setUint32(8, json.length, true);
  view.setUint32(12, crc32(json), true);
  file.set(json, PREFIX);
  let at = PREFIX + json.length;
  for (const { bytes } of shards) {
    file.set(bytes, at);
    at += bytes.length;
  }
  return file;
}

export interface Extract extends ExtractHead {
  /** Throws ExtractUnreadableError. `onShard`: called after each shard with the fraction read so far. */
  columns(options: ColumnsBuilderOptions, onShard?: (share: number) => void): OrderColumns;
}

/** Throws ExtractUnreadableError for bytes that `encodeExtract` of this version did not write. */
export function decodeExtract(file: Uint8Array): Extract {
  if (file.length < PREFIX) throw new ExtractUnreadableError('the file is too short');
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  if (view.getUint32(0, true) !== MAGIC) throw new ExtractUnreadableError('not an extract');
  const version = view.getUint32(4, true);
  if (version !== EXTRACT_VERSION)
    throw new ExtractUnreadableError(`expected format version ${EXTRACT_VERSION}, got ${version}`);
  const body = PREFIX + view.getUint32(8, true);
  const json = file.subarray(PREFIX, body);
  if (body > file.length || crc32(json) !== view.getUint32(12, true))
    throw new ExtractUnreadableError('the head is damaged');
  const head: ExtractHead & { readonly shards: readonly StoredShard[] } = JSON.parse(
    new TextDecoder().decode(json),
  );
  const end = head.shards.reduce((sum, { bytes }) => sum + bytes, body);
  if (end !== file.length) throw new ExtractUnreadableError(`expected ${end} bytes, got ${file.length}`);
  return {
    state: head.state,
    lines: head.lines,
    columns(options, onShard) {
      const builder = createColumnsBuilder(options);
      let at = body;
      for (const [index, { bytes, rawBytes, checksum }] of head.shards.entries()) {
        const compressed = file.subarray(at, at + bytes);
        if (crc32(compressed) !== checksum) throw new ExtractUnreadableError(`shard ${index} is damaged`);
        addShard(zstdDecompressSync(compressed, { maxOutputLength: Math.max(1, rawBytes) }), builder);
        at += bytes;
        onShard?.((index + 1) / head.shards.length);
      }
      return builder.build();
    },
  };
}
