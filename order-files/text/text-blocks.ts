// Bytes to text in blocks that end with a line: no character and no line is cut in two.

import { OrderFileError } from '../problems/errors.ts';
import { joined } from '../values/bytes.ts';
import { type TextBlock, type TextOptions, Utf8Lines } from './utf8-lines.ts';

const LINE_FEED = 0x0a;
/** A line that is longer is no line: a JSON document in one piece, or a file that is not text. */
const MAX_LINE_BYTES = 32 * 1024 * 1024;

export async function* textBlocks(
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
      yield lines.decode(pendingBytes > 0 ? joined([...pending, whole]) : whole);
      pending = [];
      pendingBytes = 0;
    }
    if (end === chunk.length) continue;
    // Its memory may have other bytes when the next chunk is asked for.
    pending.push(chunk.slice(end));
    pendingBytes += chunk.length - end;
    if (pendingBytes > MAX_LINE_BYTES) {
      throw new OrderFileError(name, { code: 'no_line_feed', bytes: MAX_LINE_BYTES, line: lines.read + 1 });
    }
  }
  if (pendingBytes > 0) yield lines.decode(joined(pending));
}
