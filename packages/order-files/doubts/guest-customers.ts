// Detects customers that are nobody in particular: by their name, or because one has many more orders than any other,
// as the account of a till has.
import type { FileProblem, LikelyGuest } from '../problems/file-problems.ts';
import type { OrderRow } from '../rows/check-row.ts';
import { findGuestName } from './guest-names.ts';

/**
 * Customers that are counted at a time. With one more, each loses an order (Misra and Gries, 1982): a count is too low
 * by at most a thousandth of all orders.
 */
const MOST_COUNTED = 1_000;
const MOST_NAMES = 1_000;

/**
 * A customer with so large a share of all orders, so many orders, and so many times those of the next customer is asked
 * about. The best real customers have 1.0 % of the orders, 1.1 times those of the next one (Online Retail), 0.6 % and
 * 1.1 times (CDNOW), 0.3 % and 1.1 times (the orders of the R package rfm), and 6.9 % and 1.7 times (a wholesaler of
 * model cars with 92 customers); in Complete Journey, none is asked about. An account of a till has a tenth or more.
 */
const LARGE_SHARE = 0.05;
const MANY_ORDERS = 20;
const MANY_TIMES = 5;

interface Counted {
  readonly name: string;
  /** Undefined for a name that says nothing. */
  readonly base: string | undefined;
  orders: number;
}

export class GuestCustomers {
  private readonly counts = new Map<string, Counted>();
  private readonly named = new Map<string, { readonly name: string; orders: number; names: number }>();
  private names = 0;
  private unnamed = 0;
  private hasForgotten = false;
  private orders = 0;
  private order: string | undefined;

  add({ order_id, customer_id }: OrderRow): void {
    if (order_id === this.order) return;
    this.order = order_id;
    this.orders++;
    if (customer_id === undefined) return;
    const counted = this.counts.get(customer_id);
    if (counted !== undefined) {
      counted.orders++;
      if (counted.base !== undefined) this.addNamed(counted.base, customer_id, 0);
      return;
    }
    const base = findGuestName(customer_id);
    if (base !== undefined) {
      this.addNamed(base, customer_id, 1);
      if (this.names++ < MOST_NAMES) this.counts.set(customer_id, { name: customer_id, base, orders: 1 });
      return;
    }
    if (this.unnamed >= MOST_COUNTED) this.forgetOne();
    else {
      this.unnamed++;
      this.counts.set(customer_id, { name: customer_id, base, orders: 1 });
    }
  }

  private addNamed(base: string, name: string, names: 0 | 1): void {
    const known = this.named.get(base) ?? { name, orders: 0, names: 0 };
    known.orders++;
    known.names += names;
    if (known.orders === 1 && this.named.size < MOST_NAMES) this.named.set(base, known);
  }

  /** Takes one order from each customer. */
  private forgetOne(): void {
    this.hasForgotten = true;
    for (const [id, counted] of this.counts) {
      if (counted.base !== undefined || --counted.orders > 0) continue;
      this.counts.delete(id);
      this.unnamed--;
    }
  }

  found(): { readonly source: undefined; readonly problem: FileProblem } | undefined {
    const { orders } = this;
    const guests: LikelyGuest[] = [...this.named.values()]
      .sort((a, b) => b.orders - a.orders)
      .map((one) => ({ ...one, isNamed: true }));
    const [first, second] = [...this.counts.values()]
      .filter(({ base }) => base === undefined)
      .sort((a, b) => b.orders - a.orders);
    const next = second?.orders ?? (this.hasForgotten ? 1 : undefined);
    if (first !== undefined && next !== undefined && isOutstanding(first.orders, next, orders))
      guests.push({ name: first.name, orders: first.orders, names: 1, isNamed: false });
    return guests.length === 0
      ? undefined
      : { source: undefined, problem: { code: 'guest_customers', guests, orders } };
  }
}

function isOutstanding(orders: number, next: number, all: number): boolean {
  return orders >= MANY_ORDERS && orders > LARGE_SHARE * all && orders >= MANY_TIMES * next;
}
