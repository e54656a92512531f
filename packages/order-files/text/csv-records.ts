// Parses CSV records (RFC 4180), each with the physical line where it begins. An unclosed quote affects only its own
// line: the lines after it are read again without it.

import { demandInLine, MAX_CHARACTERS } from '../tables/table-limits.ts';

/** Lines that one record may span; beyond, the quote counts as unclosed. */
const MAX_RECORD_LINES = 1_000;

export const DELIMITERS = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/**
 * Returns the most frequent of comma, semicolon, tab and bar outside quotes in the header, a comma if there is none.
 * `below`: the next lines; a mark that is as frequent in each of them as in the header precedes others.
 */
export function guessDelimiter(header: string, below: readonly string[] = []): Delimiter {
  const counts = DELIMITERS.map((delimiter) => ({ delimiter, count: countMarks(header, delimiter) }));
  const pickMost = (from: typeof counts): { readonly delimiter: Delimiter; readonly count: number } =>
    from.reduce((best, next) => (next.count > best.count ? next : best));
  const most = pickMost(counts);
  const isEven = ({ delimiter, count }: { delimiter: Delimiter; count: number }): boolean =>
    count > 0 && below.every((line) => countMarks(line, delimiter) === count);
  const even = below.length === 0 || isEven(most) ? [] : counts.filter(isEven);
  return (even.length === 0 ? most : pickMost(even)).delimiter;
}

/** Counts a mark outside quotes. */
function countMarks(line: string, delimiter: string): number {
  return line.replaceAll(/"(?:[^"]|"")*"/g, '').split(delimiter).length - 1;
}

/**
 * Feed it blocks of whole lines and take records until there are none: `records.feed(text); while (records.next())
 * use(records.fields, records.line)`. Empty lines are skipped. A quote that doesn't open or close a field is a
 * character. Fields point into the block: detach fields that you keep. `next` throws OrderFileError for a record beyond
 * the limits of tables.
 */
export class CsvRecords {
  /** The record's fields, unquoted. */
  fields: readonly string[] = [];
  /** The physical line where the record begins, from 1. */
  line = 0;
  /** True if a quote is never closed: the record and its fields are invalid. */
  hasOpenQuote = false;

  private readonly delimiter: string;
  /** Whole lines that are unread from `at`. */
  private text = '';
  private at = 0;
  /** The line at `at`. */
  private atLine: number;
  /** The position of the next quote from `at`: the end of the text if there is none. */
  private quoteAt = 0;
  private ended = false;

  /** `linesBefore`: lines above the fed text. */
  constructor(delimiter: string, linesBefore = 0) {
    this.delimiter = delimiter;
    this.atLine = linesBefore + 1;
  }

  /** `text` ends with a line feed, unless it is the last block. */
  feed(text: string): void {
    const whole = text.endsWith('\n') || text === '' ? text : `${text}\n`;
    this.text = this.at === this.text.length ? whole : this.text.slice(this.at) + whole;
    this.at = 0;
    this.quoteAt = -1;
  }

  /** Ends the input. */
  end(): void {
    this.ended = true;
  }

  next(): boolean {
    this.hasOpenQuote = false;
    this.skipEmptyLines();
    if (this.at >= this.text.length) return false;
    const lineEnd = this.text.indexOf('\n', this.at);
    if (this.nextQuote() > lineEnd) {
      demandInLine('characters', lineEnd - this.at, this.atLine);
      this.fields = this.text.slice(this.at, this.beforeReturn(lineEnd, this.at)).split(this.delimiter);
      this.line = this.atLine++;
      this.at = lineEnd + 1;
      demandInLine('columns', this.fields.length, this.line);
      return true;
    }
    return this.nextQuoted(lineEnd);
  }

  private skipEmptyLines(): void {
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      if (code === LINE_FEED) this.at++;
      else if (code === RETURN && this.text.charCodeAt(this.at + 1) === LINE_FEED) this.at += 2;
      else return;
      this.atLine++;
    }
  }

  private nextQuote(): number {
    if (this.quoteAt < this.at) {
      const found = this.text.indexOf('"', this.at);
      this.quoteAt = found === -1 ? this.text.length : found;
    }
    return this.quoteAt;
  }

  /** Reads a record with a quote in its first line. */
  private nextQuoted(firstEnd: number): boolean {
    const { text, delimiter } = this;
    const fields: string[] = [];
    let from = this.at;
    let lineEnd = firstEnd;
    for (;;) {
      let field = '';
      if (text.charCodeAt(from) === QUOTE) {
        const closed = this.quotedField(from);
        if (closed === undefined) return this.unclosed(firstEnd);
        field = closed.field;
        from = closed.end;
        if (from > lineEnd) lineEnd = text.indexOf('\n', from);
      }
      const mark = text.indexOf(delimiter, from);
      const isLast = mark === -1 || mark > lineEnd;
      const end = isLast ? this.beforeReturn(lineEnd, from) : mark;
      fields.push(field + text.slice(from, end));
      if (isLast) break;
      from = mark + delimiter.length;
    }
    this.fields = fields;
    this.line = this.atLine;
    demandInLine('characters', lineEnd - this.at, this.line);
    demandInLine('columns', fields.length, this.line);
    this.atLine += 1 + countLinesIn(text, this.at, lineEnd);
    this.at = lineEnd + 1;
    return true;
  }

  /** Returns the text in quotes, and where it ends. Quotes in the middle of a field are characters. */
  private quotedField(open: number): { readonly field: string; readonly end: number } | undefined {
    const { text, delimiter } = this;
    let field = '';
    for (let from = open + 1; ; ) {
      const quote = text.indexOf('"', from);
      if (quote === -1) return undefined;
      field += text.slice(from, quote);
      const end = quote + 1;
      if (text.charCodeAt(end) === QUOTE) {
        field += '"';
        from = end + 1;
        continue;
      }
      const closes =
        text.startsWith(delimiter, end) || text.charCodeAt(end) === LINE_FEED || text.startsWith('\r\n', end);
      return { field: closes ? field : `"${field}"`, end };
    }
  }

  /** The following text may close the quote, unless it is too far away: then its line is a bad row. */
  private unclosed(lineEnd: number): boolean {
    const isOverdue =
      this.ended ||
      this.text.length - this.at > MAX_CHARACTERS ||
      countLinesIn(this.text, this.at, this.text.length) > MAX_RECORD_LINES;
    if (!isOverdue) return false;
    demandInLine('characters', lineEnd - this.at, this.atLine);
    this.hasOpenQuote = true;
    this.line = this.atLine++;
    this.at = lineEnd + 1;
    return true;
  }

  /** Returns where a line's last field ends. */
  private beforeReturn(lineEnd: number, from: number): number {
    return lineEnd > from && this.text.charCodeAt(lineEnd - 1) === RETURN ? lineEnd - 1 : lineEnd;
  }
}

/** Parses one record; a record with an open quote is one cell. */
export function parseRow(row: string, delimiter: string): readonly string[] {
  const records = new CsvRecords(delimiter);
  records.feed(row);
  records.end();
  return records.next() && !records.hasOpenQuote ? records.fields : [row];
}

const [LINE_FEED, RETURN, QUOTE] = [0x0a, 0x0d, 0x22];

export function countLines(text: string): number {
  return countLinesIn(text, 0, text.length);
}

function countLinesIn(text: string, from: number, end: number): number {
  let lines = 0;
  for (let at = text.indexOf('\n', from); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}
