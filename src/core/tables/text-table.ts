// Tables as text, in pieces of many rows: CSV for spreadsheets (RFC 4180, CRLF line ends, UTF-8 without a byte order mark),
// and a JSON object per line.
import { csvJson, csvText } from './harmless-text.ts';
import type { Cell, Table } from './table.ts';

/** Characters of a piece, about. */
const PIECE = 2 ** 16;

/**
 * The names of the columns, then the rows. Text that a spreadsheet would run as a formula gets an apostrophe, and
 * characters that a terminal obeys are replaced; numbers are left alone. Lists are JSON. What does not exist is empty.
 */
export function* csvTable({ columns, rows }: Table): Generator<Uint8Array> {
  const head = columns.map(({ name }) => name).join(',');
  yield* inPieces(head, rows, (cells) => cells.map(csvCell).join(','), '\r\n');
}

/** Values as they are, null where they do not exist. */
export function* ndjsonTable({ columns, rows }: Table): Generator<Uint8Array> {
  const keys = columns.map(({ name }, at) => `${at === 0 ? '{' : ','}${JSON.stringify(name)}:`);
  const line = (cells: readonly Cell[]): string => {
    let text = '';
    for (let at = 0; at < keys.length; at++) text += keys[at] + JSON.stringify(cells[at]);
    return `${text}}`;
  };
  yield* inPieces(undefined, rows, line, '\n');
}

function* inPieces(
  head: string | undefined,
  rows: Table['rows'],
  lineOf: (cells: readonly Cell[]) => string,
  end: string,
): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  let text = head === undefined ? '' : head + end;
  for (const cells of rows) {
    text += lineOf(cells) + end;
    if (text.length < PIECE) continue;
    yield encoder.encode(text);
    text = '';
  }
  if (text !== '') yield encoder.encode(text);
}

function csvCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number' || typeof cell === 'boolean') return String(cell);
  if (typeof cell !== 'string') return csvJson(cell);
  return PLAIN.test(cell) ? cell : csvText(cell);
}

/** Nearly every text: nothing in it is obeyed, run or quoted. The exact checks take several times as long. */
const PLAIN = /^[A-Za-z0-9][ !#-+\--:<-~]*$/;
