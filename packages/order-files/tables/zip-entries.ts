// Reads files of a ZIP archive as streams of bytes: stored or deflated, also beyond 4 GB (ZIP64). The layout follows
// PKWARE's APPNOTE 6.3.10, sections 4.3 and 4.5; the checksum of each file is verified.
import { OrderFileError } from '../problems/errors.ts';

// Computes the checksum of ZIP and gzip: CRC-32 with the polynomial 0x04C11DB7, reflected, one byte at a time by a
// table (https://www.w3.org/TR/png-3/#D-CRCAppendix).
const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc >>> 0;
});

/** `before`: the checksum of the bytes before these. */
function computeCrc32(bytes: Uint8Array, before = 0): number {
  let crc = ~before;
  for (const byte of bytes) crc = (TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return ~crc >>> 0;
}

export interface ZipFile {
  readonly name: string;
  /** Size when decompressed, in bytes. */
  readonly size: number;
  bytes(): AsyncGenerator<Uint8Array>;
}

interface Entry {
  readonly name: string;
  readonly method: number;
  readonly isEncrypted: boolean;
  readonly crc: number;
  readonly packedSize: number;
  readonly size: number;
  readonly offset: number;
}

const END_OF_DIRECTORY = 0x06054b50;
const END_OF_DIRECTORY_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const DIRECTORY_ENTRY = 0x02014b50;
const FILE_HEADER = 0x04034b50;
const [STORED, DEFLATED] = [0, 8];
/** A field of 32 bits with this value has its value in the extra field of ZIP64. */
const IN_ZIP64 = 0xffffffff;
const ZIP64_FIELD = 1;
const END_BYTES = 22;
const MAX_COMMENT = 65_535;
const LOCATOR_BYTES = 20;
const PACKED_BYTES = 16 * 1024;

/** Throws an Error for an archive that is damaged. */
export async function zipFiles(blob: Blob): Promise<ZipFile[]> {
  const entries = await readDirectory(blob).catch((error: unknown) => {
    // A field reaches beyond the end of the directory.
    throw error instanceof RangeError ? createDamagedError() : error;
  });
  return entries.filter(({ name }) => isFile(name)).map((entry) => toZipFile(blob, entry));
}

/** macOS adds files of its own. */
function isFile(name: string): boolean {
  return !name.endsWith('/') && !name.startsWith('__MACOSX/') && !/(?:^|\/)\./.test(name);
}

async function readDirectory(blob: Blob): Promise<Entry[]> {
  const tailStart = Math.max(0, blob.size - END_BYTES - MAX_COMMENT - LOCATOR_BYTES);
  const tail = await readView(blob.slice(tailStart));
  let end = tail.byteLength - END_BYTES;
  while (end >= 0 && tail.getUint32(end, true) !== END_OF_DIRECTORY) end--;
  if (end < 0) throw createDamagedError();
  let [size, start] = [tail.getUint32(end + 12, true), tail.getUint32(end + 16, true)];
  const locator = end - LOCATOR_BYTES;
  if (locator >= 0 && tail.getUint32(locator, true) === LOCATOR_64) {
    const at = Number(tail.getBigUint64(locator + 8, true));
    const record = await readView(blob.slice(at, at + 56));
    if (record.byteLength < 56 || record.getUint32(0, true) !== END_OF_DIRECTORY_64)
      throw createDamagedError();
    [size, start] = [Number(record.getBigUint64(40, true)), Number(record.getBigUint64(48, true))];
  }
  const directory = await readView(blob.slice(start, start + size));
  if (directory.byteLength < size) throw createDamagedError();
  const entries: Entry[] = [];
  for (let at = 0; at < size; ) {
    if (at + 46 > size || directory.getUint32(at, true) !== DIRECTORY_ENTRY) throw createDamagedError();
    entries.push(readEntry(directory, at));
    at += 46 + [28, 30, 32].reduce((sum, field) => sum + directory.getUint16(at + field, true), 0);
  }
  return entries;
}

function readEntry(directory: DataView<ArrayBuffer>, at: number): Entry {
  const nameBytes = directory.getUint16(at + 28, true);
  const sizes = { size: 24, packedSize: 20, offset: 42 };
  const read = (field: keyof typeof sizes): number => directory.getUint32(at + sizes[field], true);
  let [size, packedSize, offset] = [read('size'), read('packedSize'), read('offset')];
  // Values that exceed their field, in this sequence.
  let wide = findZip64Field(directory, at + 46 + nameBytes, directory.getUint16(at + 30, true));
  const readNext = (): number => {
    const value = Number(directory.getBigUint64(wide, true));
    wide += 8;
    return value;
  };
  if (size === IN_ZIP64) size = readNext();
  if (packedSize === IN_ZIP64) packedSize = readNext();
  if (offset === IN_ZIP64) offset = readNext();
  return {
    name: new TextDecoder().decode(new Uint8Array(directory.buffer, at + 46, nameBytes)),
    method: directory.getUint16(at + 10, true),
    isEncrypted: (directory.getUint16(at + 8, true) & 1) === 1,
    crc: directory.getUint32(at + 16, true),
    ...{ size, packedSize, offset },
  };
}

/** Returns where the values of ZIP64 begin; a place beyond the directory if there are none. */
function findZip64Field(directory: DataView, from: number, length: number): number {
  for (let at = from; at + 4 <= from + length; at += 4 + directory.getUint16(at + 2, true)) {
    if (directory.getUint16(at, true) === ZIP64_FIELD) return at + 4;
  }
  return directory.byteLength;
}

function toZipFile(blob: Blob, entry: Entry): ZipFile {
  return { name: entry.name, size: entry.size, bytes: () => readEntryBytes(blob, entry) };
}

async function* readEntryBytes(blob: Blob, entry: Entry): AsyncGenerator<Uint8Array> {
  const { name, method, isEncrypted, offset, packedSize } = entry;
  if (isEncrypted) throw new OrderFileError(undefined, { code: 'archive_encrypted', file: name });
  if (method !== STORED && method !== DEFLATED)
    throw new OrderFileError(undefined, { code: 'archive_method', file: name, method });
  const header = await readView(blob.slice(offset, offset + 30));
  if (header.byteLength < 30 || header.getUint32(0, true) !== FILE_HEADER) throw createDamagedError();
  const start = offset + 30 + header.getUint16(26, true) + header.getUint16(28, true);
  const packed = blob.slice(start, start + packedSize);
  if (packed.size < packedSize) throw createDamagedError();
  const plain = method === STORED ? packed.stream() : decompressBlob(packed);
  let size = 0;
  let crc = 0;
  const reader = plain.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      size += next.value.length;
      crc = computeCrc32(next.value, crc);
      yield next.value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
  if (size !== entry.size || crc !== entry.crc) throw createDamagedError(name);
}

/** Feeds small pieces: browsers emit all output of a chunk, up to a thousand times its size, before reading another. */
function decompressBlob(packed: Blob): ReadableStream<Uint8Array> {
  let at = 0;
  const pieces = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      if (at >= packed.size) return controller.close();
      const piece = await packed.slice(at, at + PACKED_BYTES).arrayBuffer();
      at += PACKED_BYTES;
      controller.enqueue(new Uint8Array(piece));
    },
  });
  return pieces.pipeThrough(new DecompressionStream('deflate-raw'));
}

async function readView(blob: Blob): Promise<DataView<ArrayBuffer>> {
  return new DataView(await blob.arrayBuffer());
}

function createDamagedError(file?: string): OrderFileError {
  return new OrderFileError(undefined, { code: 'archive_damaged', file });
}
