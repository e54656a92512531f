// One line per product of an order, as the service stores it: a file that has a product twice in an order means both
// lines, so their quantities are summed, at the mean price.
import { lineKey, oneLinePerProduct } from '../../src/core/ingest/line-key.ts';
import type { SubmittedLine, SubmittedOrder } from '../../src/core/ingest/submitted-order.ts';
import type { Ledger } from '../totals/ledger.ts';

/** Up to so many lines are compared each with each, which is faster than a map. */
const FEW_LINES = 12;

export async function* mergeRepeatedProducts(
  orders: AsyncIterable<SubmittedOrder>,
  ledger: Pick<Ledger, 'repeatedProducts'>,
): AsyncGenerator<SubmittedOrder> {
  for await (const order of orders) {
    if (!hasRepeats(order.line_items)) {
      yield order;
      continue;
    }
    const line_items = oneLinePerProduct(order.line_items);
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

function keyOf({ product_name, product_sku }: SubmittedLine): string {
  return lineKey(product_name, product_sku);
}
