// Bytes to text in blocks that end with a line: no character and no line is cut in two.

import { OrderFileError } from '../problems/errors.ts';
import { joined } from '../values/bytes.ts';

const LINE_FEED = 0x0a;
/** A line that is longer is no line: a JSON document in one piece, or a file that is not text. */
const MAX_LINE_BYTES = 32 * 1024 * 1024;

export interface TextBlock {
  /** Whole lines; only the last block of a file may end without a line feed. */
  readonly text: string;
  /** False when bytes were not UTF-8: U+FFFD stands in the text for each of them. */
  readonly isUtf8: boolean;
}

export interface TextOptions {
  /** Bytes that are not UTF-8 stay a problem of their row, instead of making the file Windows-1252. */
  readonly isUtf8?: boolean | undefined;
  /** Called once, when the first block that is not plain ASCII turns out not to be UTF-8. */
  readonly onWindows1252?: (() => void) | undefined;
}

interface Decoder {
  decode(bytes: Uint8Array): string;
}

export async function* textBlocks(
  name: string,
  chunks: AsyncIterable<Uint8Array>,
  { isUtf8: isGiven = false, onWindows1252 }: TextOptions = {},
): AsyncGenerator<TextBlock> {
  const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const lenient = new TextDecoder('utf-8', { ignoreBOM: true });
  let windows1252: Decoder | undefined;
  let isKnown = isGiven;
  /** The first block with other bytes than ASCII decides for the file. */
  const toText = (bytes: Uint8Array): TextBlock => {
    if (windows1252 !== undefined) return { text: windows1252.decode(bytes), isUtf8: true };
    const text = decoded(strict, bytes);
    if (text !== undefined) {
      // Beyond ASCII, a character takes more bytes than the text has units.
      isKnown ||= text.length !== bytes.length;
      return { text, isUtf8: true };
    }
    if (isKnown) return { text: lenient.decode(bytes), isUtf8: false };
    windows1252 = new TextDecoder('windows-1252');
    onWindows1252?.();
    return { text: windows1252.decode(bytes), isUtf8: true };
  };
  let pending: Uint8Array[] = [];
  let pendingBytes = 0;
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(LINE_FEED) + 1;
    if (end > 0) {
      const lines = chunk.subarray(0, end);
      yield toText(pendingBytes > 0 ? joined([...pending, lines]) : lines);
      pending = [];
      pendingBytes = 0;
    }
    if (end === chunk.length) continue;
    // Its memory may have other bytes when the next chunk is asked for.
    pending.push(chunk.slice(end));
    pendingBytes += chunk.length - end;
    if (pendingBytes > MAX_LINE_BYTES) {
      throw new OrderFileError(name, { code: 'no_line_feed', bytes: MAX_LINE_BYTES });
    }
  }
  if (pendingBytes > 0) yield toText(joined(pending));
}

/** Undefined where the bytes are not of the encoding. */
function decoded(decoder: Decoder, bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}
