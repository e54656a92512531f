// Objects that take no other members than theirs, and say which one was probably meant.
import * as v from 'valibot';
import { findNearestName } from './nearest.ts';
import { refuseArrays } from './plain-object.ts';

/** As v.strictObject; of an unknown member the message suggests the nearest known one. */
export function closedObject<E extends v.ObjectEntries>(entries: E, expected = 'expected a JSON object') {
  return refuseArrays(
    v.strictObject(entries, (issue) =>
      issue.expected === 'never' ? describeUnknownField(String(issue.input), Object.keys(entries)) : expected,
    ),
  );
}

function describeUnknownField(name: string, known: readonly string[]): string {
  const best = findNearestName(name, known);
  return best === undefined ? 'unknown field' : `unknown field, did you mean ${best}?`;
}
