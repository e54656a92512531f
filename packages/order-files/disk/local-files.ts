// Opens order files on Node: a path, `-` for standard input, s3://bucket/key.
import { createReadStream, fstatSync, openAsBlob, readFileSync } from 'node:fs';
import { appendFile, mkdtemp, rm, stat, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { compressors } from 'hyparquet-compressors';
import type { Spill } from '../orders/partitions.ts';
import { OrderFileError, printProblems } from '../problems/errors.ts';
import { PRINTED } from '../problems/file-problem-words.ts';
import {
  type OrderReading,
  type OrderFileReadOptions as OrderReadOptions,
  readOrderFiles,
} from '../read-orders.ts';
import { gatherBlob, type OrderFile, peek, prepend, type Surroundings, ZIP_MARK } from '../sources.ts';
import { type ExchangeRates, parseExchangeRates } from '../values/exchange-rates.ts';

/** Pieces of 256 partitions take 8 MB. */
const PIECE_BYTES = 32 * 1024;
const READ_BYTES = 64 * 1024;

/** `temporaryFolder`: where the folder is created and removed; default: the system's. */
export async function openDiskSpill(temporaryFolder: string = tmpdir()): Promise<Spill> {
  const folder = await mkdtemp(join(temporaryFolder, 'order-files-'));
  const toPath = (name: string): string => join(folder, name);
  return {
    pieceBytes: PIECE_BYTES,
    // Opened for every write: some systems limit a process to 256 open files.
    append: (name, bytes) => appendFile(toPath(name), bytes, { mode: 0o600 }),
    read: (name) => createReadStream(toPath(name), { highWaterMark: READ_BYTES }),
    remove: (name) => unlink(toPath(name)),
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

printProblems(PRINTED);

/**
 * Bytes per read: several hundred lines. Larger blocks are no faster, and their text would bypass V8's young
 * generation.
 */
const BLOCK_BYTES = 64 * 1024;

export interface LocalOptions {
  /** Reads an object; without it an s3:// source is refused. */
  readonly openS3?: ((bucket: string, key: string) => Promise<Readable>) | undefined;
  /** Default: process.stdin. */
  readonly standardInput?: Readable | undefined;
  /**
   * Where a folder for rows that memory does not hold is created, and removed; default the system's temporary folder.
   */
  readonly temporaryFolder?: string | undefined;
}

export function createLocalSurroundings({ temporaryFolder }: LocalOptions = {}): Surroundings {
  return {
    gunzip: decompressGzip,
    openSpill: () => openDiskSpill(temporaryFolder),
    compressors,
    problemOf: (error) => ({ code: 'unreadable', reason: explainReadError(error) }),
  };
}

export async function openLocalFile(name: string, options: LocalOptions = {}): Promise<OrderFile> {
  if (name === '-') return createStandardInputFile(options);
  const isFile = !name.startsWith('s3://');
  return {
    name,
    size: await findSize(name),
    async open() {
      const stream = await openStream(name, options);
      return { chunks: toBuffers(stream), close: () => stream.destroy() };
    },
    blob: isFile ? () => openAsBlob(name) : undefined,
  };
}

/** Holds an archive in memory, so that its files are read like those of one on disk; anything else stays a stream. */
async function createStandardInputFile({ standardInput = process.stdin }: LocalOptions): Promise<OrderFile> {
  const stream = toBuffers(standardInput);
  const head = await peek(stream, ZIP_MARK.length).catch((error: unknown) => {
    throw new OrderFileError('-', { code: 'unreadable', reason: explainReadError(error) });
  });
  const chunks = prepend(head, stream);
  const isArchive = ZIP_MARK.every((byte, at) => head[at] === byte);
  if (!isArchive) {
    const close = (): void => void standardInput.destroy();
    return { name: '-', size: await findSize('-'), open: async () => ({ chunks, close }), blob: undefined };
  }
  const blob = await gatherBlob(chunks, false);
  return {
    name: '-',
    size: blob.size,
    open: async () => ({ chunks: toBuffers(Readable.fromWeb(blob.stream())), close: () => undefined }),
    blob: async () => blob,
  };
}

async function* toBuffers(stream: Readable): AsyncGenerator<Uint8Array> {
  for await (const chunk of stream) yield Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk);
}

async function findSize(name: string): Promise<number | undefined> {
  if (name.startsWith('s3://')) return undefined;
  if (name === '-') {
    const input = fstatSync(0, { throwIfNoEntry: false });
    return input?.isFile() ? input.size : undefined;
  }
  const found = await stat(name).catch(() => undefined);
  return found?.isFile() ? found.size : undefined;
}

async function openStream(name: string, { openS3 }: LocalOptions): Promise<Readable> {
  if (!name.startsWith('s3://')) return createReadStream(name, { highWaterMark: BLOCK_BYTES });
  const [, bucket, key] = /^s3:\/\/([^/]+)\/(.+)$/.exec(name) ?? [];
  if (bucket === undefined || key === undefined) {
    throw new OrderFileError(name, { code: 'unreadable', reason: 'expected s3://bucket/key' });
  }
  if (openS3 === undefined)
    throw new OrderFileError(name, {
      code: 'unreadable',
      reason: 'this command reads files and standard input only',
    });
  return openS3(bucket, key).catch((error: unknown) => {
    throw new OrderFileError(name, { code: 'unreadable', reason: explainReadError(error) });
  });
}

async function* decompressGzip(compressed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip({ chunkSize: BLOCK_BYTES });
  const finished = pipeline(Readable.from(compressed), gunzip);
  // A failure destroys gunzip, so that the loop below throws it; this handler only prevents an unhandled rejection.
  finished.catch(() => undefined);
  for await (const chunk of gunzip) yield chunk;
}

function explainReadError(error: unknown): string {
  if (error instanceof Error && 'code' in error) {
    if (error.code === 'ENOENT') return 'no such file';
    if (error.code === 'EISDIR') return 'expected a file, got a folder';
    if (error.code === 'Z_BUF_ERROR') return 'the gzip file ends too early';
  }
  return error instanceof Error ? error.message : String(error);
}

// Reads orders from files on Node: paths, standard input, S3.

export type LocalReadOptions = OrderReadOptions & LocalOptions;

/** `sources`: paths, `-`, s3://bucket/key. See `readOrderFiles`. */
export async function readLocalOrders(
  sources: readonly string[],
  options: LocalReadOptions = {},
): Promise<OrderReading> {
  const files = await Promise.all(sources.map((name) => openLocalFile(name, options)));
  return readOrderFiles(files, createLocalSurroundings(options), options);
}

// Reads exchange rates from a file.

/** Throws OrderFileError when the file can't be read as rates. */
export function readExchangeRates(source: string): ExchangeRates {
  let text: string;
  try {
    text = readFileSync(source, 'utf8').replace(/^\ufeff/, '');
  } catch {
    throw new OrderFileError(source, { code: 'unreadable', reason: 'no such file' });
  }
  return parseExchangeRates(source, text);
}
