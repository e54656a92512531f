// Which orders are followed by another one of the same customer, and how often each item is in the first and in the second
// of two such orders.
import type { OrderSequences } from './order-sequences.ts';
import { type SideTotals, sideTotals } from './strongest-beside.ts';

export interface NextOrders {
  /** Per order: 1 when the one after it is the customer's next, and both are looked at. */
  readonly isFollowed: Uint8Array;
  readonly totals: SideTotals;
  readonly largestOrder: number;
}

/** `largestOrder`: items; larger orders are not looked at, and neither is what comes before and after them. */
export function nextOrders(
  { start, item, customer, items }: OrderSequences,
  largestOrder: number,
): NextOrders {
  const orders = customer.length;
  const isFollowed = new Uint8Array(orders);
  const first = new Uint32Array(items.length);
  const second = new Uint32Array(items.length);
  let pairs = 0;
  for (let order = 0; order + 1 < orders; order++) {
    if (!hasNext(customer, order)) continue;
    const middle = start[order + 1];
    const end = start[order + 2];
    if (middle - start[order] > largestOrder || end - middle > largestOrder) continue;
    isFollowed[order] = 1;
    pairs++;
    for (let entry = start[order]; entry < middle; entry++) first[item[entry]]++;
    for (let entry = middle; entry < end; entry++) second[item[entry]]++;
  }
  return { isFollowed, totals: sideTotals({ pairs, first, second }), largestOrder };
}

/** Whether the order after it is the next one of its customer. */
export function hasNext(customer: Int32Array, order: number): boolean {
  return customer[order] >= 0 && customer[order] === customer[order + 1];
}
