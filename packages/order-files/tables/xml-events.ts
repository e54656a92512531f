// Reads XML as a stream of elements and texts, within the limits of tables.
import { demandWithin } from './table-limits.ts';
import { type XmlHandlers, XmlScanner } from './xml-scanner.ts';

const MAX_SMALL_BYTES = 2 ** 24;

/** Characters after which the caller can take the collected rows: few cells, each of which may be large. */
const PIECE = 2_048;

/** Calls the handlers piece by piece; yields after each. Throws OrderFileError beyond the limits of tables. */
export async function* readXmlEvents(
  bytes: AsyncIterable<Uint8Array>,
  handlers: XmlHandlers,
): AsyncGenerator<void> {
  const scanner = new XmlScanner({
    ...handlers,
    open(name, attributes) {
      demandWithin('nesting', scanner.depth);
      handlers.open?.(name, attributes);
    },
  });
  const decoder = new TextDecoder();
  for await (const chunk of bytes) {
    const text = decoder.decode(chunk, { stream: true });
    for (let at = 0; at < text.length; at += PIECE) {
      scanner.write(text.slice(at, at + PIECE));
      demandWithin('characters', scanner.held);
      yield;
    }
  }
  scanner.end();
}

export async function readXml(bytes: AsyncIterable<Uint8Array>, handlers: XmlHandlers): Promise<void> {
  for await (const _ of readXmlEvents(bytes, handlers));
}

/** The same for a part that is held completely: a list of sheets, of formats. */
export async function readSmallXml(bytes: AsyncIterable<Uint8Array>, handlers: XmlHandlers): Promise<void> {
  let size = 0;
  async function* countBytes(): AsyncGenerator<Uint8Array> {
    for await (const chunk of bytes) {
      size += chunk.length;
      demandWithin('unpacked', size, MAX_SMALL_BYTES);
      yield chunk;
    }
  }
  await readXml(countBytes(), handlers);
}

/** Removes the prefix: `x:row` and `row` are the same. */
export function toLocalName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
