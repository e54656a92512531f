// The known name that a misspelt one was probably meant to be.

/** More edits make another word. */
const MAX_EDITS = 3;

/** Undefined where no known name is near. Letter case and separators do not count: `customerId` is `customer_id`. */
export function findNearestName(name: string, known: readonly string[]): string | undefined {
  const sameWords = known.find((candidate) => normalizeName(candidate) === normalizeName(name));
  if (sameWords !== undefined) return sameWords;
  const [best] = known
    .map((candidate) => ({
      candidate,
      edits: computeEditDistance(name.toLowerCase(), candidate.toLowerCase()),
    }))
    .filter(({ candidate, edits }) => edits <= MAX_EDITS && edits < candidate.length / 2)
    .sort((a, b) => a.edits - b.edits);
  return best?.candidate;
}

/** Letters and digits in lower case. */
export function normalizeName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** Insertions, deletions and changes between two words (Levenshtein 1966); of long ones only the beginning counts. */
function computeEditDistance(a: string, b: string): number {
  const from = a.slice(0, 64);
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (from[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
