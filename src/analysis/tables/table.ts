// A table that is written to a file: typed columns, and rows that are taken one by one.
import type { Cell, TableColumn } from '../../contract/report-types/table.ts';
import { formatCsvJson, formatCsvText } from './harmless-text.ts';

export interface Table {
  readonly columns: readonly TableColumn[];
  /** A cell per column. Null in any column. */
  readonly rows: Iterable<readonly Cell[]>;
}

/** Makes a file of rows, in pieces of many: nothing else of the table is in memory. */
export interface TableWriter {
  /** A piece, if one is full. */
  add(cells: readonly Cell[]): Uint8Array | undefined;
  /** The last piece. */
  end(): Uint8Array;
}

/** Pieces of the file, which is complete with the last one. */
export function* writeTable(writer: TableWriter, rows: Table['rows']): Generator<Uint8Array> {
  for (const cells of rows) {
    const piece = writer.add(cells);
    if (piece !== undefined) yield piece;
  }
  yield writer.end();
}

// Tables as text, in pieces of many rows: CSV for spreadsheets (RFC 4180, CRLF line ends, UTF-8 without a byte order mark),
// and a JSON object per line.

/** Characters of a piece, about. */
const PIECE = 2 ** 16;

/**
 * The names of the columns, then the rows. Text that a spreadsheet would run as a formula gets an apostrophe, and
 * characters that a terminal obeys are replaced; numbers are left alone. Lists are JSON. What does not exist is empty.
 */
export function createCsvWriter(columns: readonly TableColumn[]): TableWriter {
  const head = columns.map(({ name }) => name).join(',');
  return createPieceWriter(`${head}\r\n`, (cells) => `${cells.map(formatCsvCell).join(',')}\r\n`);
}

export const writeCsvTable = ({ columns, rows }: Table): Generator<Uint8Array> =>
  writeTable(createCsvWriter(columns), rows);

/** Values as they are, null where they do not exist. */
export function createNdjsonWriter(columns: readonly TableColumn[]): TableWriter {
  const keys = columns.map(({ name }, at) => `${at === 0 ? '{' : ','}${JSON.stringify(name)}:`);
  return createPieceWriter('', (cells) => {
    let text = '';
    for (let at = 0; at < keys.length; at++) text += keys[at] + JSON.stringify(cells[at]);
    return `${text}}\n`;
  });
}

export const writeNdjsonTable = ({ columns, rows }: Table): Generator<Uint8Array> =>
  writeTable(createNdjsonWriter(columns), rows);

function createPieceWriter(head: string, lineOf: (cells: readonly Cell[]) => string): TableWriter {
  const encoder = new TextEncoder();
  let text = head;
  const takeText = (): Uint8Array => {
    const bytes = encoder.encode(text);
    text = '';
    return bytes;
  };
  return {
    add(cells) {
      text += lineOf(cells);
      return text.length < PIECE ? undefined : takeText();
    },
    end: takeText,
  };
}

function formatCsvCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number' || typeof cell === 'boolean') return String(cell);
  if (typeof cell !== 'string') return formatCsvJson(cell);
  return PLAIN.test(cell) ? cell : formatCsvText(cell);
}

/** Nearly every text: nothing in it is obeyed, run or quoted. The exact checks take several times as long. */
const PLAIN = /^[A-Za-z0-9][ !#-+\--:<-~]*$/;
