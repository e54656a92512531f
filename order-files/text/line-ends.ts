// Lines that end with a carriage return alone, as Excel's “CSV (Macintosh)” writes them, as lines that end with a line feed.
import { joined } from '../values/bytes.ts';

const [LINE_FEED, RETURN, QUOTE] = [0x0a, 0x0d, 0x22];
/** Bytes that decide, unless there are fewer. */
const SAMPLE_BYTES = 4_096;

export async function* withLineFeeds(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let sample: Uint8Array | undefined = new Uint8Array(0);
  let isMac = false;
  for await (const chunk of chunks) {
    if (sample === undefined) {
      yield isMac ? replaced(chunk) : chunk;
      continue;
    }
    sample = sample.length === 0 ? chunk : joined([sample, chunk]);
    if (sample.length < SAMPLE_BYTES) {
      // The next chunk may come in the same memory.
      sample = sample.slice();
      continue;
    }
    isMac = endsWithReturns(sample);
    yield isMac ? replaced(sample) : sample;
    sample = undefined;
  }
  if (sample === undefined || sample.length === 0) return;
  yield endsWithReturns(sample) ? replaced(sample) : sample;
}

/** No line ends with a line feed: those in quotes are of cells. */
function endsWithReturns(bytes: Uint8Array): boolean {
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

function replaced(chunk: Uint8Array): Uint8Array {
  return chunk.map((byte) => (byte === RETURN ? LINE_FEED : byte));
}
