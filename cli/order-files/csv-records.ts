// CSV records by csv-parse, each with the physical line where it begins. A quote that is never closed costs its own
// line, not the rest of the file: the lines that it would swallow are read again without it.
import type { TransformOptions } from 'node:stream';
import { type Info, type Options, Parser } from 'csv-parse';

/** Lines that one record may span; with more, a quote was never closed. */
const MAX_RECORD_LINES = 1_000;
/** More than any block has, so that the stream never pauses. */
const MAX_RECORDS_OF_BLOCK = 2 ** 30;

/** The most frequent of comma, semicolon, tab and bar outside quotes in the header; a comma when there is none. */
export function guessDelimiter(header: string): string {
  const bare = header.replaceAll(/"(?:[^"]|"")*"/g, '');
  const counts = [',', ';', '\t', '|'].map((delimiter) => ({
    delimiter,
    count: bare.split(delimiter).length,
  }));
  return counts.reduce((best, next) => (next.count > best.count ? next : best)).delimiter;
}

interface Parsed {
  readonly record: string[];
  readonly info: Info;
}

/**
 * Feed it blocks of whole lines and ask for records until there is none:
 * `records.feed(text); while (records.next()) use(records.fields, records.line)`. Empty lines are skipped. A quote
 * that doesn't open or close a field stands for itself.
 */
export class CsvRecords {
  /** The record's fields, unquoted. */
  fields: readonly string[] = [];
  /** The physical line where the record begins, from 1. */
  line = 0;
  /** Why the record is none; its fields then mean nothing. */
  problem: string | undefined;

  private readonly delimiter: string;
  private parser: Parser;
  /** Blocks since the end of the last record, each with the line where it begins. */
  private held: { readonly text: string; readonly line: number; readonly lines: number }[] = [];
  private nextBlockLine = 1;
  /** Lines up to here belong to records that were read. */
  private read = 0;
  private emptyLines = 0;
  /** Without any, no record spans lines. */
  private hasQuotes = false;
  private ended = false;

  constructor(delimiter: string) {
    this.delimiter = delimiter;
    this.parser = newParser(delimiter);
  }

  /** `text` ends with a line feed, unless it is the last. */
  feed(text: string): void {
    const whole = text.endsWith('\n') || text === '' ? text : `${text}\n`;
    const lines = countLines(whole);
    this.held.push({ text: whole, line: this.nextBlockLine, lines });
    this.nextBlockLine += lines;
    this.hasQuotes ||= whole.includes('"');
    this.parser.write(whole);
  }

  /** Nothing follows. */
  end(): void {
    this.ended = true;
    this.flush();
  }

  next(): boolean {
    this.problem = undefined;
    const parsed: Parsed | null = this.parser.read();
    if (parsed !== null) return this.take(parsed);
    this.held = this.held.filter(({ line, lines }) => line + lines - 1 > this.read);
    const isOverdue = this.ended || this.nextBlockLine - 1 - this.read > MAX_RECORD_LINES;
    if (!isOverdue || !this.hasQuotes) return false;
    const rest = this.restOfHeld();
    return rest.trim() !== '' && this.giveUpLine(rest);
  }

  private take({ record, info }: Parsed): boolean {
    this.line = this.read + 1 + info.empty_lines - this.emptyLines;
    this.emptyLines = info.empty_lines;
    this.fields = record;
    this.read = this.line + (this.hasQuotes ? newlinesIn(record) : 0);
    return true;
  }

  /** What the parser still holds, or has skipped as empty. */
  private restOfHeld(): string {
    return this.held
      .map(({ text, line }) => {
        let at = 0;
        for (let skipped = line; skipped <= this.read; skipped++) at = text.indexOf('\n', at) + 1;
        return text.slice(at);
      })
      .join('');
  }

  /** The first line with text opens a quote that nothing closes: it is a bad row, and the lines after it are read again. */
  private giveUpLine(rest: string): boolean {
    const empty = /^[\r\n]*/.exec(rest)?.[0] ?? '';
    const from = rest.indexOf('\n', empty.length) + 1;
    this.line = this.read + 1 + countLines(empty);
    this.read = this.line;
    this.problem = 'a quote is opened and never closed';
    this.restart();
    const following = rest.slice(from);
    this.held = [{ text: following, line: this.read + 1, lines: countLines(following) }];
    this.parser.write(following);
    if (this.ended) this.flush();
    return true;
  }

  /** The parser holds the last bytes back until it has seen what follows them. */
  private flush(): void {
    this.parser.write('\n'.repeat(16));
  }

  private restart(): void {
    this.parser.destroy();
    this.parser = newParser(this.delimiter);
    this.emptyLines = 0;
  }
}

function newParser(delimiter: string): Parser {
  const options: Options & TransformOptions = {
    delimiter,
    info: true,
    record_delimiter: ['\r\n', '\n'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    // A block is parsed when it is written, and its records are taken before the next one.
    readableHighWaterMark: MAX_RECORDS_OF_BLOCK,
  };
  return new Parser(options);
}

export function countLines(text: string): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}

function newlinesIn(record: readonly string[]): number {
  return record.reduce((sum, field) => sum + (field.includes('\n') ? countLines(field) : 0), 0);
}
