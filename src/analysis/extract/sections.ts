// Reads and writes files of sections: magic, format version, length and checksum of the head (16 bytes), the head as
// JSON, then the sections, each compressed and decoded alone, so that writing and reading need the memory of one.
// Checksums cover everything: changed bytes are refused, never misread.
import { constants, crc32, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { ExtractUnreadableError } from './extract-error.ts';

/**
 * The format of a kind of file. `version` covers its layout and the columns in a section: another version is refused.
 */
export interface SectionFormat {
  readonly magic: number;
  readonly version: number;
}

/** A compressed section, ready to be written. */
export interface CompressedSection {
  readonly bytes: Uint8Array;
  /** Size before compression. */
  readonly rawBytes: number;
}

/** The place of a section in its file. */
export interface SectionPlace {
  readonly at: number;
  readonly bytes: number;
  readonly rawBytes: number;
  readonly checksum: number;
}

type StoredSection = Omit<SectionPlace, 'at'>;

const PREFIX_BYTES = 16;

/** Level 1: level 3 makes the file hardly smaller and takes twice as long. */
export function compressSection(block: Uint8Array): CompressedSection {
  const bytes = zstdCompressSync(block, { params: { [constants.ZSTD_c_compressionLevel]: 1 } });
  return { bytes, rawBytes: block.length };
}

export function encodeSections(
  { magic, version }: SectionFormat,
  head: object,
  sections: readonly CompressedSection[],
): Uint8Array<ArrayBuffer> {
  const stored = sections.map(
    ({ bytes, rawBytes }): StoredSection => ({ bytes: bytes.length, rawBytes, checksum: crc32(bytes) }),
  );
  const json = new TextEncoder().encode(JSON.stringify({ ...head, sections: stored }));
  const file = new Uint8Array(stored.reduce((sum, { bytes }) => sum + bytes, PREFIX_BYTES + json.length));
  const view = new DataView(file.buffer);
  view.setUint32(0, magic, true);
  view.setUint32(4, version, true);
  view.setUint32(8, json.length, true);
  view.setUint32(12, crc32(json), true);
  file.set(json, PREFIX_BYTES);
  let at = PREFIX_BYTES + json.length;
  for (const { bytes } of sections) {
    file.set(bytes, at);
    at += bytes.length;
  }
  return file;
}

/**
 * Returns the number of bytes before the first section. Throws ExtractUnreadableError for the beginning of another kind
 * of file.
 */
export function readHeadEnd({ magic, version }: SectionFormat, start: Uint8Array): number {
  if (start.length < PREFIX_BYTES) throw new ExtractUnreadableError('the file is too short');
  const view = new DataView(start.buffer, start.byteOffset, start.byteLength);
  if (view.getUint32(0, true) !== magic) throw new ExtractUnreadableError('not an extract');
  const found = view.getUint32(4, true);
  if (found !== version) throw new ExtractUnreadableError(`expected format version ${version}, got ${found}`);
  return PREFIX_BYTES + view.getUint32(8, true);
}

export interface FileHead<H> {
  readonly head: H;
  readonly sections: readonly SectionPlace[];
  /** Size of the whole file in bytes. */
  readonly size: number;
}

/**
 * `start`: the file, or at least its first `readHeadEnd` bytes. `H`: the type that was written. Throws
 * ExtractUnreadableError.
 */
export function decodeSectionsHead<H extends object>(format: SectionFormat, start: Uint8Array): FileHead<H> {
  const body = readHeadEnd(format, start);
  const json = start.subarray(PREFIX_BYTES, body);
  const checksum = new DataView(start.buffer, start.byteOffset).getUint32(12, true);
  if (body > start.length || crc32(json) !== checksum)
    throw new ExtractUnreadableError('the head is damaged');
  const head: H & { readonly sections: readonly StoredSection[] } = JSON.parse(
    new TextDecoder().decode(json),
  );
  let size = body;
  const sections = head.sections.map((section): SectionPlace => {
    const place = { ...section, at: size };
    size += section.bytes;
    return place;
  });
  return { head, sections, size };
}

/** `index`: names the section in the error. Throws ExtractUnreadableError. */
export function decodeSection(compressed: Uint8Array, { rawBytes, checksum }: SectionPlace, index: number) {
  if (crc32(compressed) !== checksum) throw new ExtractUnreadableError(`section ${index} is damaged`);
  // Decompress in one piece: by default, pieces of 64 kB are joined at the end, which takes twice the memory. One byte
  // stays free, because a full chunk begins another one.
  const chunkSize = Math.max(64, rawBytes + 1);
  return zstdDecompressSync(compressed, { maxOutputLength: Math.max(1, rawBytes), chunkSize });
}
