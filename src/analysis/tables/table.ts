// Writes a table to a file: typed columns, and rows that are read one by one.
import type { Cell, CellType, TableColumn } from '../../contract/report-types/table.ts';
import { formatCsvJson, formatCsvText } from './harmless-text.ts';

export interface TableData {
  readonly columns: readonly TableColumn[];
  /** A cell per column; null is allowed in any column. */
  readonly rows: Iterable<readonly Cell[]>;
}

/** Writes rows to a file in pieces of many rows: nothing else of the table is in memory. */
export interface TableWriter {
  /** Returns a piece once one is full. */
  add(cells: readonly Cell[]): Uint8Array | undefined;
  /** Returns the last piece. */
  end(): Uint8Array;
}

/** Yields the pieces of the file; the last one completes it. */
export function* writeTable(writer: TableWriter, rows: TableData['rows']): Generator<Uint8Array> {
  for (const cells of rows) {
    const piece = writer.add(cells);
    if (piece !== undefined) yield piece;
  }
  yield writer.end();
}

// Writes tables as text, in pieces of many rows: CSV for spreadsheets (RFC 4180, CRLF line ends, UTF-8 without a byte
// order mark), or one JSON object per line.

/** Approximate number of characters in a piece. */
const PIECE = 2 ** 16;

/**
 * Writes the names of the columns, then the rows. Text that a spreadsheet would run as a formula gets an apostrophe,
 * and characters that a terminal executes are replaced; numbers are unchanged. Lists are JSON. Missing values are
 * empty.
 */
export function createCsvWriter(columns: readonly TableColumn[]): TableWriter {
  const head = columns.map(({ name }) => name).join(',');
  const formats = columns.map(({ type }) => createCsvFormat(type));
  return createPieceWriter(
    `${head}\r\n`,
    (cells) => `${formats.map((format, at) => format(cells[at] ?? null)).join(',')}\r\n`,
  );
}

export const writeCsvTable = ({ columns, rows }: TableData): Generator<Uint8Array> =>
  writeTable(createCsvWriter(columns), rows);

/** Writes values unchanged, null for missing ones. */
export function createNdjsonWriter(columns: readonly TableColumn[]): TableWriter {
  const members = columns.map(({ name, type }, at): CellFormat => {
    const key = `${at === 0 ? '{' : ','}${JSON.stringify(name)}:`;
    const format = createJsonFormat(type);
    return (cell) => key + format(cell);
  });
  return createPieceWriter('', (cells) => {
    let text = '';
    members.forEach((format, at) => {
      text += format(cells[at] ?? null);
    });
    return `${text}}\n`;
  });
}

export const writeNdjsonTable = ({ columns, rows }: TableData): Generator<Uint8Array> =>
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

type CellFormat = (cell: Cell) => string;

function createCsvFormat(type: CellType): CellFormat {
  const formatTime = createTimeFormat();
  switch (type) {
    case 'decimal':
      return (cell) => (cell === null ? '' : String(cell));
    case 'timestamp':
      return (cell) => (cell === null ? '' : formatTime(cell));
    default:
      return formatCsvCell;
  }
}

function createJsonFormat(type: CellType): CellFormat {
  const formatTime = createTimeFormat();
  switch (type) {
    // A JSON number may have any number of digits.
    case 'decimal':
      return String;
    case 'timestamp':
      return (cell) => (cell === null ? 'null' : `"${formatTime(cell)}"`);
    default:
      return JSON.stringify;
  }
}

/** ISO 8601, UTC. Rows of one time often follow each other. */
function createTimeFormat(): CellFormat {
  let last: Cell = null;
  let text = '';
  return (cell) => {
    if (cell !== last) text = new Date(Number(cell)).toISOString();
    last = cell;
    return text;
  };
}

function formatCsvCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number' || typeof cell === 'boolean') return String(cell);
  if (typeof cell !== 'string') return formatCsvJson(cell);
  return PLAIN.test(cell) ? cell : formatCsvText(cell);
}

/** Matches nearly every text, which needs no escape or quotes. The exact checks take several times as long. */
const PLAIN = /^[A-Za-z0-9][ !#-+\--:<-~]*$/;
