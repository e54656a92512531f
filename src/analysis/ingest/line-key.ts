// Builds the upsert key of a line within its order: its product name, or its SKU if it has no name.

import type { SubmittedLine } from '../../contract/resources/orders/submitted-order.ts';
import { multiplyPrice } from '../money/decimal.ts';
import { computeUnitPrice } from '../money/unit-price.ts';
import { hash32 } from './hash.ts';

/** The prefix keeps a name and a SKU of the same spelling apart. */
export function toLineIdentity(name: string | undefined, sku: string | undefined): string {
  return name === undefined ? `s:${sku ?? ''}` : `n:${name}`;
}

/** Returns 32 bits, the highest first, that determine the part of a wide order that holds the line. */
export function hashLineKey(key: string): number {
  return hash32(key);
}

// Merges the lines of one product in an order into one, as the service stores it. If an export or a shop has a product
// twice in an order, both lines count: quantities are summed, at the mean price.

export function mergeLinesByProduct(lines: readonly SubmittedLine[]): SubmittedLine[] {
  const byProduct = new Map<string, SubmittedLine>();
  for (const line of lines) {
    const key = toLineIdentity(line.product_name, line.product_sku);
    const known = byProduct.get(key);
    byProduct.set(key, known === undefined ? line : combineLines(known, line));
  }
  return [...byProduct.values()];
}

/** The merged line has the value of both: a product bought and returned in one order keeps the net amount paid. */
export function combineLines(first: SubmittedLine, second: SubmittedLine): SubmittedLine {
  const getQuantity = ({ quantity = 1 }: SubmittedLine): number => quantity;
  const computeAmount = (line: SubmittedLine): number =>
    multiplyPrice(line.unit_price ?? 0, getQuantity(line));
  const amount = computeAmount(first) + computeAmount(second);
  const sum = getQuantity(first) + getQuantity(second);
  const quantity = sum === 0 && Math.abs(amount) >= 1e-8 ? Math.sign(amount) : sum;
  const isUnpriced = first.unit_price === undefined && second.unit_price === undefined;
  const fields = { ...second.custom_fields, ...first.custom_fields };
  return {
    product_name: first.product_name,
    product_sku: first.product_sku ?? second.product_sku,
    unit_price: isUnpriced
      ? undefined
      : quantity === 0
        ? first.unit_price
        : computeUnitPrice(amount, quantity),
    quantity,
    custom_fields: Object.keys(fields).length === 0 ? undefined : fields,
  };
}
