// Reads the values of a column of a Parquet file page by page. Checks the stated size of a page before allocating
// memory: a few bytes can stand for billions of values.
import type { ColumnMetaData, Compressors, DecodedArray, SchemaTree } from 'hyparquet';
import { parquetHeader, readPage } from 'hyparquet/src/column.js';
import { convert } from 'hyparquet/src/convert.js';
import { OrderFileError } from '../problems/errors.ts';
import { type Bytes, joinBytes } from '../values/bytes.ts';
import { checkPage, checkPageV2, isByNumber, type PageKind } from './parquet-runs.ts';
import { demandWithin } from './table-limits.ts';
import { parseThriftStruct, type ThriftStruct } from './thrift.ts';

/**
 * The most values of the columns of a row group together, each by its largest page: about as many are in memory at a
 * time.
 */
const MAX_VALUES = 2 ** 25;
/** The reader creates an object for every text: so many numbers take as much memory. */
const NUMBERS_PER_TEXT = 16;
/** Bytes of a column that are read at a time, and of all columns together. */
const [READ_AHEAD, READ_AHEAD_OF_ALL] = [2 ** 18, 2 ** 24];
/** Fields of a page's header, and of the headers of its kinds. https://github.com/apache/parquet-format */
const [UNPACKED_SIZE, PACKED_SIZE, DATA_PAGE, DICTIONARY_PAGE, DATA_PAGE_V2] = [2, 3, 5, 7, 8];
const [VALUES, ENCODING] = [1, 2];
const V2 = { nulls: 2, encoding: 4, definitionBytes: 5, repetitionBytes: 6, isCompressed: 7 };
const FOOTER_BYTES = 8;

type ColumnDecoder = Parameters<typeof readPage>[2];
type ReadAt = (start: number, end: number) => Promise<ArrayBuffer>;
export type Unpack = (codec: ColumnMetaData['codec'], packed: Bytes, size: number) => Bytes;

interface PagesOptions {
  readonly readAt: ReadAt;
  readonly unpack: Unpack;
  readonly compressors: Compressors;
  readonly parsers: ColumnDecoder['parsers'];
}

/** The unpacked size of the largest pages of a row group's columns. */
class Room {
  private bytes = 0;
  private values = 0;

  /** Adds what a column needs beyond its previous maximum. Throws OrderFileError. */
  take(bytes: number, values: number): void {
    this.bytes += bytes;
    this.values += values;
    demandWithin('unpacked', this.bytes);
    demandWithin('unpacked', this.values, MAX_VALUES);
  }
}

interface ColumnOptions extends PagesOptions {
  readonly room: Room;
  readonly readAhead: number;
}

/** Creates the pages of a row group's flat columns, as in `schema`. Throws OrderFileError. */
export function createColumnPages(
  columns: readonly { readonly meta_data?: ColumnMetaData | undefined }[],
  schema: SchemaTree,
  options: PagesOptions,
): ColumnPages[] {
  const room = new Room();
  const readAhead = Math.min(READ_AHEAD, Math.ceil(READ_AHEAD_OF_ALL / schema.children.length));
  const byName = new Map(columns.map(({ meta_data }) => [meta_data?.path_in_schema.join('.'), meta_data]));
  return schema.children.map((column) => {
    const found = byName.get(column.element.name);
    if (found === undefined) throw createDamagedError();
    return new ColumnPages(found, [schema, column], { ...options, room, readAhead });
  });
}

interface Page {
  readonly header: ThriftStruct;
  readonly headerBytes: number;
  readonly packed: Bytes;
  /** Unpacked, in bytes. */
  readonly size: number;
}

class ColumnPages {
  private readonly decoder: ColumnDecoder;
  private readonly kind: PageKind;
  private readonly options: ColumnOptions;
  /** Bytes read from the file; the next page begins at `at`. */
  private bytes: Bytes = new Uint8Array(0);
  private at = 0;
  /** The range of the file that is still unread. */
  private from: number;
  private readonly end: number;
  private dictionary: DecodedArray | undefined;
  private values: DecodedArray = [];
  private taken = 0;
  private readonly most = { bytes: 0, values: 0 };

  constructor(meta: ColumnMetaData, schemaPath: SchemaTree[], options: ColumnOptions) {
    const element = schemaPath.at(-1)?.element;
    this.from = Number(meta.dictionary_page_offset || meta.data_page_offset);
    this.end = this.from + Number(meta.total_compressed_size);
    if (element === undefined || !(this.from >= 0 && this.from <= this.end)) throw createDamagedError();
    const { compressors, parsers } = options;
    this.options = options;
    this.decoder = { ...meta, pathInSchema: meta.path_in_schema, element, schemaPath, compressors, parsers };
    const { repetition_type, type_length = 0 } = element;
    this.kind = { type: meta.type, isOptional: repetition_type === 'OPTIONAL', width: type_length };
  }

  /** True if the next value needs another page. */
  get isRead(): boolean {
    return this.taken >= this.values.length;
  }

  take(): unknown {
    return this.values[this.taken++];
  }

