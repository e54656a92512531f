// Splits the columns of some orders into those of each partition, with their own numbers for customers, products and
// prices.
import { createCounts, type PackedColumn } from '../extract/packed-columns.ts';
import type { OrderColumns } from '../orders/columns.ts';
import { LINE_FLAG_SHIFT } from '../orders/line-columns.ts';

/** The partition and place of each order of a block. */
export interface CutBlock {
  /** Partition per order. */
  readonly part: number[];
  /** Per order: its place in the whole dataset; its products follow. */
  readonly place: number[];
  /** Customers who appeared first in an order that was not taken. */
  readonly unordered: { readonly customer: number; readonly part: number; readonly place: number }[];
}

export interface CutOrders {
  readonly orders: number;
  readonly lines: number;
  /** See `OrderColumns.newestDate`. */
  readonly newestDate: number;
  /** Decimals that the prices carry. */
  readonly scale: number;
  /** One by one, in their sequence. Iterate once, so that only one is held at a time. */
  readonly parts: Iterable<PartOrders>;
}

/**
 * The part of a block of a shard's orders that belongs to a partition. Customers and contacts of orders are places in
 * their texts, counted from 1; 0 is none. `customerPlace` and `productPlace` are the places of their first appearance
 * in the whole dataset: one function's columns have them in this sequence. No two products, and no two customers, first
 * appear in the same place.
 */
type PartOrders = Readonly<Record<string, PackedColumn>>;

const PRICE = 2 ** LINE_FLAG_SHIFT - 1;
const MOST_FLAGS = 2 ** (32 - LINE_FLAG_SHIFT) - 1;

export function cutColumns(columns: OrderColumns, block: CutBlock, parts: number): CutOrders {
  const { orderCount, lineCount, newestDate, lines } = columns;
  return {
    orders: orderCount,
    lines: lineCount,
    newestDate,
    scale: lines.scale,
    parts: listParts(columns, block, parts),
  };
}

function* listParts(columns: OrderColumns, block: CutBlock, parts: number): Generator<PartOrders> {
  const { start, orders } = groupOrdersByPart(block.part, parts);
  const { prices } = columns.lines.packed;
  const numbers = {
    customers: new Renumbered(columns.customers.length),
    contacts: new Renumbered(columns.contacts?.length ?? 0),
    products: new Renumbered(columns.products.length),
    prices: new Renumbered(prices.length),
  };
  for (let part = 0; part < parts; part++) {
    const ofPart = orders.subarray(start[part], start[part + 1]);
    const unordered = block.unordered.filter((one) => one.part === part);
    yield createPartOrders(columns, { ofPart, places: block.place, unordered }, numbers);
    for (const renumbered of Object.values(numbers)) renumbered.clear();
  }
}

interface OrdersOfPart {
  /** Indexes of orders. */
  readonly ofPart: Uint32Array;
  readonly places: readonly number[];
  readonly unordered: CutBlock['unordered'];
}

function createPartOrders(
  columns: OrderColumns,
  { ofPart, places, unordered }: OrdersOfPart,
  numbers: Readonly<Record<'customers' | 'contacts' | 'products' | 'prices', Renumbered>>,
): PartOrders {
  const { customers, contacts, products, prices } = numbers;
  const { lineStart } = columns;
  const packed = columns.lines.packed;
  const count = ofPart.length;
  const linesOfOrder = new Uint32Array(count);
  let lineCount = 0;
  for (let i = 0; i < count; i++) {
    linesOfOrder[i] = lineStart[ofPart[i] + 1] - lineStart[ofPart[i]];
    lineCount += linesOfOrder[i];
  }
  const orderIds: string[] = [];
  const orderDate = new Float64Array(count);
  const orderCustomer = new Uint32Array(count);
  const orderContact = new Uint32Array(count);
  const product = createCounts(columns.products.length, lineCount);
  const price = createCounts(packed.prices.length, lineCount);
  const flags = createCounts(MOST_FLAGS, lineCount);
  const quantity = new Int32Array(lineCount);
  const [customerPlace, productPlace]: [number[], number[]] = [[], []];
  let to = 0;
  for (let i = 0; i < count; i++) {
    const order = ofPart[i];
    orderIds.push(columns.orderIds[order]);
    orderDate[i] = columns.orderDate[order];
    const contact = columns.orderContact?.[order] ?? -1;
    if (contact >= 0) orderContact[i] = contacts.index(contact) + 1;
    const customer = columns.orderCustomer[order];
    if (customer >= 0) orderCustomer[i] = customers.index(customer) + 1;
    if (customerPlace.length < customers.ofWhole.length) customerPlace.push(places[order]);
    let place = places[order];
    for (let line = lineStart[order]; line < lineStart[order + 1]; line++, to++) {
      product[to] = products.index(packed.products[line]);
      if (productPlace.length < products.ofWhole.length) productPlace.push(place++);
      quantity[to] = packed.quantities[line];
      price[to] = prices.index(packed.priceIndexes[line] & PRICE);
      flags[to] = packed.priceIndexes[line] >>> LINE_FLAG_SHIFT;
    }
  }
  // Such a customer appeared before their first order here.
  for (const { customer, place } of unordered) customerPlace[customers.index(customer)] = place;
  return {
    orderIds,
    orderCustomer,
    orderContact,
    orderDate,
    linesOfOrder,
    product,
    quantity,
    price,
    flags,
    prices: Float64Array.from(prices.ofWhole, (one) => packed.prices[one]),
    customers: customers.ofWhole.map((one) => columns.customers[one]),
    contacts: contacts.ofWhole.map((one) => columns.contacts?.[one] ?? ''),
    customerPlace: Float64Array.from(customerPlace),
    products: products.ofWhole.map((one) => columns.products[one]),
    productPlace: Float64Array.from(productPlace),
  };
}

/** Orders of part p, ascending: orders[start[p]] .. orders[start[p + 1] - 1]. */
function groupOrdersByPart(
  part: readonly number[],
  parts: number,
): { readonly start: Uint32Array; readonly orders: Uint32Array } {
  const start = new Uint32Array(parts + 1);
  for (const one of part) start[one + 1]++;
  for (let p = 0; p < parts; p++) start[p + 1] += start[p];
  const next = start.slice();
  const orders = new Uint32Array(part.length);
  for (let order = 0; order < part.length; order++) orders[next[part[order]]++] = order;
  return { start, orders };
}

class Renumbered {
  /** Per index of the part, the index of the whole. */
  readonly ofWhole: number[] = [];
  /** Per index of the whole: that of the part plus 1; 0 before its first appearance. */
  private readonly place: Uint32Array;

  /** `count`: number of indexes of the whole. */
  constructor(count: number) {
    this.place = new Uint32Array(count);
  }

  index(ofWhole: number): number {
    const known = this.place[ofWhole];
    if (known > 0) return known - 1;
    const place = this.ofWhole.push(ofWhole);
    this.place[ofWhole] = place;
    return place - 1;
  }

  /** Resets the numbering for another part. */
  clear(): void {
    for (const ofWhole of this.ofWhole) this.place[ofWhole] = 0;
    this.ofWhole.length = 0;
  }
}
