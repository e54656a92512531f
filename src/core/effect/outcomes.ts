// What everyone assigned to a campaign did, day by day. Intent to treat: whoever is on a list counts, with or without an order.
import { MoneySums } from '../money/money-sums.ts';
import { dayOf } from '../orders/calendar.ts';
import type { OrderColumns } from '../orders/columns.ts';
import { addKeptValue, isPurchase } from '../orders/kept-rows.ts';

export interface Assignments {
  /** Each once. */
  readonly customers: readonly string[];
  /** 1: held out, 0: sent. */
  readonly isHeldOut: Uint8Array;
  /** Day (since 1970-01-01) from which a customer's orders count. */
  readonly day: Int32Array;
}

/** Days since 1970-01-01, both included. */
export interface Window {
  readonly first: number;
  readonly last: number;
}

/**
 * The active customers are those with an order in the window; the others did nothing. They come by the day of their first order,
 * then by id, so that later days only append.
 */
export interface Outcomes {
  /** Everyone assigned. */
  readonly customers: number;
  readonly heldOut: number;
  readonly active: number;
  /** Per active customer. */
  readonly isHeldOut: Uint8Array;
  /** Orders of active customer a: from start[a] to before start[a + 1], days ascending. */
  readonly start: Uint32Array;
  /** Days after the first one of the window. */
  readonly look: Uint16Array;
  /** 0 for an order that only returns. */
  readonly isPurchase: Uint8Array;
  /** Net. */
  readonly value: MoneySums;
  readonly unknown: UnknownCustomers;
}

/** Assigned customers without any order in the data, also before the window. */
export interface UnknownCustomers {
  readonly sent: number;
  readonly heldOut: number;
}

export function outcomesOf(columns: OrderColumns, assignments: Assignments, window: Window): Outcomes {
  const { customers, isHeldOut, day } = assignments;
  const placeOf = new Map(columns.customers.map((id, place) => [id, place]));
  const assigned = new Int32Array(columns.customers.length).fill(-1);
  const unknown = { sent: 0, heldOut: 0 };
  for (let at = 0; at < customers.length; at++) {
    const place = placeOf.get(customers[at]);
    if (place === undefined) unknown[isHeldOut[at] === 1 ? 'heldOut' : 'sent']++;
    else assigned[place] = at;
  }
  const orders: { readonly at: number; readonly look: number; readonly order: number }[] = [];
  for (let order = 0; order < columns.orderCount; order++) {
    const customer = columns.orderCustomer[order];
    const at = customer < 0 ? -1 : assigned[customer];
    const on = dayOf(columns.orderDate[order]);
    // A comparison with the NaN of an order without a date is false.
    if (at < 0 || !(on >= Math.max(window.first, day[at]) && on <= window.last)) continue;
    orders.push({ at, look: on - window.first, order });
  }
  const firstLook = new Map<number, number>();
  for (const { at, look } of orders) firstLook.set(at, Math.min(look, firstLook.get(at) ?? look));
  const active = [...firstLook]
    .sort(([a, lookA], [b, lookB]) => lookA - lookB || (customers[a] < customers[b] ? -1 : 1))
    .map(([at]) => at);
  const rank = new Map(active.map((at, place) => [at, place]));
  const sorted = orders
    .map((one) => ({ ...one, place: rank.get(one.at) ?? 0 }))
    .sort((a, b) => a.place - b.place || a.look - b.look || a.order - b.order);
  const start = new Uint32Array(active.length + 1);
  const value = new MoneySums(sorted.length, columns.lines.scale);
  for (const [row, { place, order }] of sorted.entries()) {
    start[place + 1] = row + 1;
    addKeptValue(columns, order, value, row);
  }
  return {
    customers: customers.length,
    heldOut: isHeldOut.reduce((sum, one) => sum + one, 0),
    active: active.length,
    isHeldOut: Uint8Array.from(active, (at) => isHeldOut[at]),
    start,
    look: Uint16Array.from(sorted, ({ look }) => look),
    isPurchase: Uint8Array.from(sorted, ({ order }) => Number(isPurchase(columns, order))),
    value,
    unknown,
  };
}
