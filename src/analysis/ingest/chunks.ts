// Cuts orders into chunks: each is one queue message and one transaction. An order is never in two chunks unless it
// alone is wider than a chunk. Its lines are then cut by the bits that place them in parts, so that a chunk touches few
// parts. A part of an order must not be sent as the complete order: it would withdraw the other rows.
import { InvalidRequestError } from '../../contract/errors/errors.ts';
import { excerpt } from '../../contract/excerpt.ts';
import {
  acceptLine,
  type SubmittedLine,
  type SubmittedOrder,
} from '../../contract/resources/orders/submitted-order.ts';
import { findCommonScale, multiplyToUnits, toAmount } from '../money/decimal.ts';
import { hashLineKey, toLineIdentity } from './line-key.ts';

/** Most orders in a chunk: a transaction holds 100 items, including up to 16 row counters and the receipt. */
export const MAX_CHUNK_ORDERS = 83;
/** UTF-8 bytes of JSON. A queue message holds 1 MiB; smaller chunks share the work better. */
export const MAX_CHUNK_BYTES = 200_000;
/**
 * Most bytes of rows that must stay together, those of one product in one order: they must fit a message of 1 MiB with
 * its envelope.
 */
const MAX_UNCUT_BYTES = 900_000;

/** One entry per order id, in order of first appearance; the last of repeated order-level values wins. */
export function groupByOrder(orders: readonly SubmittedOrder[]): SubmittedOrder[] {
  const grouped = new Map<string, SubmittedOrder>();
  for (const order of orders) {
    // The placeholder of an erased order is never joined with a submitted one, whatever its id.
    const id = order.erased ? `erased#${order.order_id}` : `sent#${order.order_id}`;
    const earlier = grouped.get(id);
    grouped.set(id, earlier === undefined ? order : joinSubmissions(earlier, order));
  }
  return [...grouped.values()].map(withoutNobodysContact);
}

/** Drops the contact of an order without a customer, because an erasure could not find it. */
function withoutNobodysContact(order: SubmittedOrder): SubmittedOrder {
  if (order.contact === undefined || order.customer_id !== undefined) return order;
  const { contact: _, ...rest } = order;
  return rest;
}

function joinSubmissions(earlier: SubmittedOrder, later: SubmittedOrder): SubmittedOrder {
  return {
    order_id: earlier.order_id,
    customer_id: later.customer_id ?? earlier.customer_id,
    order_date: later.order_date ?? earlier.order_date,
    contact: later.contact ?? earlier.contact,
    line_items: [...earlier.line_items, ...later.line_items],
    ...(later.as_of !== undefined && { as_of: later.as_of }),
    ...(earlier.complete && later.complete && { complete: true }),
    ...(earlier.merge && later.merge && { merge: true }),
    ...((earlier.removed ?? later.removed) && {
      removed: [...(earlier.removed ?? []), ...(later.removed ?? [])],
    }),
    ...(earlier.deleted && later.deleted && { deleted: true }),
    ...(earlier.first_seen && later.first_seen && { first_seen: true }),
    ...(earlier.erased && { erased: true }),
  };
}

/**
 * Every row of the orders is in exactly one chunk; rows of one line key stay together and in their order. Throws
 * InvalidRequestError if such rows are too large to stay together. `maxOrders`: per chunk.
 */
export function cutIntoChunks(
  orders: readonly SubmittedOrder[],
  maxOrders = MAX_CHUNK_ORDERS,
): SubmittedOrder[][] {
  const chunks: SubmittedOrder[][] = [];
  let chunk: SubmittedOrder[] = [];
  let chunkBytes = 0;
  for (const { order, bytes } of groupByOrder(orders).flatMap(cutWideOrder)) {
    if (bytes > MAX_CHUNK_BYTES) checkFits(order);
    if (chunk.length > 0 && (chunk.length >= maxOrders || chunkBytes + bytes > MAX_CHUNK_BYTES)) {
      chunks.push(chunk);
      chunk = [];
      chunkBytes = 0;
    }
    chunk.push(order);
    chunkBytes += bytes;
  }
  if (chunk.length > 0) chunks.push(chunk);
  return chunks;
}

/** Throws InvalidRequestError for an order that is too large for a message. */
function checkFits(order: SubmittedOrder): void {
  const bytes = Buffer.byteLength(toQueueJson(order));
  if (bytes <= MAX_UNCUT_BYTES) return;
  throw new InvalidRequestError(
    'orders',
    `expected at most ${MAX_UNCUT_BYTES} bytes of rows of one product in one order, got ${bytes} in order "${excerpt(order.order_id, 40)}"`,
  );
}

interface SizedOrder {
  readonly order: SubmittedOrder;
  /** Bytes of its JSON. */
  readonly bytes: number;
}

