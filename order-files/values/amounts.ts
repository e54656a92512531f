// Amounts of money in cells and in arithmetic. A currency sign or code, parentheses for a negative amount and thousands
// separators are read where they leave no doubt: 1,234.50 has one reading; 1,234 has two, unless other cells tell the mark.
import { type DecimalMark, readNumber } from './numbers.ts';

const SIGNS = /\p{Sc}|\b[A-Z]{2,3}\b\$?|[\s\u00a0\u202f]/gu;

const BY_COMMA = /^-?\d{1,3}(?:[,'’]\d{3})+$/;
const BY_POINT = /^-?\d{1,3}(?:[.'’]\d{3})+$/;

/** Undefined when the cell is no amount. `thousands`: 1,234 is a thousand and more, the decimal mark is known. */
export function readAmount(cell: string, mark: DecimalMark, thousands = false): number | undefined {
  return readNumber(cell, mark) ?? readDecorated(cell, mark, thousands);
}

function readDecorated(cell: string, mark: DecimalMark, thousands: boolean): number | undefined {
  // 12,- is how German price tags write 12.00.
  let bare = cell.replaceAll(SIGNS, '').replace(/[.,](?:--?|–)$/, '');
  let negative = false;
  if (/^\(.*\)$/.test(bare) || /^[^-]+-$/.test(bare)) {
    negative = true;
    bare = bare.replaceAll(/[()-]/g, '');
  }
  const grouped = mark === 'comma' ? /^-?\d{1,3}(?:[.'’]\d{3})+,\d+$/ : /^-?\d{1,3}(?:[,'’]\d{3})+\.\d+$/;
  const isGrouped = grouped.test(bare) || (thousands && (mark === 'comma' ? BY_POINT : BY_COMMA).test(bare));
  if (isGrouped) bare = bare.replaceAll(mark === 'comma' ? /[.'’]/g : /[,'’]/g, '');
  const amount = readNumber(bare, mark);
  return amount === undefined || !negative ? amount : 0 - amount;
}
