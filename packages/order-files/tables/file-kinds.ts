// Detects what a file is by its first bytes, unless it is text: a readable table, or another kind by name.
import type { Compressors } from 'hyparquet';
import { loadTableReaders } from '../load-readers.ts';
import { OrderFileError } from '../problems/errors.ts';
import type { ForeignKind } from '../problems/file-problems.ts';
import { decodeAscii } from '../values/bytes.ts';
import type { SheetChoice } from './xlsx.ts';

export type TableKind = 'zip' | 'parquet';

const MAGIC: readonly { readonly bytes: string; readonly kind: TableKind | ForeignKind }[] = [
  { bytes: 'PK\x03\x04', kind: 'zip' },
  { bytes: 'PAR1', kind: 'parquet' },
  {
    bytes: '\xd0\xcf\x11\xe0',
    kind: 'xls',
  },
  { bytes: '%PDF', kind: 'pdf' },
  { bytes: 'SQLite format 3', kind: 'sqlite' },
  { bytes: 'Obj\x01', kind: 'avro' },
  { bytes: 'ORC', kind: 'orc' },
  { bytes: 'BZh', kind: 'bzip2' },
  { bytes: '\xfd7zXZ', kind: 'xz' },
  { bytes: '\x28\xb5\x2f\xfd', kind: 'zstd' },
  { bytes: '7z\xbc\xaf', kind: '7z' },
  { bytes: 'Rar!', kind: 'rar' },
  { bytes: '\x89PNG', kind: 'picture' },
  { bytes: '\xff\xd8\xff', kind: 'picture' },
];

export type FileKind =
  | { readonly kind: 'text' }
  | { readonly kind: TableKind }
  | { readonly kind: 'other'; readonly foreign: ForeignKind };

/** A web page may begin with blanks. */
const SAMPLE_BYTES = 1_024;

/** `head`: at least the first 64 bytes, unless there are fewer. */
export function detectFileKind(head: Uint8Array): FileKind {
  const text = decodeAscii(head.subarray(0, SAMPLE_BYTES));
  const known = MAGIC.find(({ bytes }) => text.startsWith(bytes));
  if (known !== undefined) {
    const { kind } = known;
    return kind === 'zip' || kind === 'parquet' ? { kind } : { kind: 'other', foreign: kind };
  }
  return /^\s*<\?xml/.test(text) || /^\s*<(?:html|!doctype html)/i.test(text)
    ? { kind: 'other', foreign: 'web_page' }
    : { kind: 'text' };
}

// Reads a table as CSV text: a workbook, a spreadsheet, a Parquet file, or an archive of one text file.

/** The part of an archive that makes it a workbook or a spreadsheet. */
export const SHEETS = [
  { part: 'xl/workbook.xml', kind: 'xlsx' },
  { part: 'content.xml', kind: 'ods' },
] as const;

interface TableBytes {
  readonly bytes: AsyncGenerator<Uint8Array>;
  /** True if commas separate the columns; otherwise the text is the author's. */
  readonly isTable: boolean;
}

/**
 * Throws OrderFileError for an archive of several files, and what the readers throw for damaged ones.
 * `compressors`: compression methods of Parquet beyond the built-in ones.
 */
export async function readTableBytes(
  source: string,
  kind: TableKind,
  blob: Blob,
  choice: SheetChoice,
  compressors?: Compressors,
): Promise<TableBytes> {
  const readers = await loadTableReaders();
  if (kind === 'parquet')
    return { bytes: readers.createParquetReader(compressors)(source, blob), isTable: true };
  const files = await readers.zipFiles(blob);
  const names = files.map(({ name }) => name);
  const sheets = SHEETS.find(({ part }) => names.includes(part));
  if (sheets !== undefined) return { bytes: readers[sheets.kind](source, files, choice), isTable: true };
  const [only] = files;
  if (files.length === 1 && only !== undefined) return { bytes: only.bytes(), isTable: false };
  throw new OrderFileError(source, { code: 'archive', files: files.length, names: names.slice(0, 5) });
}
