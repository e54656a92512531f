// Draws customers of a dataset in partitions by a hash of their ids, so that one function can test recommendations for
// customers on all of their orders. The cut into partitions does not matter.
import type { BasketColumns } from '../baskets/basket-columns.ts';
import { hash32 } from '../ingest/hash.ts';
import type { TimedBaskets } from './tested-scores.ts';

/** Most line items of the drawn customers together, on average: the test takes about 3 s of one core and 320 MB. */
const SAMPLED_LINES = 4_000_000;
/** A customer with more than this share of them is a till or a reseller, whose size would break the bound. */
const MOST_OF_ONE = 0.01;

/** The baskets of the drawn customers. */
export interface CustomerSample {
  /** Products per basket. */
  readonly sizes: ArrayLike<number>;
  readonly product: ArrayLike<number>;
  readonly moments: Float64Array;
  /** Indexes of the drawn customers. */
  readonly customers: ArrayLike<number>;
}

type CustomerBaskets = Pick<BasketColumns, 'start' | 'product' | 'moments' | 'customers'>;

/**
 * `ids`: of the customers. `lines`: number of line items of the whole dataset. Undefined where a basket is a customer.
 */
export function sampleCustomers(
  { start, product, moments, customers }: CustomerBaskets,
  ids: readonly string[],
  lines: number,
  most: number = SAMPLED_LINES,
): CustomerSample | undefined {
  if (moments === undefined || customers === undefined) return undefined;
  const entries = new Float64Array(ids.length);
  for (const [basket, customer] of customers.entries())
    if (customer >= 0) entries[customer] += start[basket + 1] - start[basket];
  const isDrawn = (customer: number): boolean =>
    customer >= 0 &&
    hash32(ids[customer]) * lines < most * 2 ** 32 &&
    entries[customer] <= Math.max(1, MOST_OF_ONE * most);
  const baskets = Uint32Array.from(customers.keys()).filter((basket) => isDrawn(customers[basket]));
  const sizes = baskets.map((basket) => start[basket + 1] - start[basket]);
  const drawn = new Uint32Array(sizes.reduce((sum, size) => sum + size, 0));
  let at = 0;
  for (const basket of baskets) {
    drawn.set(product.subarray(start[basket], start[basket + 1]), at);
    at += start[basket + 1] - start[basket];
  }
  return {
    sizes,
    product: drawn,
    moments: Float64Array.from(baskets, (basket) => moments[basket]),
    customers: Uint32Array.from(baskets, (basket) => customers[basket]),
  };
}

/** `indexOf`: per sample, the index among `products` of each of its products. */
export function joinSamples(
  samples: readonly CustomerSample[],
  indexOf: readonly Uint32Array[],
  products: readonly string[],
): TimedBaskets {
  const basketCount = samples.reduce((sum, { sizes }) => sum + sizes.length, 0);
  const start = new Uint32Array(basketCount + 1);
  const product = new Uint32Array(samples.reduce((sum, sample) => sum + sample.product.length, 0));
  const moments = new Float64Array(basketCount);
  const customers = new Int32Array(basketCount);
  let basket = 0;
  let known = 0;
  for (const [part, sample] of samples.entries()) {
    moments.set(sample.moments, basket);
    const ofOthers = known;
    for (let at = 0; at < sample.sizes.length; at++, basket++) {
      customers[basket] = ofOthers + sample.customers[at];
      known = Math.max(known, customers[basket] + 1);
      const [from, to] = [start[basket], start[basket] + sample.sizes[at]];
      for (let entry = from; entry < to; entry++)
        product[entry] = indexOf[part][sample.product[entry - start[basket - at]]];
      product.subarray(from, to).sort();
      start[basket + 1] = to;
    }
  }
  return { basketCount, start, product, products, moments, customers };
}
