// What stands before or after a product more often than chance would have it. Order by order, the same customer, what was
// bought next; the chance is that of any order that follows another one.
import type { Neighbour, NeighbourTally } from './neighbour-tally.ts';

/** Of two consecutive orders of one customer. */
export interface SideTotals {
  /** How many there are. */
  readonly pairs: number;
  /** Per item: those whose first order has it, and those whose second order has it. */
  readonly first: Uint32Array;
  readonly second: Uint32Array;
}

/** One side of a product. */
export interface Beside {
  /** Orders with the product that have a next, or a previous, order. */
  readonly orders: number;
  /** Of these, those where it has the product again. */
  readonly same: Neighbour;
  /** Other items, those of the most customers above chance first. */
  readonly others: readonly Neighbour[];
}

/** Others that are kept of each side. */
export const MOST_BESIDE = 10;
/** What a single customer does, however often, is a habit of theirs and nothing about the product. */
export const LEAST_CUSTOMERS = 2;

/**
 * Sorted by the customers above what chance would give, `customers × (1 - 1 / lift)`: by orders, the habit of one customer
 * among a few would come first. Ties by orders, then by name.
 */
export function strongestBeside(
  tally: NeighbourTally,
  of: number,
  items: readonly string[],
  { pairs, first, second }: SideTotals,
  side: 'after' | 'before',
): Beside {
  const [own, others] = side === 'after' ? [first, second] : [second, first];
  const orders = own[of];
  const found: { readonly item: number; readonly orders: number; readonly above: number }[] = [];
  let least = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < tally.size; at++) {
    const item = tally.met[at];
    if (item === of || tally.customersOf(item) < LEAST_CUSTOMERS) continue;
    const count = tally.ordersOf(item);
    const excess = count * pairs - orders * others[item];
    if (excess <= 0) continue;
    const above = (tally.customersOf(item) * excess) / (count * pairs);
    if (above < least) continue;
    found.push({ item, orders: count, above });
    if (found.length < 4 * MOST_BESIDE) continue;
    sortFound(found, items);
    found.length = MOST_BESIDE;
    least = found[MOST_BESIDE - 1].above;
  }
  const neighbour = (item: number): Neighbour => ({
    item,
    orders: tally.ordersOf(item),
    customers: tally.customersOf(item),
  });
  return {
    orders,
    same: neighbour(of),
    others: sortFound(found, items)
      .slice(0, MOST_BESIDE)
      .map(({ item }) => neighbour(item)),
  };
}

function sortFound<F extends { readonly item: number; readonly orders: number; readonly above: number }>(
  found: F[],
  items: readonly string[],
): F[] {
  return found.sort(
    (a, b) => b.above - a.above || b.orders - a.orders || (items[a.item] < items[b.item] ? -1 : 1),
  );
}
