// Collects the daily orders of everyone assigned to a campaign. Intent to treat: everyone on a list counts, with or
// without an order.

import { toDay } from '../../contract/settings/calendar.ts';
import { MoneySums } from '../money/money-sums.ts';
import { addKeptValue, isPurchase, type OrderColumns } from '../orders/columns.ts';

export interface Assignments {
  /** Distinct ids. */
  readonly customers: readonly string[];
  /** 1: held out, 0: sent. */
  readonly isHeldOut: Uint8Array;
  /** Day (since 1970-01-01) from which a customer's orders count. */
  readonly day: Int32Array;
  /**
   * Day on which a customer's past ends: nothing has been sent before it. An audience assigns once, so that earlier
   * campaigns to it also left out those held out; its members' past must therefore end with their assignment.
   */
  readonly pastEnd: Int32Array;
}

/** Days since 1970-01-01, both included. */
export interface Window {
  readonly first: number;
  readonly last: number;
}

/**
 * The active customers are those with an order in the window. They are sorted by the day of their first order, then by
 * id, so that later days only append.
 */
export interface Outcomes {
  /** Everyone assigned. */
  readonly customers: number;
  readonly heldOut: number;
  readonly active: number;
  /** Per active customer, then per other customer with a past. */
  readonly isHeldOut: Uint8Array;
  /** The past of the same customers. */
  readonly past: Past;
  /** Orders of active customer a: from start[a] to before start[a + 1], days ascending. */
  readonly start: Uint32Array;
  /** Days after the first day of the window. */
  readonly look: Uint16Array;
  /** 0 for an order with returns only. */
  readonly isPurchase: Uint8Array;
  /** Net value. */
  readonly value: MoneySums;
  readonly unknown: UnknownCustomers;
}

/** Assigned customers without any order in the data, including the time before the window. */
export interface UnknownCustomers {
  readonly sent: number;
  readonly heldOut: number;
}

/** Orders of assigned customers in a window; those of each customer in the sequence of the data. */
export interface AssignedOrders {
  /** Index among the assigned customers. */
  readonly customer: Uint32Array;
  /** Days after the first day of the window. */
  readonly look: Uint16Array;
  /** 0 for an order with returns only. */
  readonly isPurchase: Uint8Array;
  /** Net value. */
  readonly value: MoneySums;
  /** Per assigned customer: 1 if the data hold any of their orders. */
  readonly isKnown: Uint8Array;
  /** Per assigned customer: 1 if they have a purchase in the year before the window. */
  readonly isPast: Uint8Array;
  /** The past of each assigned customer. */
  readonly past: Past;
}

/** What customers bought before they were assigned: 0 for those without a past. */
export interface Past {
  /** Purchases, each by its age: it counts half after 90 days. */
  readonly orders: Float64Array;
  /** Net value, of the same weights. */
  readonly revenue: Float64Array;
}

export function createPast(customers: number): Past {
  return { orders: new Float64Array(customers), revenue: new Float64Array(customers) };
}

/** Days after which an order counts half. */
const HALF_LIFE = 90;

/** Days before the window; customers with a purchase in them count as past customers. */
const RECENT_DAYS = 365;

export function computeOutcomes(columns: OrderColumns, assignments: Assignments, window: Window): Outcomes {
  return toOutcomes(findAssignedOrders(columns, assignments, window), assignments);
}

