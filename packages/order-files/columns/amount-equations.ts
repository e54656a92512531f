// Equations between the amounts of a row, such as a total = price × quantity × (1 − discount).

/** Rows in which an equation holds, of those that have all of its values. */
export interface Agreement {
  /** With the columns' names, such as `"Sales" = "Price" × "Quantity"`. */
  readonly equation: string;
  readonly rows: number;
  readonly of: number;
}

/** The share of rows in which an equation has to hold. */
export const NEARLY_ALL = 0.99;
/** Half a cent, and a little for binary fractions. */
export const HALF_CENT = 0.0051;

/**
 * An equation of amounts: the target is the price × the quantity, less a discount, with tax or shipping added. Members are
 * positions of columns; -1 for an absent one.
 */
export interface Equation {
  readonly text: string;
  readonly target: number;
  readonly price: number;
  readonly quantity: number;
  readonly discount: number;
  readonly extra: number;
  readonly form: EquationForm;
}

export const EQUATION_FORMS = {
  product: { text: (p: string, q: string) => `${p} × ${q}`, value: (p: number, q: number) => p * q },
  discounted: {
    text: (p: string, q: string, d: string) => `${p} × ${q} − ${d}`,
    value: (p: number, q: number, d: number) => p * q - Math.abs(d),
  },
  discountedPiece: {
    text: (p: string, q: string, d: string) => `(${p} − ${d}) × ${q}`,
    value: (p: number, q: number, d: number) => (p - Math.abs(d)) * q,
  },
  rated: {
    text: (p: string, q: string, d: string) => `${p} × ${q} × (1 − ${d})`,
    value: (p: number, q: number, d: number) => p * q * (1 - d),
  },
  percented: {
    text: (p: string, q: string, d: string) => `${p} × ${q} × (1 − ${d} %)`,
    value: (p: number, q: number, d: number) => p * q * (1 - d / 100),
  },
} as const;
export type EquationForm = keyof typeof EQUATION_FORMS;

/** Computes the value of the equation's right side. */
export function computeEquation(
  form: EquationForm,
  price: number,
  quantity: number,
  discount: number,
  extra: number,
): number {
  return EQUATION_FORMS[form].value(price, quantity, discount) + extra;
}

/** True if both are equal after rounding to cents, of each piece or of the line. */
export function isEqualAmount(target: number, value: number, quantity: number): boolean {
  const rounding = HALF_CENT * (1 + Math.abs(quantity));
  return Math.abs(target - value) <= Math.max(rounding, 1e-9 * Math.abs(target));
}
