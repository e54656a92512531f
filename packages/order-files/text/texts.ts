// Strings cut out of a block of text keep the whole block alive. A row that is kept must not: 12 letters of a name
// would hold 64 KB.

/** V8 copies what is shorter, and points into the parent from here on. */
const SLICED_FROM = 13;
const MAX_KNOWN = 20_000;

/** The same text in memory of its own. */
export function detachText(text: string): string {
  // Joining makes the new parent exactly one character longer than the text.
  return text.length < SLICED_FROM ? text : ` ${text}`.slice(1);
}

/** Gives equal texts as one string: names and SKUs repeat from line to line. Forgets all when it knows too many. */
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
