// Profiles each product: how many others its orders hold, and what the same customers ordered before and after. Counted
// product by product from an inverted index, with a counter per item and none per pair.
import { type BasketsByProduct, indexBasketsByProduct } from '../recommendations/basket-work.ts';
import {
  countAllOrderSizes,
  countNextOrders,
  countOrderSizes,
  type OrderSequences,
  type OrderSizes,
} from './order-sequences.ts';
import { findLargestOrder, surveyOrders } from './profile-survey.ts';
import { type Beside, NeighbourTally, pickStrongestBeside, type SideTotals } from './strongest-beside.ts';

export interface ProductProfile {
  /** Index of the item. */
  readonly item: number;
  readonly sizes: OrderSizes;
  readonly after: Beside;
  readonly before: Beside;
}

export interface ProductProfiles {
  readonly items: readonly string[];
  /** Sizes of all orders. */
  readonly sizes: OrderSizes;
  readonly totals: SideTotals;
  /** Next orders were skipped if one of the two has more items than this; infinite if none was. */
  readonly largestOrder: number;
  /** Items that are in an order. */
  sold(): number[];
  /** The profile of an item that is in an order. */
  of(item: number): ProductProfile;
}

/** Most pairs of items in consecutive orders that are counted, some hundred million a second. */
export const MAX_PROFILE_WORK = 2_000_000_000;

export function createProductProfiles(
  sequences: OrderSequences,
  maxWork = MAX_PROFILE_WORK,
): ProductProfiles {
  const { items } = sequences;
  const byItem = indexBasketsByProduct({ start: sequences.start, product: sequences.item }, items.length);
  const next = countNextOrders(sequences, findLargestOrder(surveyOrders(sequences), maxWork));
  const tally = new NeighbourTally(items.length);
  const { totals, largestOrder } = next;
  const findStrongest = (of: number, side: 'after' | 'before'): Beside => {
    countBeside(tally, of, side, sequences, byItem, next.isFollowed);
    const found = pickStrongestBeside(tally, of, items, totals, side);
    tally.clear();
    return found;
  };
  return {
    items,
    totals,
    largestOrder,
    sizes: countAllOrderSizes(sequences.start),
    sold: () => listSoldItems(byItem.frequency),
    of: (item) => ({
      item,
      sizes: countOrderSizes(item, sequences.start, byItem),
      after: findStrongest(item, 'after'),
      before: findStrongest(item, 'before'),
    }),
  };
}

/** Counts the items of the orders after, or before, all orders that hold `of`, including the item itself. */
export function countBeside(
  tally: NeighbourTally,
  of: number,
  side: 'after' | 'before',
  { start, item, customer }: OrderSequences,
  { basketStart, basketsOf }: BasketsByProduct,
  isFollowed: Uint8Array,
): void {
  const step = side === 'after' ? 1 : -1;
  for (let at = basketStart[of]; at < basketStart[of + 1]; at++) {
    const order = basketsOf[at];
    const other = order + step;
    if (isFollowed[Math.min(order, other)] !== 1) continue;
    tally.open(customer[order]);
    for (let entry = start[other]; entry < start[other + 1]; entry++) tally.add(item[entry], customer[order]);
  }
}

function listSoldItems(orders: Uint32Array): number[] {
  return Array.from(orders.keys()).filter((item) => orders[item] > 0);
}
