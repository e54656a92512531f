// Detaches strings from the block of text that they were cut from, which they keep alive: a name of 12 letters would
// hold 64 KB.

/** The length from which V8 points into the parent string; it copies shorter ones. */
export const SLICED_FROM = 13;
const MAX_KNOWN = 20_000;

/** Copies the text into memory of its own. */
export function detachText(text: string): string {
  // Joining makes the new parent exactly one character longer than the text.
  return text.length < SLICED_FROM ? text : ` ${text}`.slice(1);
}

/** Returns one string for equal texts: names and SKUs repeat from line to line. Drops all when it is full. */
export class TextPool {
  private readonly known = new Map<string, string>();

  of(text: string): string {
    if (text.length < SLICED_FROM) return text;
    const known = this.known.get(text);
    if (known !== undefined) return known;
    if (this.known.size >= MAX_KNOWN) this.known.clear();
    const own = detachText(text);
    this.known.set(own, own);
    return own;
  }
}
