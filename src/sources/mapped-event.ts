// A shop's event as orders of the contract, or the reason why it changes none.
import type { SubmittedOrder } from '../core/ingest/submitted-order.ts';
import type { IgnoredReason } from '../core/source.ts';

export interface EventOrders {
  /** Epoch milliseconds: the version of what the event states. Undefined if the payload does not have it. */
  readonly changedAt: number | undefined;
  /** Epoch milliseconds, of the order. */
  readonly placedAt: number | undefined;
  /** ISO 4217. */
  readonly currency: string | undefined;
  readonly orders: readonly SubmittedOrder[];
}

export type MappedEvent = EventOrders | { readonly ignored: IgnoredReason };

/** An order that has none of the rows that it may have had before. */
export function withdrawn(orderId: string): SubmittedOrder {
  return { order_id: orderId, line_items: [], complete: true };
}

/** A row before its price is divided by its quantity. */
export interface ValuedLine {
  readonly name: string | undefined;
  readonly sku: string | undefined;
  readonly quantity: number;
  /** Of the whole line. */
  readonly amount: number;
}

export function emailId(...addresses: readonly (string | undefined)[]): string | undefined {
  return addresses.find((address) => address !== undefined)?.toLowerCase();
}

/** Ids of refunds grow. */
export function oldestFirst<Refund extends { readonly id: string }>(refunds: readonly Refund[]): Refund[] {
  return [...refunds].sort((a, b) => Number(a.id) - Number(b.id));
}
