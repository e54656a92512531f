// Text files that unpack to more than memory holds, or have extreme nesting, repetition or unclosed quotes, each with
// the outcome of reading it. A reader abandons a line at 32 MB, so longer lines add no further case.
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { FileProblemCode, TableLimit } from '../../../../packages/order-files/problems/file-problems.ts';

export interface HostileText {
  readonly name: string;
  /** `read`: the file is read to its end, with bad rows. */
  readonly outcome: FileProblemCode | TableLimit | 'read';
  /** Line that the message names. */
  readonly line?: number;
  pieces(): Iterable<string>;
}

const HEADER = 'order_id,product,price\n';
const MANY = 'a'.repeat(1e6);
const repeatText = (count: number, text: string): string[] => Array<string>(count).fill(text);
const createJsonLine = (product: string): string => `{"order_id":"1","product":${product},"price":1}\n`;

/** The first file of each outcome is the cheapest, because ordinary runs read only this one. */
export const HOSTILE_TEXTS: readonly HostileText[] = [
  {
    name: 'JSON that is nested 100,000 deep',
    outcome: 'read',
    pieces: () => [createJsonLine('"Tea"'), createJsonLine(`${'['.repeat(1e5)}${']'.repeat(1e5)}`)],
  },
  {
    name: 'a cell of 80 MB',
    outcome: 'no_line_feed',
    line: 3,
    pieces: () => [HEADER, '1,Tea,2\n', '2,', ...repeatText(80, MANY), ',1\n'],
  },
  {
    name: 'a quoted cell of 60 MB in lines of 1,000 characters',
    outcome: 'read',
    pieces: () => [HEADER, '1,"', ...repeatText(60_000, `${'a'.repeat(999)}\n`), '",1\n'],
  },
  {
    name: 'a quoted cell of two million characters without a line break',
    outcome: 'characters',
    line: 2,
    pieces: () => [HEADER, '1,"', MANY, MANY, '",1\n'],
  },
  {
    name: 'a quote that is not closed above 100,000 lines',
    outcome: 'read',
    pieces: () => [HEADER, '1,"Tea,2\n', ...Array.from({ length: 1e5 }, (_, at) => `${at},Milk,1\n`)],
  },
  {
    name: 'a quote that is not closed in the header',
    outcome: 'open_quote',
    pieces: () => ['order_id,"product,price\n', ...repeatText(1e6, '2,Milk,1\n')],
  },
  {
    name: 'a header of 100,000 columns',
    outcome: 'columns',
    line: 1,
    pieces: () => ['order_id,product', ...repeatText(1e5, ',price'), '\n1,Tea\n'],
  },
  {
    name: 'a header of a million columns',
    outcome: 'characters',
    line: 2,
    pieces: () => ['\n', 'order_id,product', ...repeatText(1e6, ',price'), '\n1,Tea\n'],
  },
  {
    name: 'a row of 900,000 cells',
    outcome: 'columns',
    line: 3,
    pieces: () => [HEADER, '1,Tea,2\n', ...repeatText(9e5, ','), '\n'],
  },
  {
    name: 'an order of a million lines of an exporter',
    outcome: 'too_many_lines',
    pieces: () => [
      'Name,Lineitem name,Lineitem quantity,Lineitem price\n',
      ...repeatText(1e6, '#1,Tea,1,2\n'),
    ],
  },
  {
    name: 'a line of JSON of 80 MB',
    outcome: 'no_line_feed',
    line: 2,
    pieces: () => [createJsonLine('"Tea"'), '{"order_id":"', ...repeatText(80, MANY), '"}\n'],
  },
  {
    name: 'a JSON array with a record of 80 MB',
    outcome: 'no_line_feed',
    line: 2,
    pieces: () => [`[${createJsonLine('"Tea"')},{"order_id":"`, ...repeatText(80, MANY), '"}]'],
  },
  {
    name: 'a JSON array that is nested 100,000 deep',
    outcome: 'missing_columns',
    pieces: () => ['['.repeat(1e5), ']'.repeat(1e5)],
  },
  {
    name: 'a JSON key that repeats a million times',
    outcome: 'read',
    pieces: () => ['{"order_id":"1","product":"Tea"', ...repeatText(1e6, ',"price":1'), '}\n'],
  },
  {
    name: 'JSON with 100,000 keys',
    outcome: 'columns',
    pieces: () => ['{"order_id":"1"', ...repeatText(1e5, '').map((_, at) => `,"k${at}":1`), '}\n'],
  },
  {
    name: 'an order of a million line items',
    outcome: 'too_many_lines',
    pieces: () => ['{"order_id":"1","line_items":[{"product_name":"Tea"}', ...repeatText(1e6, ',{}'), ']}\n'],
  },
];

/** Writes the text with gzip, which makes each file small. */
export async function writeHostileText(path: string, { pieces }: HostileText): Promise<void> {
  await pipeline(Readable.from(joinPieces(pieces())), createGzip({ level: 1 }), createWriteStream(path));
}

function* joinPieces(pieces: Iterable<string>): Generator<string> {
  let text = '';
  for (const piece of pieces) {
    text += piece;
    if (text.length < 65_536) continue;
    yield text;
    text = '';
  }
  if (text !== '') yield text;
}
