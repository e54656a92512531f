// Files of sections: magic, format version, length and checksum of the head (16 bytes), the head as JSON, then the
// sections, each compressed and decoded alone, so that writing and reading need the memory of one. Everything is covered
// by a checksum: bytes that are not as they were written are refused, never misread.
import { constants, crc32, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { ExtractUnreadableError } from './extract-error.ts';

/** Of a kind of file. `version` is that of its layout and of the columns in a section: another one is refused. */
export interface SectionFormat {
  readonly magic: number;
  readonly version: number;
}

/** A section as it is written. */
export interface CompressedSection {
  readonly bytes: Uint8Array;
  /** Before compression. */
  readonly rawBytes: number;
}

/** Where a section is in its file. */
export interface SectionPlace {
  readonly at: number;
  readonly bytes: number;
  readonly rawBytes: number;
  readonly checksum: number;
}

type StoredSection = Omit<SectionPlace, 'at'>;

const PREFIX_BYTES = 16;

/** Level 1: at level 3 the file is hardly smaller and takes twice as long. */
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

/** Bytes before the first section. Throws ExtractUnreadableError for the beginning of another kind of file. */
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
  /** Bytes of the whole file. */
  readonly size: number;
}

/** `start`: the file, or as much of it as `readHeadEnd` says. `H`: what was written. Throws ExtractUnreadableError. */
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
  // In one piece: by default, pieces of 64 kB are put together at the end, which takes twice the memory. One byte stays free, or
  // another piece would be begun.
  const chunkSize = Math.max(64, rawBytes + 1);
  return zstdDecompressSync(compressed, { maxOutputLength: Math.max(1, rawBytes), chunkSize });
}
