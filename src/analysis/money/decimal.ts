// Converts prices to whole numbers of a unit of money, 10^-scale of the currency, and back to amounts: sums are of
// integers, hence exact whatever the order of the terms.

/**
 * Most decimals of a price, in the shortest decimal of a double, as JSON and JavaScript write it. More decimals are not
 * a price but the noise of a division, as in 3.3333333333333335: such a price counts to the nearest 10^-8.
 */
export const MAX_SCALE = 8;

/** Units of money: a number if it is a safe integer. */
export type MoneyUnits = number | bigint;

const POWERS = Array.from({ length: MAX_SCALE + 2 }, (_, exponent) => 10 ** exponent);
/**
 * Below this, decimals have 15 digits, no two of which share a double, and a product's error is less than half a unit.
 */
const SURE = 1e15;

/** Decimals that the price carries, 0 to MAX_SCALE: 2 for 60.57. */
export function countDecimals(price: number): number {
  for (let scale = 0; scale < MAX_SCALE; scale++) {
    const power = getPower(scale);
    const units = Math.round(price * power);
    if (Math.abs(units) > SURE) return MAX_SCALE;
    // The quotient of two integers is the double nearest to that decimal: equality proves that it is the intended
    // decimal.
    if (units / power === price) return scale;
  }
  return MAX_SCALE;
}

/** The fewest decimals in which all prices are whole. 0 without prices. */
export function findCommonScale(prices: Iterable<number>): number {
  let scale = 0;
  for (const price of prices) {
    if (scale === MAX_SCALE) break;
    scale = Math.max(scale, countDecimals(price));
  }
  return scale;
}

/** The price in units of 10^-scale, rounded to the nearest if it has more decimals. */
export function toUnits(price: number, scale: number): MoneyUnits {
  const size = Math.abs(price);
  const scaled = size * getPower(scale);
  const units = Math.round(scaled);
  if (units > SURE) {
    const exact = toExactUnits(size, scale);
    return price < 0 ? -exact : exact;
  }
  // Near a half, the double may be on the other side of it than the decimal that it represents.
  const isTie = Math.abs(scaled - Math.floor(scaled) - 0.5) <= scaled * 2 ** -50;
  const nearest = isTie ? Number(toExactUnits(size, scale)) : units;
  return price < 0 ? -nearest : nearest;
}

/** The shortest decimal of the double in units of 10^-scale; a half is rounded up. */
function toExactUnits(size: number, scale: number): bigint {
  const [mantissa = '', exponent = '0'] = String(size).split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const digits = BigInt(whole + fraction);
  const shift = scale + Number(exponent) - fraction.length;
  if (shift >= 0) return digits * 10n ** BigInt(shift);
  const unit = 10n ** BigInt(-shift);
  return (2n * digits + unit) / (2n * unit);
}

/** The double nearest to the amount: it prints with at most `scale` decimals. */
export function toAmount(units: MoneyUnits, scale: number): number {
  return typeof units === 'bigint' ? Number(`${units}e-${scale}`) : units / getPower(scale);
}

/** unit_price × quantity as an exact decimal: 0.3 for 3 × 0.1. */
export function multiplyPrice(price: number, quantity: number): number {
  const scale = countDecimals(price);
  return toAmount(multiplyToUnits(price, quantity, scale), scale);
}

/** The product in units of 10^-scale, exact. */
export function multiplyToUnits(price: number, quantity: number, scale: number): MoneyUnits {
  const units = toUnits(price, scale);
  const product = Number(units) * quantity;
  if (!Number.isSafeInteger(product)) return BigInt(units) * BigInt(quantity);
  return scale > MAX_PRICED_SCALE ? restoreTotal(product, Number(units), quantity, scale) : product;
}

/** Decimals that a price tag may have. A price with more is a total over a quantity, rounded to MAX_SCALE. */
export const MAX_PRICED_SCALE = 6;
/** Decimals of totals: those of most currencies, and the most of any. */
const DECIMALS_OF_TOTALS = [2, 4];

/**
 * The total behind such a price, if the rounding of the price explains the difference: 36.38 for 3 × 12.12666667.
 * `product`, `price`: in units of 10^-scale, safe integers.
 */
export function restoreTotal(product: number, price: number, quantity: number, scale: number): number {
  if (scale <= MAX_PRICED_SCALE || price % getPower(scale - MAX_PRICED_SCALE) === 0) return product;
  const size = Math.abs(product);
  const rounding = Math.abs(quantity) / (2 * getPower(MAX_SCALE - scale));
  for (const decimals of DECIMALS_OF_TOTALS) {
    const unit = getPower(scale - decimals);
    const total = Math.round(size / unit) * unit;
    if (Math.abs(size - total) <= rounding) return product < 0 ? -total : total;
  }
  return product;
}

/** The double nearest to units / count. */
export function computeMeanAmount(units: MoneyUnits, count: number, scale: number): number {
  // Up to 2^26 items times 10^8 are a safe integer: one division, one rounding.
  return typeof units === 'bigint' ? toAmount(units, scale) / count : units / (count * getPower(scale));
}

/** Rounds to the nearest number of this many decimals; unchanged if a double does not hold as many. */
export function roundTo(amount: number, decimals: number): number {
  const power = POWERS[decimals] ?? 10 ** decimals;
  const rounded = Math.round(Math.abs(amount) * power);
  if (rounded > SURE) return amount;
  // Plus 0: some places would print −0.
  return (Math.sign(amount) * rounded) / power + 0;
}

function getPower(scale: number): number {
  return POWERS[scale] ?? Number.NaN;
}
