// Where order files come from: a path, `-` for standard input, s3://bucket/key. Compression and UTF-16 are recognized by the
// first bytes, never by the name; what comes out has no byte order mark.
import { createReadStream, fstatSync, openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { type Encoding, toUtf8, UTF16_SAMPLE, utf16Of } from './encodings.ts';
import { OrderFileError } from './errors.ts';
import { fileKind } from './tables/file-kinds.ts';
import { tableBytes } from './tables/table-bytes.ts';

/** Bytes at a time: several hundred lines. Larger blocks are no faster, and their text would bypass V8's young generation. */
const BLOCK_BYTES = 64 * 1024;
const UTF8_MARK = [0xef, 0xbb, 0xbf];
const GZIP_MAGIC = [0x1f, 0x8b];

export interface SourceOptions {
  /** Reads an object; without it an s3:// source is refused. */
  readonly openS3?: ((bucket: string, key: string) => Promise<Readable>) | undefined;
  /** Default process.stdin. */
  readonly standardInput?: Readable | undefined;
  /** Of a workbook; by default, the first. */
  readonly sheet?: string | undefined;
  /** By default, detected. */
  readonly encoding?: Encoding | undefined;
  /** Called for a file that is not UTF-8. */
  readonly onEncoding?: ((source: string, encoding: Encoding) => void) | undefined;
}

export interface OpenSource {
  /** As the operator named it. */
  readonly name: string;
  /** Decompressed bytes, without a byte order mark. To be iterated once. */
  readonly chunks: AsyncIterable<Buffer>;
  /** True for a workbook and the like, whose cells come as CSV with commas: known when the first chunk is. */
  isTable(): boolean;
  /** Bytes taken from the file so far, compressed ones when it is compressed: comparable with `sourceSize`. */
  bytesRead(): number;
  /** For a source that is not read to its end; iterating `chunks` to the end or leaving the loop does it too. */
  close(): void;
}

/** Opens nothing for long: `-`, a path, or s3://bucket/key. */
export async function openSource(name: string, options: SourceOptions = {}): Promise<OpenSource> {
  const stream = await openStream(name, options);
  let bytes = 0;
  let isTable = false;
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const chunk of stream) {
      const buffer = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk);
      bytes += buffer.length;
      yield buffer;
    }
  }
  return {
    name,
    chunks: readable(name, counted(), options, () => {
      isTable = true;
    }),
    isTable: () => isTable,
    bytesRead: () => bytes,
    close: () => {
      stream.destroy();
    },
  };
}

/** Bytes of the source as it lies there; undefined where only reading reveals it: a pipe, an object in S3. */
export async function sourceSize(name: string): Promise<number | undefined> {
  if (name.startsWith('s3://')) return undefined;
  if (name === '-') {
    const input = fstatSync(0, { throwIfNoEntry: false });
    return input?.isFile() ? input.size : undefined;
  }
  const found = await stat(name).catch(() => undefined);
  return found?.isFile() ? found.size : undefined;
}

async function openStream(name: string, { openS3, standardInput }: SourceOptions): Promise<Readable> {
  if (name === '-') return standardInput ?? process.stdin;
  if (!name.startsWith('s3://')) return createReadStream(name, { highWaterMark: BLOCK_BYTES });
  const [, bucket, key] = /^s3:\/\/([^/]+)\/(.+)$/.exec(name) ?? [];
  if (bucket === undefined || key === undefined) {
    throw new OrderFileError(name, 'expected s3://bucket/key');
  }
  if (openS3 === undefined)
    throw new OrderFileError(name, 'this command reads files and standard input only');
  return openS3(bucket, key).catch((error: unknown) => {
    throw new OrderFileError(name, reasonOf(error));
  });
}

async function* readable(
  name: string,
  raw: AsyncGenerator<Buffer>,
  options: SourceOptions,
  onTable: () => void,
): AsyncGenerator<Buffer> {
  try {
    const packed = await peek(raw, GZIP_MAGIC.length);
    const isPacked = startsWith(packed, GZIP_MAGIC);
    const plain = isPacked ? unzipped(prepend(packed, raw)) : prepend(packed, raw);
    const head = await peek(plain, UTF16_SAMPLE);
    const found = fileKind(head);
    if (found.kind === 'other') throw new OrderFileError(name, `the file is ${found.name}`);
    if (found.kind === 'text') {
      yield* asUtf8(name, head, plain, options);
      return;
    }
    const isFile = !isPacked && name !== '-' && !name.startsWith('s3://');
    // Its parts lie anywhere in it: what comes as a stream has to be held.
    const blob = isFile ? await openAsBlob(name) : await gathered(prepend(head, plain));
    const table = await tableBytes(name, found.kind, blob, options.sheet);
    if (table.isTable) onTable();
    yield* asUtf8(name, await peek(table.bytes, UTF16_SAMPLE), table.bytes, options);
  } catch (error) {
    throw error instanceof OrderFileError ? error : new OrderFileError(name, reasonOf(error));
  } finally {
    await raw.return(undefined);
  }
}

async function* asUtf8(
  name: string,
  head: Buffer,
  rest: AsyncGenerator<Buffer>,
  { encoding: given, onEncoding }: SourceOptions,
): AsyncGenerator<Buffer> {
  const encoding = given ?? utf16Of(head);
  if (encoding !== undefined && encoding !== 'utf-8') {
    onEncoding?.(name, encoding);
    yield* toUtf8(prepend(head, rest), encoding);
  } else yield* prepend(startsWith(head, UTF8_MARK) ? head.subarray(UTF8_MARK.length) : head, rest);
}

async function gathered(chunks: AsyncIterable<Buffer>): Promise<Blob> {
  const all: Buffer<ArrayBuffer>[] = [];
  for await (const chunk of chunks) all.push(Buffer.from(chunk));
  return new Blob(all);
}

async function* unzipped(packed: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  const gunzip = createGunzip({ chunkSize: BLOCK_BYTES });
  const finished = pipeline(Readable.from(packed), gunzip);
  // A failure destroys gunzip, so that the loop below throws it; here it only must not go unhandled.
  finished.catch(() => undefined);
  for await (const chunk of gunzip) yield chunk;
}

/** The first bytes, at least so many unless there are fewer. */
async function peek(chunks: AsyncGenerator<Buffer>, bytes: number): Promise<Buffer> {
  let head: Buffer = Buffer.alloc(0);
  while (head.length < bytes) {
    const { value, done } = await chunks.next();
    if (done === true) break;
    head = head.length === 0 ? value : Buffer.concat([head, value]);
  }
  return head;
}

async function* prepend(head: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  if (head.length > 0) yield head;
  yield* rest;
}

function startsWith(bytes: Buffer, mark: readonly number[]): boolean {
  return mark.every((byte, index) => bytes[index] === byte);
}

function reasonOf(error: unknown): string {
  if (error instanceof Error && 'code' in error) {
    if (error.code === 'ENOENT') return 'no such file';
    if (error.code === 'EISDIR') return 'expected a file, got a folder';
    if (error.code === 'Z_BUF_ERROR') return 'the gzip file ends too early';
  }
  return error instanceof Error ? error.message : String(error);
}
