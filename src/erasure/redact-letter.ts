// Removes erased data from a dead letter. The rows stay counted, so that a redrive still completes with every row
// counted.
import * as v from 'valibot';
import { type ChunkMessage, keptMessage } from '../contract/messages/chunk-message.ts';
import { customerDigest, type ErasureMarks, isErased } from '../core/erasure/erasure.ts';
import { erasedOrder, type SubmittedOrder } from '../core/ingest/submitted-order.ts';

const json = v.pipe(v.string(), v.parseJson(), keptMessage);

/**
 * The body to store instead: the same text if nothing in it was erased, undefined if nothing is left of it. A body that
 * does not match the schema cannot be searched for customers, and cannot be applied either, so it is deleted as a
 * whole.
 */
export function redactLetter(body: string, marks: ErasureMarks): string | undefined {
  const parsed = v.safeParse(json, body);
  if (!parsed.success) return undefined;
  const orders = redactOrders(parsed.output, marks);
  if (orders.every(({ erased }) => erased)) return undefined;
  const isSame = orders.every((order, at) => order === parsed.output.orders[at]);
  return isSame ? body : JSON.stringify({ ...parsed.output, orders });
}

/** Erased orders are replaced by empty ones in the same positions: a chunk is split by position. */
export function redactOrders(
  { account_id, dataset_id, import_id, orders }: ChunkMessage,
  marks: ErasureMarks,
): readonly SubmittedOrder[] {
  // Of nearly every chunk: no customer's digest is calculated.
  if (marks.whole === undefined && marks.customers.size === 0) return orders;
  const firstPlace = new Map<string, number>();
  return orders.map((order, at) => {
    const { order_id, customer_id } = order;
    const digest =
      customer_id === undefined ? undefined : customerDigest(account_id, dataset_id, customer_id);
    if (order.erased || !isErased(marks, digest, import_id)) return order;
    const place = firstPlace.get(order_id) ?? at;
    firstPlace.set(order_id, place);
    return erasedOrder(order, String(place));
  });
}
