// XML as a stream of elements and texts.
import { SaxesParser } from 'saxes';
import { demandWithin } from './table-limits.ts';

const MAX_SMALL_BYTES = 2 ** 24;

export interface XmlHandlers {
  readonly open?: (name: string, attributes: Readonly<Record<string, string>>) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
}

/** Characters between which the caller can take what has come together: few cells, each of which may be large. */
const PIECE = 2_048;

/** Calls the handlers piece by piece; yields after each. Throws OrderFileError beyond the limits of tables. */
export async function* xmlEvents(
  bytes: AsyncIterable<Uint8Array>,
  handlers: XmlHandlers,
): AsyncGenerator<void> {
  let depth = 0;
  /** Since the last element or text: the parser holds a text, a tag or a comment until it ends. */
  let held = 0;
  const parser = new SaxesParser();
  let failure: Error | undefined;
  parser.on('error', (error) => {
    failure ??= error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    held = 0;
    demandWithin('nesting', ++depth);
    handlers.open?.(name, attributes);
  });
  parser.on('text', (text) => {
    held = 0;
    handlers.text?.(text);
  });
  parser.on('closetag', ({ name }) => {
    held = 0;
    depth--;
    handlers.close?.(name);
  });
  const decoder = new TextDecoder();
  for await (const chunk of bytes) {
    const text = decoder.decode(chunk, { stream: true });
    for (let at = 0; at < text.length; at += PIECE) {
      const piece = text.slice(at, at + PIECE);
      held += piece.length;
      parser.write(piece);
      if (failure !== undefined) throw failure;
      demandWithin('characters', held - piece.length);
      yield;
    }
  }
  parser.close();
  if (failure !== undefined) throw failure;
}

export async function readXml(bytes: AsyncIterable<Uint8Array>, handlers: XmlHandlers): Promise<void> {
  for await (const _ of xmlEvents(bytes, handlers));
}

/** The same for a part all of which is held: a list of sheets, of formats. */
export async function readSmallXml(bytes: AsyncIterable<Uint8Array>, handlers: XmlHandlers): Promise<void> {
  let size = 0;
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of bytes) {
      size += chunk.length;
      demandWithin('unpacked', size, MAX_SMALL_BYTES);
      yield chunk;
    }
  }
  await readXml(counted(), handlers);
}

/** `x:row` and `row` are the same. */
export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
