// A block of a partition's orders as bytes: the columns of a report, as its settings ask for them.
import { type Counts, packColumns, type UnpackedColumns, unpackColumns } from '../extract/packed-columns.ts';
import type { PartOrders } from './cut-columns.ts';

/** What `packBlock` was given; order ids are decoded when they are asked for. */
export interface PartBlock {
  readonly orderCount: number;
  readonly lineCount: number;
  orderIds(): readonly string[];
  /** Per order: index of the customer, or -1. */
  readonly orderCustomer: Int32Array;
  /** Per order: place of the contact, counted from 1; 0 for none. */
  readonly orderContact: Integers;
  readonly orderDate: Float64Array;
  readonly linesOfOrder: Integers;
  /** Per line. */
  readonly product: Integers;
  readonly quantity: Integers;
  readonly price: Integers;
  readonly flags: Integers;
  readonly prices: Float64Array;
  readonly customers: readonly string[];
  readonly contacts: readonly string[];
  readonly customerPlace: Float64Array;
  readonly products: readonly string[];
  readonly productPlace: Float64Array;
}

type Integers = ReturnType<UnpackedColumns['integers']>;

export function packBlock(orders: PartOrders): Uint8Array {
  const counts = (values: Counts) => ({ kind: 'counts', values }) as const;
  const texts = (values: readonly string[]) => ({ kind: 'texts', values }) as const;
  const doubles = (values: Float64Array) => ({ kind: 'doubles', values }) as const;
  return packColumns({
    orderIds: texts(orders.orderIds),
    orderCustomer: counts(shifted(orders.orderCustomer, new Uint32Array(orders.orderCustomer.length), 1)),
    orderContact: counts(orders.orderContact),
    orderDate: doubles(orders.orderDate),
    linesOfOrder: counts(orders.linesOfOrder),
    product: counts(orders.product),
    quantity: { kind: 'integers', values: orders.quantity },
    price: counts(orders.price),
    flags: counts(orders.flags),
    prices: doubles(orders.prices),
    customers: texts(orders.customers),
    contacts: texts(orders.contacts),
    customerPlace: doubles(orders.customerPlace),
    products: texts(orders.products),
    productPlace: doubles(orders.productPlace),
  });
}

/** Throws ExtractUnreadableError. Shares memory with `block`. */
export function unpackBlock(block: Uint8Array): PartBlock {
  const columns = unpackColumns(block);
  const places = columns.integers('orderCustomer');
  const orderCustomer = shifted(places, new Int32Array(places.length), -1);
  const product = columns.integers('product');
  return {
    orderCount: orderCustomer.length,
    lineCount: product.length,
    orderIds: () => columns.texts('orderIds'),
    orderCustomer,
    orderContact: columns.integers('orderContact'),
    orderDate: columns.doubles('orderDate'),
    linesOfOrder: columns.integers('linesOfOrder'),
    product,
    quantity: columns.integers('quantity'),
    price: columns.integers('price'),
    flags: columns.integers('flags'),
    prices: columns.doubles('prices'),
    customers: columns.texts('customers'),
    contacts: columns.texts('contacts'),
    customerPlace: columns.doubles('customerPlace'),
    products: columns.texts('products'),
    productPlace: columns.doubles('productPlace'),
  };
}

/** Callbacks of `from` take most of the time of a long column. */
function shifted<T extends Int32Array | Uint32Array>(values: Integers, to: T, by: number): T {
  for (let at = 0; at < values.length; at++) to[at] = values[at] + by;
  return to;
}
