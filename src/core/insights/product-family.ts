// Which products are variants of one: HERB MARKER THYME and HERB MARKER MINT.

/** Words that two names must have in common. */
const LEAST_SHARED = 2;

/** True where the names share two words or more, and at least half of those of the shorter name. */
export function areVariants(one: string, other: string): boolean {
  const words = wordsOf(one);
  const others = wordsOf(other);
  const shared = [...words].filter((word) => others.has(word)).length;
  return shared >= LEAST_SHARED && 2 * shared >= Math.min(words.size, others.size);
}

function wordsOf(name: string): Set<string> {
  return new Set(name.toLocaleLowerCase('en-US').match(/[\p{L}\p{N}]+/gu) ?? []);
}
