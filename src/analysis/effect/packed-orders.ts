// Packs the orders of assigned customers of each partition as columns, and joins them. Customers are named by their
// ids, because an erasure may have removed some from the audience since the partition was read.
import { holdColumns, type UnpackedColumns } from '../extract/packed-columns.ts';
import { MoneySums } from '../money/money-sums.ts';
import { packMoney, readMoneySums } from '../partitions/money-columns.ts';
import { type AssignedOrders, createPast } from './outcomes.ts';

/** `customers`: those of the partition; orders refer to them by index. */
export function packOrders(customers: readonly string[], orders: AssignedOrders): UnpackedColumns {
  const known = Uint32Array.from(orders.isKnown.keys()).filter((at) => orders.isKnown[at] === 1);
  const placeOf = new Map(Array.from(known, (at, place) => [at, place]));
  return holdColumns({
    ids: Array.from(known, (at) => customers[at]),
    is_past: Uint8Array.from(known, (at) => orders.isPast[at]),
    past_orders: Float64Array.from(known, (at) => orders.past.orders[at]),
    past_revenue: Float64Array.from(known, (at) => orders.past.revenue[at]),
    customer: orders.customer.map((at) => placeOf.get(at) ?? 0),
    look: Uint32Array.from(orders.look),
    is_purchase: orders.isPurchase,
    ...packMoney('value', orders.value),
  });
}

export function joinOrders(
  found: readonly UnpackedColumns[],
  customers: readonly string[],
  scale: number,
): AssignedOrders {
  const indexOf = new Map(customers.map((id, at) => [id, at]));
  const isKnown = new Uint8Array(customers.length);
  const isPast = new Uint8Array(customers.length);
  const past = createPast(customers.length);
  const rows: { readonly customer: number; readonly look: number; readonly isPurchase: number }[] = [];
  const values: { readonly of: MoneySums; readonly at: number }[] = [];
  for (const part of found) {
    const indexes = Int32Array.from(part.texts('ids'), (id) => indexOf.get(id) ?? -1);
    const [isPastOf, pastOrders, pastRevenue] = [
      part.bytes('is_past'),
      part.doubles('past_orders'),
      part.doubles('past_revenue'),
    ];
    for (const [place, at] of indexes.entries()) {
      if (at < 0) continue;
      isKnown[at] = 1;
      isPast[at] = isPastOf[place];
      past.orders[at] = pastOrders[place];
      past.revenue[at] = pastRevenue[place];
    }
    const [places, looks, purchases] = [
      part.numbers('customer'),
      part.numbers('look'),
      part.bytes('is_purchase'),
    ];
    const of = readMoneySums(part, 'value', places.length, scale);
    for (const [row, place] of places.entries()) {
      if (indexes[place] < 0) continue;
      rows.push({ customer: indexes[place], look: looks[row], isPurchase: purchases[row] });
      values.push({ of, at: row });
    }
  }
  const value = new MoneySums(rows.length, scale);
  for (const [row, { of, at }] of values.entries()) value.copyFrom(row, of, at);
  return {
    customer: Uint32Array.from(rows, (row) => row.customer),
    look: Uint16Array.from(rows, (row) => row.look),
    isPurchase: Uint8Array.from(rows, (row) => row.isPurchase),
    value,
    isKnown,
    isPast,
    past,
  };
}
