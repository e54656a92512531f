// Amounts of whole lines as rows of the contract, one per product.
import { oneLinePerProduct } from '../core/ingest/line-key.ts';
import type { SubmittedLine } from '../core/ingest/submitted-order.ts';
import type { Currency } from '../core/money/currency.ts';
import { spreadExactly, unitPriceOf } from '../core/money/unit-price.ts';
import type { ValuedLine } from './mapped-event.ts';

export function rowsOf(lines: readonly ValuedLine[]): SubmittedLine[] {
  return oneLinePerProduct(
    lines.map(({ name, sku, quantity, amount }) => ({
      product_name: name,
      product_sku: sku,
      unit_price: unitPriceOf(amount, quantity),
      quantity,
    })),
  );
}

/** Returns of these lines that are worth `total` together, in proportion to their amounts. `total`: above 0. */
export function returnsOf(lines: readonly ValuedLine[], total: number, currency: Currency): ValuedLine[] {
  const sum = totalOf(lines);
  const shares = lines.map(({ amount }) => (sum > 0 ? amount / sum : 1 / lines.length));
  const quantities = lines.map(({ quantity }) => -quantity);
  const amounts = spreadExactly(
    shares.map((share) => -total * share),
    quantities,
    -total,
    currency,
  );
  return lines.map((line, at) => ({
    ...line,
    quantity: quantities[at] ?? -line.quantity,
    amount: amounts[at] ?? 0,
  }));
}

export function totalOf(lines: readonly ValuedLine[]): number {
  return lines.reduce((sum, { amount }) => sum + amount, 0);
}
