// Splits a JSON array into one record per line without holding all of it: cuts the text between the outermost brackets
// at the commas between records. An API's response has the array in an object: `{"orders":[…]}`.

import { OrderFileError } from '../problems/errors.ts';

const [QUOTE, BACKSLASH, COMMA, LINE_FEED, RETURN, SPACE] = [0x22, 0x5c, 0x2c, 0x0a, 0x0d, 0x20];
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

export async function* splitJsonArray(
  source: string,
  chunks: AsyncIterable<Uint8Array>,
  before = 0,
): AsyncGenerator<Uint8Array> {
  let depth = 0;
  let inString = false;
  let isEscaped = false;
  let left = before;
  /** True after the array: what follows it in a response is no record. */
  let isOver = false;
  for await (const chunk of chunks) {
    const lines = new Uint8Array(chunk);
    for (let at = 0; at < lines.length; at++) {
      const byte = lines[at];
      if (left > 0 || isOver) {
        lines[at] = SPACE;
        left--;
      } else if (inString) {
        if (isEscaped) isEscaped = false;
        else if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) inString = false;
      } else if (byte === QUOTE) inString = true;
      else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
        if (depth === 0) lines[at] = SPACE;
        depth++;
      } else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) {
        depth--;
        if (depth === 0) lines[at] = LINE_FEED;
        isOver = depth === 0 && before > 0;
      } else if (byte === COMMA && depth === 1) lines[at] = LINE_FEED;
      else if (byte === LINE_FEED || byte === RETURN) lines[at] = SPACE;
    }
    yield lines;
  }
  if (depth !== 0 || inString) throw new OrderFileError(source, { code: 'json_array_open' });
}
