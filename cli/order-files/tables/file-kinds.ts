// What a file that is not text is, by its first bytes: a table that can be read, or something else, by name.

import { asciiOf } from '../bytes.ts';

export type TableKind = 'zip' | 'parquet';

const MAGIC: readonly { readonly bytes: string; readonly kind: TableKind | { readonly name: string } }[] = [
  { bytes: 'PK\x03\x04', kind: 'zip' },
  { bytes: 'PAR1', kind: 'parquet' },
  {
    bytes: '\xd0\xcf\x11\xe0',
    kind: { name: 'an Excel workbook of the old format (.xls): save it as .xlsx' },
  },
  { bytes: '%PDF', kind: { name: 'a PDF document: export the orders as CSV or .xlsx' } },
  { bytes: 'SQLite format 3', kind: { name: 'an SQLite database: export its table as CSV' } },
  { bytes: 'Obj\x01', kind: { name: 'an Avro file: convert it to Parquet or CSV' } },
  { bytes: 'ORC', kind: { name: 'an ORC file: convert it to Parquet or CSV' } },
  { bytes: 'BZh', kind: { name: 'compressed with bzip2: decompress it, bzcat FILE | … -' } },
  { bytes: '\xfd7zXZ', kind: { name: 'compressed with xz: decompress it, xzcat FILE | … -' } },
  { bytes: '\x28\xb5\x2f\xfd', kind: { name: 'compressed with zstd: decompress it, zstdcat FILE | … -' } },
  { bytes: '7z\xbc\xaf', kind: { name: 'a 7-Zip archive: extract its file' } },
  { bytes: 'Rar!', kind: { name: 'a RAR archive: extract its file' } },
  { bytes: '\x89PNG', kind: { name: 'a picture' } },
  { bytes: '\xff\xd8\xff', kind: { name: 'a picture' } },
];

export type FileKind =
  | { readonly kind: 'text' }
  | { readonly kind: TableKind }
  | { readonly kind: 'other'; readonly name: string };

/** A page of the web may begin with blanks. */
const SAMPLE_BYTES = 1_024;

/** `head`: at least the first 64 bytes, unless there are fewer. */
export function fileKind(head: Uint8Array): FileKind {
  const text = asciiOf(head.subarray(0, SAMPLE_BYTES));
  const known = MAGIC.find(({ bytes }) => text.startsWith(bytes));
  if (known !== undefined) {
    return typeof known.kind === 'string' ? { kind: known.kind } : { kind: 'other', name: known.kind.name };
  }
  return /^\s*<\?xml/.test(text) || /^\s*<(?:html|!doctype html)/i.test(text)
    ? { kind: 'other', name: 'a web page or XML document: export the orders as CSV or .xlsx' }
    : { kind: 'text' };
}
