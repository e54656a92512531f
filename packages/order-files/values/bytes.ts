// Bytes as both Node and browsers have them, and text in UTF-8 as bytes.

/** Of a buffer that nothing else shares a part of. */
export type Bytes = Uint8Array<ArrayBuffer>;

const UTF8 = new TextEncoder();

export function encodeUtf8(text: string): Bytes {
  return UTF8.encode(text);
}

/** One after the other, in memory of their own. */
export function joinBytes(pieces: readonly Uint8Array[]): Bytes {
  const all = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

/** A character for each byte: of ASCII, what it says. */
export function decodeAscii(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}

/** Characters of a value that a message or a preview shows. */
const MAX_SHOWN = 200;

/** Text as it is, anything else as JSON, cut where it is long. What is nested too deep to be written is named. */
export function formatJson(value: unknown): string {
  let text: string;
  try {
    text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  } catch {
    text = Array.isArray(value) ? '[…]' : '{…}';
  }
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}
