// Which orders are followed by another one of the same customer, and how often each item is in the first and in the second
// of two such orders.
import type { OrderSequences } from './order-sequences.ts';
import type { SideTotals } from './strongest-beside.ts';

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
  return { isFollowed, totals: { pairs, first, second }, largestOrder };
}

function hasNext(customer: Int32Array, order: number): boolean {
  return customer[order] >= 0 && customer[order] === customer[order + 1];
}

/** By the size of the larger of two consecutive orders: pairs of an item of the one and an item of the other. */
export function workBySize({ start, customer }: Pick<OrderSequences, 'start' | 'customer'>): Float64Array {
  const work: number[] = [];
  for (let order = 0; order + 1 < customer.length; order++) {
    if (!hasNext(customer, order)) continue;
    const [one, other] = [start[order + 1] - start[order], start[order + 2] - start[order + 1]];
    const size = Math.max(one, other);
    while (work.length <= size) work.push(0);
    work[size] += one * other;
  }
  return Float64Array.from(work);
}

/** Items of the largest orders that can be looked at; infinite where all can. */
export function largestAffordable(work: Float64Array, maxWork: number): number {
  let sum = 0;
  for (const [size, pairs] of work.entries()) {
    sum += pairs;
    if (sum > maxWork) return size - 1;
  }
  return Number.POSITIVE_INFINITY;
}

export function largestOrderLooked(sequences: OrderSequences, maxWork: number): number {
  return largestAffordable(workBySize(sequences), maxWork);
}
