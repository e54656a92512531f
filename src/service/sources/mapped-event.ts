// A shop's event as orders of the contract, or the reason why it changes none.
import * as v from 'valibot';
import { mergeLinesByProduct } from '../../analysis/ingest/line-key.ts';
import { computeUnitPrice, spreadExactly } from '../../analysis/money/unit-price.ts';
import type { SubmittedLine, SubmittedOrder } from '../../contract/resources/orders/submitted-order.ts';
import { MAX_PRODUCT_LENGTH } from '../../contract/schema/limits.ts';
import type { Currency } from '../../contract/sentences/currency.ts';
import type { IgnoredReason } from '../../contract/source.ts';

export interface EventOrders {
  /** Epoch milliseconds: the version of the event's content. Undefined if the payload does not have it. */
  readonly changedAt: number | undefined;
  /** Epoch milliseconds, of the order. */
  readonly placedAt: number | undefined;
  /** ISO 4217. */
  readonly currency: string | undefined;
  readonly orders: readonly SubmittedOrder[];
}

export type MappedEvent = EventOrders | { readonly ignored: IgnoredReason };

/** An order without any of its possible earlier rows. */
export function withdrawOrder(orderId: string): SubmittedOrder {
  return { order_id: orderId, line_items: [], complete: true };
}

/** A row before its price is divided by its quantity. */
export interface ValuedLine {
  readonly name: string | undefined;
  readonly sku: string | undefined;
  readonly quantity: number;
  /** Amount of the whole line. */
  readonly amount: number;
}

export function pickEmailId(...addresses: readonly (string | undefined)[]): string | undefined {
  return addresses.find((address) => address !== undefined)?.toLowerCase();
}

/** Sorts by id: ids of refunds increase. */
export function sortOldestFirst<Refund extends { readonly id: string }>(
  refunds: readonly Refund[],
): Refund[] {
  return [...refunds].sort((a, b) => Number(a.id) - Number(b.id));
}

// Schemas for the payloads of both shops: amounts as text or numbers, ids as numbers or text. Other members
// are ignored.

/** `"199.00"` or 199. */
export const amount = v.pipe(
  v.union([v.pipe(v.string(), v.regex(/^-?\d+(?:\.\d+)?$/, 'expected an amount')), v.number()]),
  v.transform(Number),
);

/** Ids are compared and stored as text. */
export const shopId = v.pipe(
  v.union([v.pipe(v.string(), v.nonEmpty()), v.pipe(v.number(), v.safeInteger())]),
  v.transform(String),
);

/** Empty text counts as missing. */
export const optionalText = v.pipe(
  v.nullish(v.string()),
  v.transform((text) =>
    text === null || text === undefined || text.trim() === '' ? undefined : text.trim(),
  ),
);

/**
 * Name of a product or a customer. Every row of the event repeats it, so its length is limited to what can be
 * stored before rows are created.
 */
export const nameText = v.pipe(
  optionalText,
  v.check(
    (name) => name === undefined || name.length <= 2 * MAX_PRODUCT_LENGTH,
    `expected at most ${MAX_PRODUCT_LENGTH} characters`,
  ),
);

export function listOrEmpty<const S extends v.GenericSchema>(schema: S) {
  return v.nullish(v.array(schema), () => []);
}

// Converts amounts of whole lines to rows of the contract, one per product.

export function toOrderRows(lines: readonly ValuedLine[]): SubmittedLine[] {
  return mergeLinesByProduct(
    lines.map(({ name, sku, quantity, amount }) => ({
      product_name: name,
      product_sku: sku,
      unit_price: computeUnitPrice(amount, quantity),
      quantity,
    })),
  );
}

/**
 * Returns of these lines that are worth `total` together, in proportion to their amounts. `total`: above 0.
 */
export function spreadReturns(lines: readonly ValuedLine[], total: number, currency: Currency): ValuedLine[] {
  const sum = sumLineAmounts(lines);
  const shares = lines.map(({ amount }) => (sum > 0 ? amount / sum : 1 / lines.length));
  const quantities = lines.map(({ quantity }) => -quantity);
  const amounts = spreadExactly(
    shares.map((share) => -total * share),
    quantities,
    -total,
    currency,
  );
  return lines.map((line, at) => ({
    ...line,
    quantity: quantities[at] ?? -line.quantity,
    amount: amounts[at] ?? 0,
  }));
}

export function sumLineAmounts(lines: readonly ValuedLine[]): number {
  return lines.reduce((sum, { amount }) => sum + amount, 0);
}
