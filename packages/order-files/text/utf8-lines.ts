// Decodes lines of a file: UTF-8, or Windows-1252 if the first byte beyond ASCII is not UTF-8. A stray byte changes no
// other line: in a file that has UTF-8, it is a problem of its row; in a file that seemed to have none, lines in UTF-8
// are still read as such.

import { OrderFileError } from '../problems/errors.ts';
import { joinBytes } from '../values/bytes.ts';
import { countLines } from './csv-records.ts';

const [LINE_FEED, RETURN, QUOTE] = [0x0a, 0x0d, 0x22];

export interface TextBlock {
  /** Whole lines; only the last block of a file may end without a line feed. */
  readonly text: string;
  /** False if bytes were not UTF-8: the text has U+FFFD for each of them. */
  readonly isUtf8: boolean;
}

export interface TextOptions {
  /** If true, bytes that are not UTF-8 stay a problem of their row, instead of being read as Windows-1252. */
  readonly isUtf8?: boolean | undefined;
  /** Called once, with the first line that is not UTF-8, when the file is read as Windows-1252. */
  readonly onWindows1252?: ((line: number) => void) | undefined;
  /** Called once, with the same line, when others turn out to be UTF-8: those are read as such. */
  readonly onMixed?: ((line: number) => void) | undefined;
}

interface Decoder {
  decode(bytes: Uint8Array): string;
}

class Utf8Lines {
  /** The number of bytes of all blocks so far. */
  read = 0;
  private readonly strict: Decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  private readonly lenient: Decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  private windows1252: Decoder | undefined;
  private isKnown: boolean;
  /** The first line that is not UTF-8. */
  private otherLine = 0;
  private isMixed = false;
  private readonly options: TextOptions;

  constructor(options: TextOptions) {
    this.options = options;
    this.isKnown = options.isUtf8 === true;
  }

  /** `bytes`: whole lines. */
  decode(bytes: Uint8Array): TextBlock {
    const block = this.blockOf(bytes);
    this.read += countLines(block.text);
    return block;
  }

  private blockOf(bytes: Uint8Array): TextBlock {
    const text = tryDecode(this.strict, bytes);
    if (text !== undefined) {
      // Beyond ASCII, a character takes more bytes than the text has units.
      if (text.length !== bytes.length) this.noteUtf8();
      return { text, isUtf8: true };
    }
    if (this.isKnown) return { text: this.lenient.decode(bytes), isUtf8: false };
    const { sequences, others, otherAt } = scan(bytes);
    const isMostlyUtf8 = sequences >= others;
    if (this.windows1252 === undefined) {
      this.otherLine = this.read + 1 + countLinesBefore(bytes, otherAt);
      if (isMostlyUtf8) {
        this.isKnown = true;
        return { text: this.lenient.decode(bytes), isUtf8: false };
      }
      this.windows1252 = new TextDecoder('windows-1252');
      this.options.onWindows1252?.(this.otherLine);
    }
    if (!isMostlyUtf8) return { text: this.windows1252.decode(bytes), isUtf8: true };
    this.noteUtf8();
    return { text: this.lineByLine(bytes, this.windows1252), isUtf8: true };
  }

  private noteUtf8(): void {
    if (this.windows1252 === undefined) this.isKnown = true;
    else if (!this.isMixed) {
      this.isMixed = true;
      this.options.onMixed?.(this.otherLine);
    }
  }

  private lineByLine(bytes: Uint8Array, other: Decoder): string {
    let text = '';
    for (let from = 0; from < bytes.length; ) {
      const feed = bytes.indexOf(LINE_FEED, from);
      const line = bytes.subarray(from, feed === -1 ? bytes.length : feed + 1);
      text += tryDecode(this.strict, line) ?? other.decode(line);
      from += line.length;
    }
    return text;
  }
}

