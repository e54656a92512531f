// Places of texts, found without cutting each out of the JSON that holds it: a hash of its characters leads to the place of the last
// text with this hash. Any other is looked up in a Map, so that texts of equal hashes cost no more than that.

/** Entries of the short cut for each text, so that few share one, and entries at most. */
const ROOM = 8;
const MOST = 2 ** 17;

export class TextPlaces {
  /** In order of first appearance. */
  readonly entries: string[] = [];
  private readonly places = new Map<string, number>();
  private shortCut = new Int32Array(1_024);

  /** Undefined for a text without one. */
  find(text: string): number | undefined {
    return this.places.get(text);
  }

  place(text: string): number {
    return this.places.get(text) ?? this.append(text);
  }

  /** Of the text between two quotes of JSON, from `start` to before `end`, without escapes. `hash`: of its characters. */
  placeIn(json: string, start: number, end: number, hash: number): number {
    const slot = hash & (this.shortCut.length - 1);
    const known = this.shortCut[slot];
    if (known !== 0) {
      const entry = this.entries[known - 1];
      if (entry.length === end - start && json.startsWith(entry, start)) return known;
    }
    // Parsed, not cut out: a part of a text keeps the whole in memory.
    const place =
      this.places.get(json.slice(start, end)) ?? this.append(JSON.parse(json.slice(start - 1, end + 1)));
    this.shortCut[hash & (this.shortCut.length - 1)] = place;
    return place;
  }

  private append(text: string): number {
    const place = this.entries.push(text);
    this.places.set(text, place);
    const { length } = this.shortCut;
    if (length < MOST && length < ROOM * place) this.shortCut = new Int32Array(2 * length);
    return place;
  }
}
