// A block of a partition's orders as bytes: the columns of a report, as its settings ask for them.
import { packColumns, unpackColumns } from '../extract/packed-columns.ts';
import { LINE_FLAG_SHIFT } from '../orders/line-columns.ts';
import type { CutOrders } from './cut-orders.ts';

/** What `packBlock` was given; order ids are decoded when they are asked for. */
export interface PartBlock {
  readonly orderCount: number;
  readonly lineCount: number;
  orderIds(): readonly string[];
  /** Per order: index of the customer, or -1. */
  readonly orderCustomer: Int32Array;
  readonly orderDate: Float64Array;
  readonly linesOfOrder: Integers;
  /** Per line. */
  readonly product: Integers;
  readonly quantity: Integers;
  readonly price: Integers;
  readonly flags: Integers;
  readonly prices: Float64Array;
  readonly customers: readonly string[];
  readonly customerPlace: Float64Array;
  readonly products: readonly string[];
  readonly productPlace: Float64Array;
}

type Integers = Uint8Array | Uint16Array | Uint32Array | Int32Array;

const PRICE = 2 ** LINE_FLAG_SHIFT - 1;

export function packBlock({ columns, customerPlace, productPlace }: CutOrders): Uint8Array {
  const { products, quantities, priceIndexes, prices } = columns.lines.packed;
  const counts = (values: Uint32Array) => ({ kind: 'counts', values }) as const;
  const texts = (values: readonly string[]) => ({ kind: 'texts', values }) as const;
  const doubles = (values: Float64Array) => ({ kind: 'doubles', values }) as const;
  const { lineStart } = columns;
  return packColumns({
    orderIds: texts(columns.orderIds),
    orderCustomer: counts(Uint32Array.from(columns.orderCustomer, (customer) => customer + 1)),
    orderDate: doubles(columns.orderDate),
    linesOfOrder: counts(lineStart.subarray(1).map((end, order) => end - lineStart[order])),
    product: counts(products),
    quantity: { kind: 'integers', values: quantities },
    price: counts(priceIndexes.map((index) => index & PRICE)),
    flags: counts(priceIndexes.map((index) => index >>> LINE_FLAG_SHIFT)),
    prices: doubles(prices),
    customers: texts(columns.customers),
    customerPlace: doubles(customerPlace),
    products: texts(columns.products),
    productPlace: doubles(productPlace),
  });
}

/** Throws ExtractUnreadableError. Shares memory with `block`. */
export function unpackBlock(block: Uint8Array): PartBlock {
  const columns = unpackColumns(block);
  const orderCustomer = Int32Array.from(columns.integers('orderCustomer'), (place) => place - 1);
  const product = columns.integers('product');
  return {
    orderCount: orderCustomer.length,
    lineCount: product.length,
    orderIds: () => columns.texts('orderIds'),
    orderCustomer,
    orderDate: columns.doubles('orderDate'),
    linesOfOrder: columns.integers('linesOfOrder'),
    product,
    quantity: columns.integers('quantity'),
    price: columns.integers('price'),
    flags: columns.integers('flags'),
    prices: columns.doubles('prices'),
    customers: columns.texts('customers'),
    customerPlace: columns.doubles('customerPlace'),
    products: columns.texts('products'),
    productPlace: columns.doubles('productPlace'),
  };
}
