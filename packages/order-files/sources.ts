// Opens the bytes of an order file as text. Compression and UTF-16 are recognized by the first bytes, never by the
// name; the result has no byte order mark. Surroundings provide the files: a disk, or a page.
import type { Compressors } from 'hyparquet';
import { loadTableReaders } from './load-readers.ts';
import type { Spill } from './orders/partitions.ts';
import { OrderFileError } from './problems/errors.ts';
import type { FileProblem } from './problems/file-problems.ts';
import { detectFileKind, readTableBytes, SHEETS } from './tables/file-kinds.ts';
import { demandWithin } from './tables/table-limits.ts';
import type { ZipFile } from './tables/zip-entries.ts';
import { joinBytes } from './values/bytes.ts';
import { detectEncoding } from './values/detect-encoding.ts';
import { detectUtf16, type Encoding, toUtf8, UTF16_SAMPLE } from './values/encodings.ts';

const UTF8_MARK = [0xef, 0xbb, 0xbf];
const GZIP_MAGIC = [0x1f, 0x8b];

/** A file as stored. */
export interface OrderFile {
  /** The operator's name of the file. */
  readonly name: string;
  /** Size in bytes; undefined if only reading reveals it: a pipe, an object in S3. */
  readonly size: number | undefined;
  /** Opens the file; call it once. */
  open(): Promise<OpenFile>;
  /** Small archives may hold large files. */
  readonly isInArchive?: boolean;
  /** The content with random access; undefined for a stream. */
  blob: (() => Promise<Blob>) | undefined;
}

interface OpenFile {
  readonly chunks: AsyncIterable<Uint8Array>;
  close(): void;
}

/** Functions that Node and browsers implement differently. */
export interface Surroundings {
  gunzip(compressed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array>;
  /** Opens storage for rows that memory does not hold. */
  openSpill(): Promise<Spill>;
  /** Compression methods of Parquet beyond the built-in ones. */
  readonly compressors?: Compressors;
  /** Converts an error of reading into the file's problem. */
  problemOf(error: unknown): FileProblem;
}

export interface SourceOptions {
  /** The sheet of a workbook; default: the first. */
  readonly sheet?: string | undefined;
  /** Called for a workbook with the names of its sheets, even if the requested one is missing. */
  readonly onSheets?: ((names: readonly string[]) => void) | undefined;
  /** Default: detected. */
  readonly encoding?: Encoding | undefined;
  /** Called for a file that is not UTF-8. `line`: the first line that is not, if the bytes alone show it. */
  readonly onEncoding?: ((source: string, encoding: Encoding, line?: number) => void) | undefined;
  /** Called for a file that was read as Windows-1252 because of `line`, and has other lines in UTF-8. */
  readonly onMixed?: ((source: string, line: number) => void) | undefined;
}

export interface OpenSource {
  /** The operator's name of the file. */
  readonly name: string;
  /** Decompressed bytes, without a byte order mark; iterate them once. */
  readonly chunks: AsyncIterable<Uint8Array>;
  /** True for tables such as workbooks, whose cells are returned as CSV with commas: known after the first chunk. */
  isTable(): boolean;
  /** Bytes read from the file so far, compressed ones when it is compressed: comparable with its size. */
  bytesRead(): number;
  /** Closes a source that is not read to its end; iterating `chunks` to the end or leaving the loop closes it, too. */
  close(): void;
}

export async function openSource(
  file: OrderFile,
  surroundings: Surroundings,
  options: SourceOptions = {},
): Promise<OpenSource> {
  const opened = await file.open();
  let bytes = 0;
  let isTable = false;
  async function* countBytes(): AsyncGenerator<Uint8Array> {
    for await (const chunk of opened.chunks) {
      bytes += chunk.length;
      yield chunk;
    }
  }
  return {
    name: file.name,
    chunks: readTable(file, countBytes(), surroundings, options, () => {
      isTable = true;
    }),
    isTable: () => isTable,
    bytesRead: () => bytes,
    close: () => opened.close(),
  };
}

async function* readTable(
  { name, blob, isInArchive = false }: OrderFile,
  raw: AsyncGenerator<Uint8Array>,
  { gunzip, compressors, problemOf }: Surroundings,
  options: SourceOptions,
  onTable: () => void,
): AsyncGenerator<Uint8Array> {
  try {
    const packed = await peek(raw, GZIP_MAGIC.length);
    const isPacked = hasMark(packed, GZIP_MAGIC);
    const plain = isPacked ? gunzip(prepend(packed, raw)) : prepend(packed, raw);
    const head = await peek(plain, UTF16_SAMPLE);
    const found = detectFileKind(head);
    if (found.kind === 'other') throw new OrderFileError(name, { code: 'foreign', kind: found.foreign });
    if (found.kind === 'text') {
      yield* asUtf8(name, head, plain, options);
      return;
    }
    // The parts lie anywhere in the file, so a stream has to be held in memory.
    const whole =
      !isPacked && blob !== undefined
        ? await blob()
        : await gatherBlob(prepend(head, plain), isPacked || isInArchive);
    const table = await readTableBytes(name, found.kind, whole, options, compressors);
    if (table.isTable) {
      // A table's text is UTF-8, whatever encoding the operator chose for other files.
      onTable();
      yield* table.bytes;
    } else yield* asUtf8(name, await peek(table.bytes, UTF16_SAMPLE), table.bytes, options);
  } catch (error) {
    // Adds the file's name, which the readers of archives do not have.
    if (error instanceof OrderFileError)
      throw error.source === undefined ? new OrderFileError(name, error.problem) : error;
    throw new OrderFileError(name, problemOf(error));
  } finally {
    await raw.return(undefined);
  }
}

async function* asUtf8(
  name: string,
  head: Uint8Array,
  rest: AsyncGenerator<Uint8Array>,
  { encoding: given, onEncoding }: SourceOptions,
): AsyncGenerator<Uint8Array> {
  const encoding = given ?? detectUtf16(head) ?? detectOther(head);
  if (encoding !== undefined && encoding !== 'utf-8') {
    onEncoding?.(name, encoding);
    yield* toUtf8(prepend(head, rest), encoding);
  } else yield* prepend(hasMark(head, UTF8_MARK) ? head.subarray(UTF8_MARK.length) : head, rest);
}

/** Windows-1252 is found line by line: some of its files have lines in UTF-8. */
function detectOther(head: Uint8Array): Encoding | undefined {
  const encoding = detectEncoding(head);
  return encoding === 'windows-1252' ? undefined : encoding;
}

/** Holds the whole file: its parts may lie anywhere in it. */
export async function gatherBlob(chunks: AsyncIterable<Uint8Array>, isPacked: boolean): Promise<Blob> {
  const all: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (isPacked) demandWithin('unpacked', size);
    all.push(new Uint8Array(chunk));
  }
  return new Blob(all);
}

