// What reports say of fees and services among their products: which, why, and what to do.

import { type Sentence, say } from '../../contract/sentences/sentence.ts';
import { feeWord } from '../orders/fee-names.ts';

/** Named in full up to so many. */
const NAMED = 12;

/** `fees`: names of products. `leavesOut`: whether reports of this type can leave them out of baskets. */
export function feeNotes(fees: readonly string[], leavesOut: boolean): Sentence[] {
  if (fees.length === 0) return [];
  const { names, more } = shortened(fees, NAMED);
  return [say('fees_found', { fees: names.map(feeOf), more, leaves_out: leavesOut })];
}

/** The first names, and how many more there are. */
export function shortened(names: readonly string[], most: number) {
  return { names: names.slice(0, most), more: Math.max(0, names.length - most) };
}

/** With its own reason: the word of its name, and where that stands. */
function feeOf(name: string) {
  const found = feeWord(name);
  return { name, word: found?.word.toLowerCase() ?? null, at: found?.part ?? null };
}
