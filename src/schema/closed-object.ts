// Objects that take no other members than theirs, and say which one was probably meant.
import * as v from 'valibot';
import { refusingArrays } from './plain-object.ts';

/** As v.strictObject; of an unknown member the message suggests the nearest known one. */
export function closedObject<E extends v.ObjectEntries>(entries: E, expected: string) {
  return refusingArrays(
    v.strictObject(entries, (issue) =>
      issue.expected === 'never' ? unknownField(String(issue.input), Object.keys(entries)) : expected,
    ),
  );
}

/** More edits make another word. */
const MAX_EDITS = 3;

function unknownField(name: string, known: readonly string[]): string {
  const [best] = known
    .map((candidate) => ({ candidate, edits: editDistance(name.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ candidate, edits }) => edits <= MAX_EDITS && edits < candidate.length / 2)
    .sort((a, b) => a.edits - b.edits);
  return best === undefined ? 'unknown field' : `unknown field, did you mean ${best.candidate}?`;
}

/** Insertions, deletions and changes between two words (Levenshtein 1966); of long ones only the beginning counts. */
function editDistance(a: string, b: string): number {
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
