// What reports say of fees and services among their products: which, why, and what to do.
import { listed } from '../core/insights/wording.ts';

/** Named in full up to so many. */
const NAMED = 12;

/** `fees`: names of products. `leavesOut`: whether reports of this type can leave them out of baskets. */
export function feeNotes(fees: readonly string[], leavesOut: boolean): string[] {
  const [first] = fees;
  if (first === undefined) return [];
  const more = fees.length > NAMED ? [`${fees.length - NAMED} more`] : [];
  const names = listed([...fees.slice(0, NAMED), ...more]);
  const filter = JSON.stringify({ field: 'product_name', operator: 'not_equals', value: first });
  const one = fees.length === 1;
  const them = one ? 'it' : 'them';
  const reason = one ? 'by its name' : 'by their names';
  const sales = one ? 'and by how it sells' : 'and by how they sell';
  return [
    `${names} ${one ? 'looks like a fee or service' : 'look like fees or services'} ${reason}${leavesOut ? ` ${sales}` : ''}, not like goods: ` +
      `insights leave ${them} out, figures include ${them}. ` +
      (leavesOut
        ? `Request leave_out, and list ${them} in the dataset's not_goods, to leave ${them} out of baskets and rules as well. `
        : '') +
      `To leave one out of everything, add the condition ${filter}.`,
  ];
}
