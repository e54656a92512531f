// Generates orders that collide: few ids and few products, so that imports write the same lines; and wide chunks that
// do not fit in one transaction.
import fc from 'fast-check';
import type {
  SubmittedLine,
  SubmittedOrder,
} from '../../../src/contract/resources/orders/submitted-order.ts';

const price = fc.integer({ min: 0, max: 9_999 }).map((cents) => cents / 100);
const sku = fc.integer({ min: 0, max: 3 }).map((n) => `S${n}`);
const productName = fc.integer({ min: 0, max: 4 }).map((n) => `p${n}`);
const makeOptional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });

const line: fc.Arbitrary<SubmittedLine> = fc.oneof(
  fc.record({
    product_name: productName,
    product_sku: makeOptional(sku),
    unit_price: makeOptional(price),
    quantity: fc.integer({ min: 1, max: 9 }),
  }),
  fc.record({ product_sku: sku, unit_price: price }),
);

const date = fc
  .integer({ min: 1, max: 28 })
  .map((day) => `2026-01-${String(day).padStart(2, '0')}T08:26:00Z`);

/** `ids`: the number of different order ids. */
export function generateOrders(ids: number, atMost = 12): fc.Arbitrary<SubmittedOrder[]> {
  const order = fc.record({
    order_id: fc.integer({ min: 1, max: ids }).map((n) => `o${n}`),
    customer_id: makeOptional(fc.integer({ min: 1, max: 5 }).map((n) => `c${n}`)),
    order_date: makeOptional(date),
    line_items: fc.array(line, { minLength: 1, maxLength: 3 }),
  });
  const orders = fc.array(order, { minLength: 1, maxLength: atMost });
  // A request merges all of its rows, or replaces the lines that it names.
  return fc.oneof(
    { weight: 2, arbitrary: orders },
    orders.map((all) => all.map((one): SubmittedOrder => ({ ...one, merge: true }))),
  );
}

/** Creates the body of POST /data/orders. */
export function toPush(orders: readonly SubmittedOrder[]) {
  return {
    orders: orders.map(({ merge: _, ...order }) => order),
    mode: orders.some(({ merge }) => merge) ? 'merge' : 'replace',
  };
}

/** More orders than a transaction has items, so the chunk is applied in halves. */
export const wideChunk: fc.Arbitrary<SubmittedOrder[]> = fc
  .tuple(fc.integer({ min: 100, max: 130 }), price)
  .map(([orders, unit_price]) =>
    Array.from({ length: orders }, (_, at) => ({
      order_id: `o${at}`,
      line_items: [{ product_name: 'wide', unit_price }],
    })),
  );

/** Creates rows of the maximum size that the contract allows: a few make a chunk of 200 kB. */
export function createHeavyOrders(count: number): SubmittedOrder[] {
  const custom_fields = Object.fromEntries(
    Array.from({ length: 50 }, (_, at) => [`field${at}`, 'x'.repeat(512)]),
  );
  const createRows = (order: number): SubmittedLine[] =>
    Array.from({ length: 3 }, (_, at) => ({ product_name: `heavy${at}`, unit_price: order, custom_fields }));
  return Array.from({ length: count }, (_, order) => ({
    order_id: `h${order}`,
    line_items: createRows(order),
  }));
}
