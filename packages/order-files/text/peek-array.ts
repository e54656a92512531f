// Tells by the first bytes of a text whether it is a JSON array, whose reader few files need.
import { decodeAscii } from '../values/bytes.ts';

/** The response up to its array: other values may precede it. */
const WRAPPED =
  /^\s*\{\s*(?:"\w+"\s*:\s*(?:"[^"]*"|-?[\d.]+|null|true|false|\[\s*\])\s*,\s*)*"(?:orders|data|elements)"\s*:\s*(?=\[)/;

/** Tells whether the text is an array. `before`: bytes of the object that contains it. */
export async function peekArray(
  chunks: AsyncIterable<Uint8Array>,
): Promise<{ chunks: AsyncIterable<Uint8Array>; isArray: boolean; before: number }> {
  const iterator = chunks[Symbol.asyncIterator]();
  const first = await iterator.next();
  async function* readAll(): AsyncGenerator<Uint8Array> {
    try {
      if (first.done !== true) yield first.value;
      for (let next = await iterator.next(); next.done !== true; next = await iterator.next())
        yield next.value;
    } finally {
      await iterator.return?.();
    }
  }
  const head = first.done === true ? '' : decodeAscii(first.value.subarray(0, 1_024));
  const before = WRAPPED.exec(head)?.[0].length ?? 0;
  return { chunks: readAll(), isArray: before > 0 || /^\s*\[/.test(head), before };
}
