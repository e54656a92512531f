// What stands beside a product in the sequences of its buyers, counted for one product at a time: three numbers per item,
// so that memory does not grow with the number of pairs.

/** An item in the orders before or after those of a product. */
export interface Neighbour {
  /** Index of the item. */
  readonly item: number;
  /** Orders with the product whose next, or previous, order has the item. */
  readonly orders: number;
  /** Customers who placed them. */
  readonly customers: number;
}

/** Per item: orders, customers, and one more than the number of the customer who was counted last. */
const FIELDS = 3;

export class NeighbourTally {
  /** The first `size`: items that are counted. */
  readonly met: Uint32Array;
  size = 0;
  /** Items of the orders that were counted, and customers who placed them. */
  entries = 0;
  customers = 0;
  private lastCustomer = 0;
  private readonly counts: Uint32Array;

  constructor(items: number) {
    this.met = new Uint32Array(items);
    this.counts = new Uint32Array(FIELDS * items);
  }

  /** An order, of which `add` gets the items. Those of a customer follow each other. */
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

  /** Of a partition: no other one has any of these customers. */
  addOrders(entries: number, customers: number): void {
    this.entries += entries;
    this.customers += customers;
  }

  /** Orders and customers of a partition, of one item. */
  addCounted(item: number, orders: number, customers: number): void {
    const at = FIELDS * item;
    if (this.counts[at] === 0) this.met[this.size++] = item;
    this.counts[at] += orders;
    this.counts[at + 1] += customers;
  }

  ordersOf(item: number): number {
    return this.counts[FIELDS * item];
  }

  customersOf(item: number): number {
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