/** Returns undefined if the bytes are not in the encoding. */
function tryDecode(decoder: Decoder, bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Counts characters beyond ASCII in UTF-8 and bytes that are not, and finds the first of those. */
function scan(bytes: Uint8Array): { sequences: number; others: number; otherAt: number } {
  let [sequences, others, otherAt] = [0, 0, bytes.length];
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x80) continue;
    const more =
      byte >= 0xc2 && byte < 0xe0 ? 1 : byte >= 0xe0 && byte < 0xf0 ? 2 : byte >= 0xf0 && byte < 0xf5 ? 3 : 0;
    const tail = bytes.subarray(at + 1, at + 1 + more);
    if (more > 0 && tail.length === more && tail.every((each) => each >= 0x80 && each < 0xc0)) {
      sequences++;
      at += more;
    } else {
      if (others++ === 0) otherAt = at;
    }
  }
  return { sequences, others, otherAt };
}

function countLinesBefore(bytes: Uint8Array, end: number): number {
  let lines = 0;
  for (let at = bytes.indexOf(LINE_FEED); at !== -1 && at < end; at = bytes.indexOf(LINE_FEED, at + 1))
    lines++;
  return lines;
}

// Converts bytes to text in blocks that end with a line: never splits a character or a line.

/** A longer line is not one: a JSON document in one piece, or a file that is not text. */
const MAX_LINE_BYTES = 32 * 1024 * 1024;

export async function* readTextBlocks(
  name: string,
  chunks: AsyncIterable<Uint8Array>,
  options: TextOptions = {},
): AsyncGenerator<TextBlock> {
  const lines = new Utf8Lines(options);
  let pending: Uint8Array[] = [];
  let pendingBytes = 0;
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(LINE_FEED) + 1;
    if (end > 0) {
      const whole = chunk.subarray(0, end);
      yield lines.decode(pendingBytes > 0 ? joinBytes([...pending, whole]) : whole);
      pending = [];
      pendingBytes = 0;
    }
    if (end === chunk.length) continue;
    // The next chunk may reuse the memory.
    pending.push(chunk.slice(end));
    pendingBytes += chunk.length - end;
    if (pendingBytes > MAX_LINE_BYTES) {
      throw new OrderFileError(name, { code: 'no_line_feed', bytes: MAX_LINE_BYTES, line: lines.read + 1 });
    }
  }
  if (pendingBytes > 0) yield lines.decode(joinBytes(pending));
}

// Turns lines that end with a carriage return alone, as Excel's “CSV (Macintosh)” writes them, into lines that end with
// a line feed.

/** Bytes that decide, unless there are fewer. */
const SAMPLE_BYTES = 4_096;

export async function* withLineFeeds(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let sample: Uint8Array | undefined = new Uint8Array(0);
  let isMac = false;
  for await (const chunk of chunks) {
    if (sample === undefined) {
      yield isMac ? replaceReturns(chunk) : chunk;
      continue;
    }
    sample = sample.length === 0 ? chunk : joinBytes([sample, chunk]);
    if (sample.length < SAMPLE_BYTES) {
      // The next chunk may reuse the memory.
      sample = sample.slice();
      continue;
    }
    isMac = hasReturnsOnly(sample);
    yield isMac ? replaceReturns(sample) : sample;
    sample = undefined;
  }
  if (sample === undefined || sample.length === 0) return;
  yield hasReturnsOnly(sample) ? replaceReturns(sample) : sample;
}

/** True if no line ends with a line feed; those in quotes belong to cells. */
function hasReturnsOnly(bytes: Uint8Array): boolean {
  let inQuotes = false;
  let returns = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) inQuotes = !inQuotes;
    else if (byte === LINE_FEED && !inQuotes) return false;
    else if (byte === RETURN && !inQuotes) returns++;
  }
  return returns > 0;
}

function replaceReturns(chunk: Uint8Array): Uint8Array {
  return chunk.map((byte) => (byte === RETURN ? LINE_FEED : byte));
}