/** Returns the first bytes: at least so many, unless there are fewer. */
export async function peek(chunks: AsyncGenerator<Uint8Array>, bytes: number): Promise<Uint8Array> {
  let head: Uint8Array = new Uint8Array(0);
  while (head.length < bytes) {
    const { value, done } = await chunks.next();
    if (done === true) break;
    head = head.length === 0 ? value : joinBytes([head, value]);
  }
  return head;
}

export async function* prepend(
  head: Uint8Array,
  rest: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  if (head.length > 0) yield head;
  yield* rest;
}

function hasMark(bytes: Uint8Array, mark: readonly number[]): boolean {
  return mark.every((byte, index) => bytes[index] === byte);
}

// Unpacks archives of several files, each read like a separate file: a shop's export by month, for example.

const MAX_FILES = 1_000;
/** The first bytes of a ZIP archive. */
export const ZIP_MARK = [0x50, 0x4b, 0x03, 0x04];

/** Returns files that are no such archive unchanged; opening them reports their problems. */
export async function unpackArchives(files: readonly OrderFile[]): Promise<OrderFile[]> {
  const all: OrderFile[] = [];
  for (const file of files) all.push(...(await unpackArchive(file)));
  return all;
}

async function unpackArchive(file: OrderFile): Promise<readonly OrderFile[]> {
  const entries = await listEntries(file).catch((error: unknown) => {
    // Other errors are reported when the file is read.
    if (!(error instanceof OrderFileError) || error.problem.code !== 'reader_not_loaded') return [];
    throw new OrderFileError(file.name, error.problem);
  });
  if (entries.length < 2 || entries.some(({ name }) => SHEETS.some(({ part }) => part === name)))
    return [file];
  if (entries.length > MAX_FILES) {
    const names = entries.slice(0, 5).map(({ name }) => name);
    throw new OrderFileError(file.name, { code: 'archive', files: entries.length, names });
  }
  return entries.map((entry) => ({
    name: `${file.name}/${entry.name}`,
    size: entry.size,
    isInArchive: true,
    open: async () => ({ chunks: entry.bytes(), close: () => undefined }),
    blob: undefined,
  }));
}

async function listEntries({ blob }: OrderFile): Promise<readonly ZipFile[]> {
  if (blob === undefined) return [];
  const bytes = await blob();
  const head = new Uint8Array(await bytes.slice(0, ZIP_MARK.length).arrayBuffer());
  return ZIP_MARK.every((byte, at) => head[at] === byte) ? (await loadTableReaders()).zipFiles(bytes) : [];
}
