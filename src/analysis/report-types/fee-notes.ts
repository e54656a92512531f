// Describes the fees and services among a report's products: their names, the reason, and the setting that leaves them
// out.

import { type Sentence, say } from '../../contract/sentences/sentence.ts';
import { findFeeWord } from '../orders/fee-names.ts';

/** Most names listed in full. */
const NAMED = 12;

/** `fees`: names of products. `leavesOut`: whether reports of this type can leave them out of baskets. */
export function describeFees(fees: readonly string[], leavesOut: boolean): Sentence[] {
  if (fees.length === 0) return [];
  const { names, more } = shortenNames(fees, NAMED);
  return [say('fees_found', { fees: names.map(describeFee), more, leaves_out: leavesOut })];
}

/** The first names, and the number of further ones. */
export function shortenNames(names: readonly string[], most: number) {
  return { names: names.slice(0, most), more: Math.max(0, names.length - most) };
}

/** Describes a fee with the reason: the word of its name, and its position. */
function describeFee(name: string) {
  const found = findFeeWord(name);
  return { name, word: found?.word.toLowerCase() ?? null, at: found?.part ?? null };
}
