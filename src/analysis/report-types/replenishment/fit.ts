// A replenishment report within the size of a response: the products that nobody is due to buy are last, and go first.

import type { ReplenishmentBody } from '../../../contract/report-types/replenishment/schema.ts';
import { say } from '../../../contract/sentences/sentence.ts';
import { travellingBytes } from '../travelling-bytes.ts';
import { withWarning } from '../worded.ts';

/** Room for the envelope and the warning: a name of 200 control characters takes 1,400 bytes. */
const RESERVED_BYTES = 3_000;

export function fitReplenishment(body: ReplenishmentBody, maxBytes: number): ReplenishmentBody {
  const { products } = body;
  let bytes = travellingBytes({ ...body, products: [] }) + RESERVED_BYTES;
  let kept = 0;
  for (const product of products) {
    bytes += travellingBytes(product) + 1;
    if (bytes > maxBytes) break;
    kept++;
  }
  if (kept === products.length) return body;
  return withWarning(
    { ...body, products: products.slice(0, kept) },
    say('products_not_listed', { products: products.length - kept }),
  );
}
