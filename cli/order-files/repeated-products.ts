// One line per product of an order, as the service stores it: a file that has a product twice in an order means both
// lines, so their quantities are summed, at the mean price.
import { lineKey } from '../../src/core/ingest/line-key.ts';
import type { SubmittedLine, SubmittedOrder } from '../../src/core/ingest/submitted-order.ts';
import { unitPriceOf } from './amounts.ts';
import type { Ledger } from './ledger.ts';

/** Up to so many lines are compared each with each, which is faster than a map. */
const FEW_LINES = 12;

export async function* oneLinePerProduct(
  orders: AsyncIterable<SubmittedOrder>,
  ledger: Pick<Ledger, 'repeatedProducts'>,
): AsyncGenerator<SubmittedOrder> {
  for await (const order of orders) {
    if (!hasRepeats(order.line_items)) {
      yield order;
      continue;
    }
    const line_items = mergeRepeats(order.line_items);
    ledger.repeatedProducts += order.line_items.length - line_items.length;
    yield { ...order, line_items };
  }
}

function hasRepeats(lines: readonly SubmittedLine[]): boolean {
  if (lines.length > FEW_LINES) return new Set(lines.map(keyOf)).size < lines.length;
  for (let at = 1; at < lines.length; at++) {
    const line = lines[at];
    for (let before = 0; before < at; before++) {
      const other = lines[before];
      if (
        line?.product_name === other?.product_name &&
        (line?.product_name !== undefined || line?.product_sku === other?.product_sku)
      ) {
        return true;
      }
    }
  }
  return false;
}

function mergeRepeats(lines: readonly SubmittedLine[]): SubmittedLine[] {
  const byProduct = new Map<string, SubmittedLine>();
  for (const line of lines) {
    const key = keyOf(line);
    const known = byProduct.get(key);
    byProduct.set(key, known === undefined ? line : merged(known, line));
  }
  return [...byProduct.values()];
}

/** Worth what both are worth: a product bought and returned in one order keeps what was paid in the end. */
export function merged(first: SubmittedLine, second: SubmittedLine): SubmittedLine {
  const quantityOf = ({ quantity = 1 }: SubmittedLine): number => quantity;
  const amount = (first.unit_price ?? 0) * quantityOf(first) + (second.unit_price ?? 0) * quantityOf(second);
  const sum = quantityOf(first) + quantityOf(second);
  const quantity = sum === 0 && Math.abs(amount) >= 1e-8 ? Math.sign(amount) : sum;
  const isUnpriced = first.unit_price === undefined && second.unit_price === undefined;
  const fields = { ...second.custom_fields, ...first.custom_fields };
  return {
    product_name: first.product_name,
    product_sku: first.product_sku ?? second.product_sku,
    unit_price: isUnpriced ? undefined : quantity === 0 ? first.unit_price : unitPriceOf(amount, quantity),
    quantity,
    custom_fields: Object.keys(fields).length === 0 ? undefined : fields,
  };
}

function keyOf({ product_name, product_sku }: SubmittedLine): string {
  return lineKey(product_name, product_sku);
}
