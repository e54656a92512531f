// Finds what comes before or after a product more often than chance explains: order by order of the same customer.
// Chance is the frequency in any order that follows another one.
import { computePoissonTail } from '../chance/intervals.ts';

/** Counts of two consecutive orders of one customer. */
export interface CountedPairs {
  /** Number of pairs. */
  readonly pairs: number;
  /** Per item: pairs whose first order has it, and pairs whose second order has it. */
  readonly first: Uint32Array;
  readonly second: Uint32Array;
}

export interface SideTotals extends CountedPairs {
  /** Sum of their items. */
  readonly firstEntries: number;
  readonly secondEntries: number;
  /**
   * Number of pairs of a product and another one before or after it that could have been listed: all of them are
   * tested.
   */
  readonly tested: number;
}

export function computeSideTotals(counted: CountedPairs): SideTotals {
  const { first, second } = counted;
  const sum = (counts: Uint32Array) => counts.reduce((total, count) => total + count, 0);
  const countFrequent = (counts: Uint32Array) =>
    counts.reduce((total, count) => total + (count >= LEAST_CUSTOMERS ? 1 : 0), 0);
  return {
    ...counted,
    firstEntries: sum(first),
    secondEntries: sum(second),
    tested: 2 * countFrequent(first) * countFrequent(second),
  };
}

/** The items on one side of a product. */
export interface Beside {
  /** Orders with the product that have a next, or a previous, order. */
  readonly orders: number;
  /** Among these, the orders with the product again. */
  readonly same: BesideItem;
  /** Other items, sorted by customers above chance. */
  readonly others: readonly BesideItem[];
}

/** Most other items kept per side. */
const MOST_BESIDE = 10;
/** Fewest customers of a listed item: one customer's habit shows nothing about the product. */
const LEAST_CUSTOMERS = 2;
/** Probability that any item of any profile is listed if customers’ orders are unrelated. */
const SIGNIFICANCE = 0.05;

/**
 * Lists only items of more customers than chance explains: a customer counts once, however many orders they have, and
 * the p-value is multiplied by the number of pairs that could have been listed (Bonferroni). Sorted by the customers
 * above chance, `customers × (1 - 1 / lift)`: by orders, the habit of one customer among a few would come first. Ties
 * by orders, then by name.
 */
export function pickStrongestBeside(
  tally: NeighbourTally,
  of: number,
  items: readonly string[],
  { pairs, first, second, firstEntries, secondEntries, tested }: SideTotals,
  side: 'after' | 'before',
): Beside {
  const [own, others] = side === 'after' ? [first, second] : [second, first];
  const otherEntries = side === 'after' ? secondEntries : firstEntries;
  const orders = own[of];
  const found: { readonly item: number; readonly orders: number; readonly above: number }[] = [];
  let least = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < tally.size; at++) {
    const item = tally.met[at];
    if (item === of || tally.getCustomers(item) < LEAST_CUSTOMERS) continue;
    const count = tally.getOrders(item);
    const excess = count * pairs - orders * others[item];
    if (excess <= 0) continue;
    const above = (tally.getCustomers(item) * excess) / (count * pairs);
    if (above < least) continue;
    // Chance given the sizes of orders: each of their items is this one as often as in all orders of that side.
    const expected = (tally.entries * others[item]) / otherEntries;
    if (computePoissonTail(tally.getCustomers(item), expected) * tested >= SIGNIFICANCE) continue;
    found.push({ item, orders: count, above });
    if (found.length < 4 * MOST_BESIDE) continue;
    sortFound(found, items);
    found.length = MOST_BESIDE;
    least = found[MOST_BESIDE - 1].above;
  }
  const toNeighbour = (item: number): BesideItem => ({
    item,
    orders: tally.getOrders(item),
    customers: tally.getCustomers(item),
  });
  return {
    orders,
    same: toNeighbour(of),
    others: sortFound(found, items)
      .slice(0, MOST_BESIDE)
      .map(({ item }) => toNeighbour(item)),
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

// Tallies the items beside one product at a time, in the sequences of its buyers: three numbers per item, so that
// memory does not grow with the number of pairs.

/** An item in the orders before or after those of a product. */
export interface BesideItem {
  /** Index of the item. */
  readonly item: number;
  /** Orders with the product whose next, or previous, order has the item. */
  readonly orders: number;
  /** Customers who placed them. */
  readonly customers: number;
}

/** Fields per item: orders, customers, and one more than the number of the last counted customer. */
const FIELDS = 3;

export class NeighbourTally {
  /** The first `size` entries: counted items. */
  readonly met: Uint32Array;
  size = 0;
  /** Number of items in the counted orders, and of customers who placed them. */
  entries = 0;
  customers = 0;
  private lastCustomer = 0;
  private readonly counts: Uint32Array;

  constructor(items: number) {
    this.met = new Uint32Array(items);
    this.counts = new Uint32Array(FIELDS * items);
  }

  /** Begins an order, whose items `add` counts. Orders of a customer are consecutive. */
  open(customer: number): void {
    if (this.lastCustomer !== customer + 1) this.customers++;
    this.lastCustomer = customer + 1;
  }

  add(item: number, customer: number): void {
    this.entries++;
    const at = FIELDS * item;
    if (this.counts[at]++ === 0) this.met[this.size++] = item;
    if (this.counts[at + 2] === customer + 1) return;
    this.counts[at + 1]++;
    this.counts[at + 2] = customer + 1;
  }

  /** Adds the counts of a partition: no other one has any of these customers. */
  addOrders(entries: number, customers: number): void {
    this.entries += entries;
    this.customers += customers;
  }

  /** Adds a partition's orders and customers of one item. */
  addCounted(item: number, orders: number, customers: number): void {
    const at = FIELDS * item;
    if (this.counts[at] === 0) this.met[this.size++] = item;
    this.counts[at] += orders;
    this.counts[at + 1] += customers;
  }

  getOrders(item: number): number {
    return this.counts[FIELDS * item];
  }

  getCustomers(item: number): number {
    return this.counts[FIELDS * item + 1];
  }

  clear(): void {
    for (let at = 0; at < this.size; at++) {
      const from = FIELDS * this.met[at];
      this.counts.fill(0, from, from + FIELDS);
    }
    this.size = 0;
    this.entries = 0;
    this.customers = 0;
    this.lastCustomer = 0;
  }
}
