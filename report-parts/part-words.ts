// What the parts say on their own: in English, unless the page has them in another language.

interface PartWords {
  readonly more: string;
  /** In place of a table without rows. */
  readonly none: string;
  /** For pages that show fewer columns on a narrow screen: the switch to all of them. */
  readonly allColumns?: string;
}

const ENGLISH: PartWords = { more: 'Show more', none: 'There is nothing to show.' };

let words = (): PartWords => ENGLISH;

export function sayInParts(said: () => PartWords): void {
  words = said;
}

export function partWords(): PartWords {
  return words();
}
