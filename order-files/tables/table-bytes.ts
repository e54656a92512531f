// A file that is a table, as CSV text: a workbook, a spreadsheet, a Parquet file, or an archive of one text file.
import { OrderFileError } from '../problems/errors.ts';
import type { TableKind } from './file-kinds.ts';
import { odsAsCsv } from './ods.ts';
import { type SheetChoice, xlsxAsCsv } from './xlsx.ts';
import { zipFiles } from './zip-entries.ts';

export interface TableBytes {
  readonly bytes: AsyncGenerator<Uint8Array>;
  /** Commas separate the columns; otherwise the text is as its author wrote it. */
  readonly isTable: boolean;
}

export type ParquetReader = (source: string, blob: Blob) => AsyncGenerator<Uint8Array>;

/** Throws OrderFileError for an archive of several files, and what the readers throw for damaged ones. */
export async function tableBytes(
  source: string,
  kind: TableKind,
  blob: Blob,
  choice: SheetChoice,
  parquet: ParquetReader,
): Promise<TableBytes> {
  if (kind === 'parquet') return { bytes: parquet(source, blob), isTable: true };
  const files = await zipFiles(blob);
  const names = files.map(({ name }) => name);
  if (names.includes('xl/workbook.xml')) return { bytes: xlsxAsCsv(source, files, choice), isTable: true };
  if (names.includes('content.xml')) return { bytes: odsAsCsv(source, files, choice), isTable: true };
  const [only] = files;
  if (files.length === 1 && only !== undefined) return { bytes: only.bytes(), isTable: false };
  throw new OrderFileError(source, { code: 'archive', files: files.length, names: names.slice(0, 5) });
}