  /** Throws when there is no further page, or it unpacks to too much. */
  async readPage(): Promise<void> {
    const page = await this.nextPage();
    this.takeRoom(page);
    const reader = { view: createView(this.bytes), offset: this.at };
    const header = parquetHeader(reader);
    const { data = [] } = readPage(reader, header, this.decoder, this.dictionary, undefined, 0);
    this.at += page.headerBytes + page.packed.length;
    if (header.type === 'DICTIONARY_PAGE') this.dictionary = convert(data, this.decoder);
    else [this.values, this.taken] = [data, 0];
  }

  private async nextPage(): Promise<Page> {
    for (let wanted = 1; ; wanted = 2 * (this.bytes.length - this.at)) {
      await this.demand(wanted);
      let found: ReturnType<typeof parseThriftStruct>;
      try {
        found = parseThriftStruct(createView(this.bytes), this.at);
      } catch (error) {
        // The header may be longer than what was read.
        if (this.from < this.end) continue;
        throw error;
      }
      const { struct: header, end } = found;
      const headerBytes = end - this.at;
      const packedBytes = readNumber(header, PACKED_SIZE);
      await this.demand(headerBytes + packedBytes);
      const from = this.at + headerBytes;
      const packed = this.bytes.subarray(from, from + packedBytes);
      if (packed.length < packedBytes) throw createDamagedError();
      return { header, headerBytes, packed, size: readNumber(header, UNPACKED_SIZE) };
    }
  }

  /** Reads until so many bytes follow, or the column ends. */
  private async demand(bytes: number): Promise<void> {
    const missing = bytes - (this.bytes.length - this.at);
    const size = Math.min(Math.max(missing, this.options.readAhead), this.end - this.from);
    if (missing <= 0 || size === 0) return;
    const read = new Uint8Array(await this.options.readAt(this.from, this.from + size));
    if (read.length < size) throw createDamagedError();
    this.bytes = joinBytes([this.bytes.subarray(this.at), read]);
    this.at = 0;
    this.from += size;
  }

  private takeRoom(page: Page): void {
    const { header, size } = page;
    const kinds = [DATA_PAGE, DICTIONARY_PAGE, DATA_PAGE_V2].map((field) => header.get(field));
    const found = kinds.find((kind) => typeof kind === 'object');
    const values = typeof found === 'object' ? readNumber(found, VALUES) : 0;
    const encoding =
      typeof found === 'object' ? found.get(header.has(DATA_PAGE_V2) ? V2.encoding : ENCODING) : 0;
    const isText =
      this.kind.type.endsWith('BYTE_ARRAY') && !(typeof encoding === 'number' && isByNumber(encoding));
    this.grow(size, isText ? values * NUMBERS_PER_TEXT : values);
    this.grow(this.checkRuns(page, values), 0);
  }

  private grow(bytes: number, values: number): void {
    const { most, options } = this;
    options.room.take(Math.max(0, bytes - most.bytes), Math.max(0, values - most.values));
    most.bytes = Math.max(most.bytes, bytes);
    most.values = Math.max(most.values, values);
  }

  /** Returns how many bytes its texts take where that is not the size of the page, or 0. */
  private checkRuns({ header, size, packed }: Page, values: number): number {
    const { kind, options } = this;
    const { codec } = this.decoder;
    const first = header.get(DATA_PAGE);
    const second = header.get(DATA_PAGE_V2);
    if (typeof first === 'object') {
      const page = createView(options.unpack(codec, packed, size));
      return checkPage(page, { values, encoding: readNumber(first, ENCODING) }, kind);
    }
    if (typeof second !== 'object') return 0;
    const levelBytes = readNumber(second, V2.definitionBytes) + readNumber(second, V2.repetitionBytes);
    const behind = packed.subarray(levelBytes);
    const page =
      second.get(V2.isCompressed) === 0 ? behind : options.unpack(codec, behind, size - levelBytes);
    const stated = { values, encoding: readNumber(second, V2.encoding), nulls: readNumber(second, V2.nulls) };
    return checkPageV2(createView(packed), createView(page), stated, kind);
  }
}

function readNumber(struct: ThriftStruct, field: number): number {
  const found = struct.get(field);
  if (typeof found === 'number' && found >= 0) return found;
  throw createDamagedError();
}

const createView = (bytes: Bytes): DataView<ArrayBuffer> =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const createDamagedError = (): OrderFileError => new OrderFileError(undefined, { code: 'table_damaged' });

/** Checks the metadata at the end of the file. Throws OrderFileError if there is none, or it is too large. */
export async function checkFooter(blob: Blob): Promise<void> {
  const tail = new DataView(await blob.slice(Math.max(0, blob.size - FOOTER_BYTES)).arrayBuffer());
  const length = tail.byteLength < FOOTER_BYTES ? Number.NaN : tail.getUint32(0, true);
  const from = blob.size - FOOTER_BYTES - length;
  if (!(from >= 0)) throw createDamagedError();
  parseThriftStruct(new DataView(await blob.slice(from, from + length).arrayBuffer()), 0);
}