/** Each line is measured once, however often the order is cut. */
function cutWideOrder(order: SubmittedOrder): SizedOrder[] {
  const bytes = countJsonBytes(order);
  if (order.line_items.length === 1 || bytes <= MAX_CHUNK_BYTES) return [{ order, bytes }];
  const rest = withoutComplete(order);
  const bytesOfRest = countJsonBytes({ ...rest, line_items: [] });
  const lines = order.line_items.map((line) => ({
    line,
    hash: hashLine(line),
    bytes: countJsonBytes(line) + 1,
  }));
  return cutLines(lines, MAX_CHUNK_BYTES - bytesOfRest + 1, 0).map((some) => ({
    order: { ...rest, line_items: some.map(({ line }) => line) },
    bytes: bytesOfRest - 1 + sumBytes(some),
  }));
}

interface SizedLine {
  readonly line: SubmittedLine;
  readonly hash: number;
  /** Bytes of its JSON and a comma. */
  readonly bytes: number;
}

/** `depth`: number of bits of the line hash that these lines already share. */
function cutLines(lines: readonly SizedLine[], maxBytes: number, depth: number): (readonly SizedLine[])[] {
  if (lines.length === 0) return [];
  if (depth === 32 || lines.length === 1 || sumBytes(lines) <= maxBytes) return [lines];
  return [0, 1].flatMap((side) =>
    cutLines(
      lines.filter(({ hash }) => ((hash >>> (31 - depth)) & 1) === side),
      maxBytes,
      depth + 1,
    ),
  );
}

function sumBytes(lines: readonly SizedLine[]): number {
  return lines.reduce((sum, { bytes }) => sum + bytes, 0);
}

/**
 * Halves a chunk whose transaction would be too large, alike at every delivery; undefined if only rows of one line are
 * left. Rows of one line key stay together.
 */
export function halve(orders: readonly SubmittedOrder[]): [SubmittedOrder[], SubmittedOrder[]] | undefined {
  const [first] = orders;
  if (first === undefined) return undefined;
  if (orders.length > 1) {
    const middle = orders.length >> 1;
    return [orders.slice(0, middle), orders.slice(middle)];
  }
  const hashes = [...new Set(first.line_items.map(hashLine))].sort((a, b) => a - b);
  const pivot = hashes[hashes.length >> 1];
  if (hashes.length < 2 || pivot === undefined) return undefined;
  const createHalf = (lower: boolean): SubmittedOrder[] => [
    {
      ...withoutComplete(first),
      line_items: first.line_items.filter((line) => hashLine(line) < pivot === lower),
    },
  ];
  return [createHalf(true), createHalf(false)];
}

function withoutComplete({ complete: _, ...order }: SubmittedOrder): SubmittedOrder {
  return order;
}

function hashLine(line: SubmittedLine): number {
  return hashLineKey(toLineIdentity(line.product_name, line.product_sku));
}

function countJsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

// Writes JSON in characters that the ingest queue accepts: SQS refuses U+FFFE and U+FFFF, and its local substitute all
// beyond the Basic Multilingual Plane. Escaping makes a text at most three times as long.
// https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html

export function toQueueJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\ud800-\udfff\ufffe\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16)}`,
  );
}

// Finds rows of a request that a later row of the same order and product replaces: the contract's "updates the row"
// drops their quantity, which the sender may have intended to add.

interface RepeatedRows {
  readonly rows: number;
  /** unit_price × quantity of these rows, in the dataset's currency: the amount missing from the orders. */
  readonly value: number;
}

/** Undefined if no row is replaced. Rows without name and SKU are not stored and replace nothing. */
export function findRepeatedRows(orders: readonly SubmittedOrder[]): RepeatedRows | undefined {
  const replaced = groupByOrder(orders).flatMap(listReplaced);
  if (replaced.length === 0) return undefined;
  const lines = replaced.map(acceptLine);
  const scale = findCommonScale(lines.map(({ unitPrice }) => unitPrice));
  const units = lines.reduce(
    (sum, { unitPrice, quantity }) => sum + BigInt(multiplyToUnits(unitPrice, quantity, scale)),
    0n,
  );
  return { rows: replaced.length, value: toAmount(units, scale) };
}

function listReplaced({ line_items }: SubmittedOrder): SubmittedLine[] {
  if (line_items.length < 2) return [];
  const latest = new Map<string, SubmittedLine>();
  const replaced: SubmittedLine[] = [];
  for (const line of line_items) {
    if (line.product_name === undefined && line.product_sku === undefined) continue;
    const key = toLineIdentity(line.product_name, line.product_sku);
    const earlier = latest.get(key);
    if (earlier !== undefined) replaced.push(earlier);
    latest.set(key, line);
  }
  return replaced;
}
