// Types and joins bytes for Node and browsers, and encodes text as UTF-8.

/** Bytes whose buffer is shared with nothing else. */
export type Bytes = Uint8Array<ArrayBuffer>;

const UTF8 = new TextEncoder();

export function encodeUtf8(text: string): Bytes {
  return UTF8.encode(text);
}

/** Joins the pieces in memory of their own. */
export function joinBytes(pieces: readonly Uint8Array[]): Bytes {
  const all = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

/** Returns one character per byte; correct for ASCII. */
export function decodeAscii(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}

/** Characters of a value that a message or a preview shows. */
const MAX_SHOWN = 200;

/**
 * Formats text as it is and anything else as JSON, shortened if it is long. Names values that are nested too deeply for
 * JSON.
 */
export function formatJson(value: unknown): string {
  let text: string;
  try {
    text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  } catch {
    text = Array.isArray(value) ? '[…]' : '{…}';
  }
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

/** Empty for an object, a list and a missing value. */
export function toScalarText(value: unknown): string {
  return isScalar(value) ? String(value) : '';
}

export function isScalar(value: unknown): boolean {
  return value !== undefined && value !== null && typeof value !== 'object';
}
