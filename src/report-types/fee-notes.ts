// What reports say of fees and services among their products.
import { listed } from '../core/insights/wording.ts';

/** Named in full up to so many. */
const NAMED = 12;

/** `fees`: names of products. */
export function feeNotes(fees: readonly string[]): string[] {
  const [first] = fees;
  if (first === undefined) return [];
  const more = fees.length > NAMED ? [`${fees.length - NAMED} more`] : [];
  const names = listed([...fees.slice(0, NAMED), ...more]);
  const filter = JSON.stringify({ field: 'product_name', operator: 'not_equals', value: first });
  return [
    `${names} ${fees.length === 1 ? 'looks like a fee or service' : 'look like fees or services'}, not like goods: ` +
      `insights leave ${fees.length === 1 ? 'it' : 'them'} out, figures include ${fees.length === 1 ? 'it' : 'them'}. To leave one out of everything, add the condition ${filter}.`,
  ];
}
