// Quantities that are weights or lengths: multiplied by a power of ten, they are whole, and a price divided by it is that of
// the smaller unit. Exact: both by moving the decimal point.

export const QUANTITY_SCALES = [1, 10, 100, 1_000] as const;
export type QuantityScale = (typeof QUANTITY_SCALES)[number];

/** A decimal number times a power of ten, without the error of a product: 1.005 × 1000 is 1005. */
export function scaledQuantity(quantity: number, scale: number): number {
  if (scale === 1) return quantity;
  const product = quantity * scale;
  const whole = Math.round(product);
  return Math.abs(product - whole) < 1e-6 ? whole : product;
}
