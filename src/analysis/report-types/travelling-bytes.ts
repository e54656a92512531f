// Computes the size of a body in transit: a Lambda function answers with JSON that holds the body's JSON as a string,
// so that each quotation mark and backslash of the body takes another byte. A body of ordinary names grows by a tenth,
// one whose names consist of quotation marks doubles.

/** Bytes of the value's JSON within a JSON string, in UTF-8. */
export function countTravellingBytes(value: object): number {
  const json = JSON.stringify(value);
  // Well-formed JSON has no character below U+0020, so that only quotation marks and backslashes are escaped.
  let escapes = 0;
  for (let i = 0; i < json.length; i++) {
    const unit = json.charCodeAt(i);
    if (unit === 0x22 || unit === 0x5c) escapes++;
  }
  return new TextEncoder().encode(json).length + escapes;
}

/** Reserved for the envelope and the warning: a name of 200 control characters takes 1,400 bytes. */
const RESERVED_BYTES = 3_000;

/** Number of leading rows that fit in `maxBytes` beside the rest of their body. */
export function countFitting(rest: object, rows: readonly object[], maxBytes: number): number {
  let bytes = countTravellingBytes(rest) + RESERVED_BYTES;
  const isOver = (row: object) => {
    bytes += countTravellingBytes(row) + 1;
    return bytes > maxBytes;
  };
  const over = rows.findIndex(isOver);
  return over === -1 ? rows.length : over;
}
