// Numbers as cells hold them. No currency sign and no thousands separator: 1.234 and 1,234 mean different numbers in
// different countries, so a cell that could be either is refused instead of guessed.

export const DECIMAL_MARKS = ['point', 'comma'] as const;
export type DecimalMark = (typeof DECIMAL_MARKS)[number];

const [ZERO, NINE, MINUS, POINT, COMMA] = [0x30, 0x39, 0x2d, 0x2e, 0x2c];
/** Whole numbers of so many digits are exact, and so is one division by a power of ten: the result is Number's own. */
const EXACT_DIGITS = 15;
const POWERS_OF_TEN = Array.from({ length: EXACT_DIGITS + 1 }, (_, power) => 10 ** power);
const DECIMAL_NUMBER = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i;

/** Undefined when the cell is no number. */
export function readNumber(cell: string, mark: DecimalMark): number | undefined {
  const { length } = cell;
  const negative = cell.charCodeAt(0) === MINUS;
  const markCode = mark === 'comma' ? COMMA : POINT;
  let whole = 0;
  let digitCount = 0;
  let decimals = -1;
  for (let at = negative ? 1 : 0; at < length; at++) {
    const code = cell.charCodeAt(at);
    if (code >= ZERO && code <= NINE) {
      whole = whole * 10 + (code - ZERO);
      digitCount++;
      if (decimals >= 0) decimals++;
    } else if (code === markCode && decimals < 0) decimals = 0;
    else return unusualNumber(cell, mark);
  }
  if (digitCount === 0 || digitCount > EXACT_DIGITS) return unusualNumber(cell, mark);
  const size = decimals > 0 ? whole / (POWERS_OF_TEN[decimals] ?? 1) : whole;
  return negative && size !== 0 ? -size : size;
}

/** A plus sign, an exponent, many digits. */
function unusualNumber(cell: string, mark: DecimalMark): number | undefined {
  if (mark === 'comma' && cell.includes('.')) return undefined;
  const pointed = mark === 'comma' ? cell.replace(',', '.') : cell;
  // Adding 0 turns -0, which JSON would lose, into 0.
  return DECIMAL_NUMBER.test(pointed) ? Number(pointed) + 0 : undefined;
}
