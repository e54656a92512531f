// An order as a client sends it and the queue carries it, in the contract's spelling.
import type { OrderLine } from './row.ts';

export interface SubmittedLine {
  readonly product_name?: string | undefined;
  readonly product_sku?: string | undefined;
  readonly unit_price?: number | undefined;
  readonly quantity?: number | undefined;
  readonly custom_fields?: Readonly<Record<string, string>> | undefined;
}

export type ProductOfLine = Pick<SubmittedLine, 'product_name' | 'product_sku'>;

export interface SubmittedOrder {
  readonly order_id: string;
  readonly customer_id?: string | undefined;
  /** How the customer is reached. */
  readonly contact?: string | undefined;
  /** ISO 8601. */
  readonly order_date?: string | undefined;
  readonly line_items: readonly SubmittedLine[];
  /** A ULID that takes the place of the import's id where values are compared by age: the version of what is sent. */
  readonly as_of?: string | undefined;
  /**
   * line_items are all rows that the order has as of this import: rows of older imports that are not among them are
   * withdrawn, and stay so when an older import is applied late.
   */
  readonly complete?: true | undefined;
  /** Fields that a line leaves out keep their values. */
  readonly merge?: true | undefined;
  /** Lines that older imports wrote, and that are taken away; by name, or by SKU those without a name. */
  readonly removed?: readonly ProductOfLine[] | undefined;
  /**
   * It was deleted at a time that nobody stated: withdrawn as of the last state that is stored of it, `as_of` at most.
   */
  readonly deleted?: true | undefined;
  /** order_date is when the order was first seen: of several dates, the earliest is kept. */
  readonly first_seen?: true | undefined;
  /** Stands for an order that was erased from a kept message: its rows are counted, and never stored. */
  readonly erased?: true | undefined;
}

/** With the contract's defaults: no unit price is 0, no quantity is 1. */
export function acceptLine(line: SubmittedLine): OrderLine {
  return {
    name: line.product_name,
    sku: line.product_sku,
    unitPrice: line.unit_price ?? 0,
    quantity: line.quantity ?? 1,
    customFields: line.custom_fields,
  };
}

/** An order of as many rows that says nothing. `name` sets it apart from the others of its message. */
export function createErasedOrder({ line_items }: SubmittedOrder, name: string): SubmittedOrder {
  return { order_id: name, line_items: line_items.map(() => ({ product_name: 'erased' })), erased: true };
}

/** Deletes an order: an older import that is applied late adds nothing to it any more, a newer one brings it back. */
export function createWithdrawal(order_id: string): SubmittedOrder {
  return { order_id, line_items: [], complete: true };
}

/** Deletes a line of an order: as for a whole order, only a newer import brings it back. */
export function createRemoval(order_id: string, line: ProductOfLine): SubmittedOrder {
  return { order_id, line_items: [], removed: [line] };
}

/** An order without line items withdraws all rows of older imports, or those that it names. */
export function isWithdrawal({ complete, removed, line_items }: SubmittedOrder): boolean {
  return (complete === true || removed !== undefined) && line_items.length === 0;
}

/**
 * An order without line items counts as one row, which fails unless the order is withdrawn: what was sent is always
 * accounted for.
 */
export function countOrderRows(order: Pick<SubmittedOrder, 'line_items'>): number {
  return Math.max(1, order.line_items.length);
}

/** Expects grouped orders: an order sent twice, once without line items, has only the rows of the other. */
export function countRows(orders: readonly SubmittedOrder[]): number {
  return orders.reduce((rows, order) => rows + countOrderRows(order), 0);
}
