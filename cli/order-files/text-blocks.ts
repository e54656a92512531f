// Bytes to text in blocks that end with a line: no character and no line is cut in two.
import { isUtf8 } from 'node:buffer';
import { OrderFileError } from './errors.ts';

const LINE_FEED = 0x0a;
/** A line that is longer is no line: a JSON document in one piece, or a file that is not text. */
const MAX_LINE_BYTES = 32 * 1024 * 1024;

export interface TextBlock {
  /** Whole lines; only the last block of a file may end without a line feed. */
  readonly text: string;
  /** False when bytes were not UTF-8: U+FFFD stands in the text for each of them. */
  readonly isUtf8: boolean;
}

export async function* textBlocks(name: string, chunks: AsyncIterable<Buffer>): AsyncGenerator<TextBlock> {
  let begun: Buffer[] = [];
  let begunBytes = 0;
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(LINE_FEED) + 1;
    if (end > 0) {
      const lines = chunk.subarray(0, end);
      yield toText(begunBytes > 0 ? Buffer.concat([...begun, lines]) : lines);
      begun = [];
      begunBytes = 0;
    }
    if (end === chunk.length) continue;
    begun.push(chunk.subarray(end));
    begunBytes += chunk.length - end;
    if (begunBytes > MAX_LINE_BYTES) {
      throw new OrderFileError(name, `expected lines, got ${MAX_LINE_BYTES} bytes without a line feed`);
    }
  }
  if (begunBytes > 0) yield toText(Buffer.concat(begun));
}

function toText(bytes: Buffer): TextBlock {
  return { text: bytes.toString('utf8'), isUtf8: isUtf8(bytes) };
}
