// What reports say of fees and services among their products: which, why, and what to do.

import { type Sentence, say } from '../../contract/sentences/sentence.ts';
import { findFeeWord } from '../orders/fee-names.ts';

/** Named in full up to so many. */
const NAMED = 12;

/** `fees`: names of products. `leavesOut`: whether reports of this type can leave them out of baskets. */
export function describeFees(fees: readonly string[], leavesOut: boolean): Sentence[] {
  if (fees.length === 0) return [];
  const { names, more } = shortenNames(fees, NAMED);
  return [say('fees_found', { fees: names.map(describeFee), more, leaves_out: leavesOut })];
}

/** The first names, and how many more there are. */
export function shortenNames(names: readonly string[], most: number) {
  return { names: names.slice(0, most), more: Math.max(0, names.length - most) };
}

/** With its own reason: the word of its name, and where that stands. */
function describeFee(name: string) {
  const found = findFeeWord(name);
  return { name, word: found?.word.toLowerCase() ?? null, at: found?.part ?? null };
}
