// XML as a stream of elements and texts.
import { SaxesParser } from 'saxes';

export interface XmlHandlers {
  readonly open?: (name: string, attributes: Readonly<Record<string, string>>) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
}

/** Calls the handlers chunk by chunk; yields after each. */
export async function* xmlEvents(
  bytes: AsyncIterable<Uint8Array>,
  handlers: XmlHandlers,
): AsyncGenerator<void> {
  const parser = new SaxesParser();
  let failure: Error | undefined;
  parser.on('error', (error) => {
    failure ??= error;
  });
  parser.on('opentag', ({ name, attributes }) => handlers.open?.(name, attributes));
  parser.on('text', (text) => handlers.text?.(text));
  parser.on('closetag', ({ name }) => handlers.close?.(name));
  const decoder = new TextDecoder();
  for await (const chunk of bytes) {
    parser.write(decoder.decode(chunk, { stream: true }));
    if (failure !== undefined) throw failure;
    yield;
  }
  parser.close();
  if (failure !== undefined) throw failure;
}

export async function readXml(bytes: AsyncIterable<Uint8Array>, handlers: XmlHandlers): Promise<void> {
  for await (const _ of xmlEvents(bytes, handlers));
}

/** `x:row` and `row` are the same. */
export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
