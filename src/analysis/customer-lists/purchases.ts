// Stores the purchases of each customer of a list, as hashes of the products' labels: six bytes a product, ascending,
// so that partitions give the same bytes as one function without a shared numbering. Among 100,000 products, two share
// a hash with a probability of 2 in 10^5; they are then treated as one. Hashes are stored: the function may never
// change.
import type { OrderColumns } from '../orders/columns.ts';
import { sortRun } from '../orders/sort-run.ts';
import { hashInto, type PackedTexts } from './customer-ids.ts';

const BYTES = 6;
const LOW_BITS = 0xffff;

/** Orders of customer i: orders[orderStart[i] .. orderStart[i + 1]). */
interface OrdersOfCustomers {
  readonly orderStart: Uint32Array;
  readonly orders: Uint32Array;
}

/**
 * Packs the purchases of `customers`, given as indexes of the customers with orders: products with a row of positive
 * quantity in the report's selection.
 */
export function packPurchases(
  { lines, lineStart, products }: OrderColumns,
  { orderStart, orders }: OrdersOfCustomers,
  customers: ArrayLike<number>,
): PackedTexts {
  const { rankOf, sorted, lanes } = rankByHash(products);
  const lastCustomer = new Int32Array(products.length).fill(-1);
  const end = new Uint32Array(customers.length);
  let ranks = new Uint32Array(4 * customers.length);
  let count = 0;
  for (let at = 0; at < customers.length; at++) {
    const customer = customers[at];
    const from = count;
    for (let i = orderStart[customer]; i < orderStart[customer + 1]; i++) {
      const order = orders[i];
      for (let line = lineStart[order]; line < lineStart[order + 1]; line++) {
        if (!lines.isKept(line) || lines.getQuantity(line) <= 0) continue;
        const product = lines.getProduct(line);
        if (lastCustomer[product] === at) continue;
        lastCustomer[product] = at;
        if (count === ranks.length) ranks = enlargeRanks(ranks);
        ranks[count++] = rankOf[product];
      }
    }
    sortRun(ranks, from, count);
    end[at] = count * BYTES;
  }
  const bytes = new Uint8Array(count * BYTES);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < count; at++) {
    const product = sorted[ranks[at]];
    view.setUint32(BYTES * at, lanes[2 * product]);
    view.setUint16(BYTES * at + 4, lanes[2 * product + 1] & LOW_BITS);
  }
  return { end, bytes };
}

/** Creates a test of whether bytes[from .. to) hold one of the products. */
export function createPurchaseTest(
  { buffer, byteOffset, byteLength }: ArrayBufferView,
  products: ReadonlySet<string>,
): (from: number, to: number) => boolean {
  const wanted = new Set(Array.from(products, (product) => joinHashBits(...hashProduct(product))));
  const view = new DataView(buffer, byteOffset, byteLength);
  return (from, to) => {
    for (let at = from; at < to; at += BYTES)
      if (wanted.has(joinHashBits(view.getUint32(at), view.getUint16(at + 4)))) return true;
    return false;
  };
}

/** 48 bits as one exact number. */
function joinHashBits(high: number, low: number): number {
  return high * (LOW_BITS + 1) + (low & LOW_BITS);
}

function hashProduct(product: string): [high: number, low: number] {
  const lanes = new Uint32Array(2);
  hashInto(product, lanes, 0);
  return [lanes[0], lanes[1]];
}

function rankByHash(products: readonly string[]) {
  const lanes = new Uint32Array(2 * products.length);
  for (let at = 0; at < products.length; at++) hashInto(products[at], lanes, 2 * at);
  const getHashKey = (at: number): number => joinHashBits(lanes[2 * at], lanes[2 * at + 1]);
  const sorted = Uint32Array.from(products.keys()).sort((a, b) => getHashKey(a) - getHashKey(b));
  const rankOf = new Uint32Array(products.length);
  for (let rank = 0; rank < sorted.length; rank++) rankOf[sorted[rank]] = rank;
  return { rankOf, sorted, lanes };
}

function enlargeRanks(ranks: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(Math.max(64, 2 * ranks.length));
  larger.set(ranks);
  return larger;
}