export function findAssignedOrders(
  columns: OrderColumns,
  { customers, day, pastEnd }: Pick<Assignments, 'customers' | 'day' | 'pastEnd'>,
  window: Window,
): AssignedOrders {
  const placeOf = new Map(columns.customers.map((id, place) => [id, place]));
  const assigned = new Int32Array(columns.customers.length).fill(-1);
  const isKnown = new Uint8Array(customers.length);
  const isPast = new Uint8Array(customers.length);
  const past = createPast(customers.length);
  const pastValue = new MoneySums(1, columns.lines.scale);
  for (let at = 0; at < customers.length; at++) {
    const place = placeOf.get(customers[at]);
    if (place === undefined) continue;
    assigned[place] = at;
    isKnown[at] = 1;
  }
  const orders: number[] = [];
  for (let order = 0; order < columns.orderCount; order++) {
    const customer = columns.orderCustomer[order];
    const at = customer < 0 ? -1 : assigned[customer];
    if (at < 0) continue;
    const on = toDay(columns.orderDate[order]);
    // Comparisons with the NaN of an order without a date are false.
    if (on < window.first && on >= window.first - RECENT_DAYS && isPurchase(columns, order)) isPast[at] = 1;
    if (on >= Math.max(window.first, day[at]) && on <= window.last) orders.push(order);
    if (on < pastEnd[at]) {
      const weight = 2 ** ((on - pastEnd[at]) / HALF_LIFE);
      pastValue.clear(0);
      addKeptValue(columns, order, pastValue, 0);
      past.revenue[at] += weight * pastValue.amountAt(0);
      if (isPurchase(columns, order)) past.orders[at] += weight;
    }
  }
  const value = new MoneySums(orders.length, columns.lines.scale);
  for (const [row, order] of orders.entries()) addKeptValue(columns, order, value, row);
  return {
    customer: Uint32Array.from(orders, (order) => assigned[columns.orderCustomer[order]]),
    look: Uint16Array.from(orders, (order) => toDay(columns.orderDate[order]) - window.first),
    isPurchase: Uint8Array.from(orders, (order) => Number(isPurchase(columns, order))),
    value,
    isKnown,
    isPast,
    past,
  };
}

/** `orders`: those of these assignments. */
export function toOutcomes(
  orders: AssignedOrders,
  { customers, isHeldOut }: Pick<Assignments, 'customers' | 'isHeldOut'>,
): Outcomes {
  const { customer, look, isKnown, past } = orders;
  const firstLook = new Map<number, number>();
  for (const [row, at] of customer.entries()) {
    firstLook.set(at, Math.min(look[row], firstLook.get(at) ?? look[row]));
  }
  const active = [...firstLook]
    .sort(([a, lookA], [b, lookB]) => lookA - lookB || (customers[a] < customers[b] ? -1 : 1))
    .map(([at]) => at);
  const idle = Array.from(customers.keys())
    .filter((at) => !firstLook.has(at) && (past.orders[at] !== 0 || past.revenue[at] !== 0))
    .sort((a, b) => (customers[a] < customers[b] ? -1 : 1));
  const traced = [...active, ...idle];
  const rank = new Map(active.map((at, place) => [at, place]));
  const placeOf = Uint32Array.from(customer, (at) => rank.get(at) ?? 0);
  const sorted = Uint32Array.from(customer.keys()).sort(
    (a, b) => placeOf[a] - placeOf[b] || look[a] - look[b] || a - b,
  );
  const start = new Uint32Array(active.length + 1);
  for (const [row, from] of sorted.entries()) start[placeOf[from] + 1] = row + 1;
  const unknown = { sent: 0, heldOut: 0 };
  for (const [at, known] of isKnown.entries())
    if (known === 0) unknown[isHeldOut[at] === 1 ? 'heldOut' : 'sent']++;
  return {
    customers: customers.length,
    heldOut: isHeldOut.reduce((sum, one) => sum + one, 0),
    active: active.length,
    isHeldOut: Uint8Array.from(traced, (at) => isHeldOut[at]),
    past: {
      orders: Float64Array.from(traced, (at) => past.orders[at]),
      revenue: Float64Array.from(traced, (at) => past.revenue[at]),
    },
    start,
    look: Uint16Array.from(sorted, (row) => look[row]),
    isPurchase: Uint8Array.from(sorted, (row) => orders.isPurchase[row]),
    value: orders.value.chosen(sorted),
    unknown,
  };
}
