// Reads numbers of cells. No currency sign and no thousands separator: 1.234 and 1,234 mean different numbers in
// different countries, so a cell that could be either is refused instead of guessed.

export const DECIMAL_MARKS = ['point', 'comma'] as const;
export type DecimalMark = (typeof DECIMAL_MARKS)[number];

const [ZERO, NINE, MINUS, POINT, COMMA] = [0x30, 0x39, 0x2d, 0x2e, 0x2c];
/** Integers of so many digits are exact, and so is one division by a power of ten: the result equals Number's. */
const EXACT_DIGITS = 15;
const POWERS_OF_TEN = Array.from({ length: EXACT_DIGITS + 1 }, (_, power) => 10 ** power);
const DECIMAL_NUMBER = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i;

/** Returns undefined if the cell is not a number. */
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
    else return parseUnusualNumber(cell, mark);
  }
  if (digitCount === 0 || digitCount > EXACT_DIGITS) return parseUnusualNumber(cell, mark);
  const size = decimals > 0 ? whole / (POWERS_OF_TEN[decimals] ?? 1) : whole;
  return negative && size !== 0 ? -size : size;
}

/** Parses a plus sign, an exponent, many digits. */
function parseUnusualNumber(cell: string, mark: DecimalMark): number | undefined {
  if (mark === 'comma' && cell.includes('.')) return undefined;
  const pointed = mark === 'comma' ? cell.replace(',', '.') : cell;
  // Adding 0 turns -0, which JSON would lose, into 0.
  return DECIMAL_NUMBER.test(pointed) ? Number(pointed) + 0 : undefined;
}

// Reads amounts of money in cells. A currency sign or code, parentheses for a negative amount and thousands separators
// are read if they are unambiguous: 1,234.50 has one reading; 1,234 has two, unless other cells show the mark.

const SIGNS = /\p{Sc}|\bRs\.? ?|\b[A-Z]{2,3}\b\$?|[\s\u00a0\u202f]/gu;

const BY_COMMA = /^-?\d{1,3}(?:[,'’]\d{3})+$/;
/** As in India: 1,29,999.00. */
const BY_LAKH = /^-?\d{1,2}(?:,\d{2})+,\d{3}(?:\.\d+)?$/;
const BY_POINT = /^-?\d{1,3}(?:[.'’]\d{3})+$/;

/**
 * Returns undefined if the cell is not an amount. `thousands`: the decimal mark is known, so 1,234 is more than a
 * thousand.
 */
export function readAmount(cell: string, mark: DecimalMark, thousands = false): number | undefined {
  return readNumber(cell, mark) ?? readDecorated(cell, mark, thousands);
}

function readDecorated(cell: string, mark: DecimalMark, thousands: boolean): number | undefined {
  // German price tags write 12.00 as 12,-.
  let bare = cell.replaceAll(SIGNS, '').replace(/[.,](?:--?|–)$/, '');
  let negative = false;
  if (/^\(.*\)$/.test(bare) || /^[^-]+-$/.test(bare)) {
    negative = true;
    bare = bare.replaceAll(/[()-]/g, '');
  }
  const grouped = mark === 'comma' ? /^-?\d{1,3}(?:[.'’]\d{3})+,\d+$/ : /^-?\d{1,3}(?:[,'’]\d{3})+\.\d+$/;
  const isGrouped = grouped.test(bare) || (thousands && (mark === 'comma' ? BY_POINT : BY_COMMA).test(bare));
  const isIndian = mark === 'point' && BY_LAKH.test(bare);
  if (isGrouped || isIndian) bare = bare.replaceAll(mark === 'comma' ? /[.'’]/g : /[,'’]/g, '');
  const amount = readNumber(bare, mark);
  return amount === undefined || !negative ? amount : 0 - amount;
}

// Scales quantities that are weights or lengths: multiplied by a power of ten, they are whole, and the price is divided
// by it. Exact: both move the decimal point.

export const QUANTITY_SCALES = [1, 10, 100, 1_000] as const;
export type QuantityScale = (typeof QUANTITY_SCALES)[number];

/** Multiplies a decimal number by a power of ten without a product's error: 1.005 × 1000 is 1005. */
export function scaleQuantity(quantity: number, scale: number): number {
  if (scale === 1) return quantity;
  const product = quantity * scale;
  const whole = Math.round(product);
  return Math.abs(product - whole) < 1e-6 ? whole : product;
}
