// Merges a submitted order into its stored parts and determines which parts to write. A part that outgrows an item is
// split in two by the next bit of its lines' hashes; only that part is rewritten.

import {
  countOrderRows,
  isWithdrawal,
  type ProductOfLine,
  type SubmittedOrder,
} from '../../contract/resources/orders/submitted-order.ts';
import { toLineIdentity } from './line-key.ts';
import {
  addCounts,
  type LineWrite,
  type MergeCounts,
  mergeLines,
  NO_ROWS,
  pickEarliest,
  pickNewest,
  type RowAllowance,
  toLineWrite,
} from './merge.ts';
import {
  createRowError,
  NO_LINE_ITEMS_REASON,
  NO_PRODUCT_REASON,
  OVER_CAP_REASON,
  type RowError,
} from './row-errors.ts';
import {
  createEmptyPart,
  estimateMostBytes,
  getChildPath,
  type OrderPart,
  packOrderPart,
  type RemovedLine,
  ROOT_PATH,
  type StoredLine,
} from './stored-order.ts';

/** An item holds 400 KB; the rest is room for keys and attribute names. */
export const MAX_PART_BYTES = 300_000;

/** Stored parts of one order by path. A part that is not stored is absent. */
export type OrderParts = ReadonlyMap<string, OrderPart>;

export interface OrderMerge {
  /** Parts to put, each on the condition that its stored version is still `version - 1` (0: not stored). */
  readonly writes: readonly OrderPart[];
  readonly counts: MergeCounts;
  /** Failed rows that exceed the storage cap. */
  readonly overCap: number;
  /** Stored rows removed because the complete order does not have them. */
  readonly withdrawn: number;
  /** Every failed row. */
  readonly errors: readonly RowError[];
}

/** The leaf that holds a line, as far as the loaded parts show: descends split parts by the bits of its key. */
function findLeafPath(parts: OrderParts, key: string): string {
  let path = ROOT_PATH;
  while (parts.get(path)?.split === true) path = getChildPath(path, key);
  return path;
}

/**
 * Paths that must be read before the order can be merged: children of split parts that are not loaded, and for a
 * complete order all of them.
 */
export function listMissingPaths(
  parts: OrderParts,
  loaded: ReadonlySet<string>,
  order: SubmittedOrder,
): string[] {
  const missing = new Set<string>();
  for (const line of [...order.line_items, ...(order.removed ?? [])]) {
    if (!hasKey(line)) continue;
    const path = findLeafPath(parts, getLineKey(line));
    if (!loaded.has(path)) missing.add(path);
  }
  if (order.complete) {
    for (const { path, split } of parts.values()) {
      if (!split) continue;
      for (const child of [`${path}0`, `${path}1`]) if (!loaded.has(child)) missing.add(child);
    }
  }
  return [...missing];
}

/**
 * `orderDate`: the order's date in epoch milliseconds, parsed by the caller. `sentAs`: the version of the order. A row
 * that names no product fails. An order without rows counts as one failed row and changes nothing, unless it is
 * withdrawn.
 */
export function mergeOrder(
  parts: OrderParts,
  order: SubmittedOrder,
  orderDate: number | undefined,
  sentAs: string,
  allowance: RowAllowance,
): OrderMerge {
  const importId = order.deleted ? findDeletionStamp(parts, sentAs) : sentAs;
  const writes: OrderPart[] = [];
  const errors = listUnkeyedRows(order);
  let counts: MergeCounts = { ...NO_ROWS, updated: isWithdrawal(order) ? 1 : 0, failed: errors.length };
  let overCap = 0;
  let withdrawn = 0;
  const createEmptyMerge = (): OrderMerge => ({ writes: [], counts, overCap, withdrawn, errors });
  if (errors.length === countOrderRows(order)) return createEmptyMerge();
  const root = parts.get(ROOT_PATH) ?? createEmptyPart(order.order_id);
  const isComplete = order.complete === true;
  const { completeAs } = root;
  const customerId = pickNewest(root.customerId, order.customer_id, importId);
  let newRoot: OrderPart = {
    ...root,
    version: root.version + 1,
    customerId,
    orderDate: (order.first_seen ? pickEarliest : pickNewest)(root.orderDate, orderDate, importId),
    contact: mergeContact(root, order, customerId, importId),
    completeAs: isComplete && (completeAs === undefined || completeAs < importId) ? importId : completeAs,
  };
  for (const [path, { writes: rows, removals }] of groupRowsByLeaf(parts, order)) {
    const part = path === ROOT_PATH ? root : (parts.get(path) ?? createEmptyPart(order.order_id, path));
    const merged = mergeLines(part, { importId, writes: rows, removals }, allowance, {
      isComplete,
      completeAs,
    });
    const { lines, removed } = merged;
    counts = addCounts(counts, merged.counts);
    overCap += merged.refused.length;
    withdrawn += merged.withdrawn;
    for (const { name, sku } of merged.refused) {
      errors.push(createRowError(order.order_id, { product_name: name, product_sku: sku }, OVER_CAP_REASON));
    }
    if (path === ROOT_PATH) {
      const [part, ...children] = splitWide({ ...newRoot, lines, removed });
      newRoot = part;
      writes.push(...children);
    } else {
      writes.push(...splitWide({ ...part, version: part.version + 1, lines, removed }));
    }
  }
  // Store nothing for an order whose rows all failed, unless it must record that it has no rows, in case older rows
  // follow.
  const isTrace = isComplete || newRoot.removed !== undefined;
  if (!isTrace && root.version === 0 && newRoot.lines.size === 0 && !newRoot.split) return createEmptyMerge();
  return { writes: [newRoot, ...writes], counts, overCap, withdrawn, errors };
}

/** The contact belongs to the order's current customer: it is stored with the customer, by whom an erasure finds it. */
function mergeContact(
  root: OrderPart,
  order: SubmittedOrder,
  customer: OrderPart['customerId'],
  importId: string,
): OrderPart['contact'] {
  if (customer === undefined) return undefined;
  const stored = root.customerId?.value === customer.value ? root.contact : undefined;
  return pickNewest(stored, order.customer_id === customer.value ? order.contact : undefined, importId);
}

/**
 * A stamp after all states of the millisecond of the last one, so that a repeated event of that millisecond adds
 * nothing.
 */
function findDeletionStamp(parts: OrderParts, sentAs: string): string {
  let last = '';
  for (const { completeAs = '', customerId, orderDate, contact, lines, removed } of parts.values()) {
    for (const version of [completeAs, ...[customerId, orderDate, contact].map((one) => one?.importId ?? '')])
      if (version > last) last = version;
    for (const { importId } of [...lines.values(), ...(removed?.values() ?? [])])
      if (importId > last) last = importId;
  }
  const after = `${last.slice(0, 10)}${'Z'.repeat(16)}`;
  return last === '' || after > sentAs ? sentAs : after;
}

interface LeafRows {
  readonly writes: [string, LineWrite][];
  readonly removals: Map<string, Pick<StoredLine, 'name' | 'sku'>>;
}

function groupRowsByLeaf(parts: OrderParts, order: SubmittedOrder): Map<string, LeafRows> {
  const byLeaf = new Map<string, LeafRows>();
  const getLeafRows = (path: string): LeafRows => {
    const rows = byLeaf.get(path) ?? { writes: [], removals: new Map() };
    byLeaf.set(path, rows);
    return rows;
  };
  for (const line of order.line_items) {
    if (!hasKey(line)) continue;
    const key = getLineKey(line);
    getLeafRows(findLeafPath(parts, key)).writes.push([key, toLineWrite(line, order.merge === true)]);
  }
  for (const line of order.removed ?? []) {
    if (!hasKey(line)) continue;
    const key = getLineKey(line);
    const name = line.product_name;
    const sku = name === undefined ? line.product_sku : undefined;
    getLeafRows(findLeafPath(parts, key)).removals.set(key, { name, sku });
  }
  if (order.complete) {
    if (!parts.has(ROOT_PATH)) getLeafRows(ROOT_PATH);
    for (const { path, split } of parts.values()) if (!split) getLeafRows(path);
  }
  return byLeaf;
}

/** The part itself if it fits an item; otherwise the emptied part, which comes first, and its children. */
function splitWide(part: OrderPart): [OrderPart, ...OrderPart[]] {
  const bitsLeft = ROOT_PATH.length + 32 - part.path.length;
  const { lines, removed = new Map<string, RemovedLine>() } = part;
  if (lines.size + removed.size < 2 || bitsLeft === 0 || !isWide(part)) return [part];
  const children = new Set([...lines.keys(), ...removed.keys()].map((key) => getChildPath(part.path, key)));
  const pickChildEntries = <T>(path: string, all: ReadonlyMap<string, T>): Map<string, T> =>
    new Map([...all].filter(([key]) => getChildPath(part.path, key) === path));
  return [
    { ...part, split: true, lines: new Map(), removed: undefined },
    ...[...children].flatMap((path) => {
      const gone = pickChildEntries(path, removed);
      const child = {
        ...createEmptyPart(part.orderId, path),
        version: 1,
        lines: pickChildEntries(path, lines),
      };
      return splitWide(gone.size === 0 ? child : { ...child, removed: gone });
    }),
  ];
}

/** Estimate first: nearly all parts are small enough without packing them. */
function isWide(part: OrderPart): boolean {
  if (estimateMostBytes(part) <= MAX_PART_BYTES) return false;
  const { lines = '', removed = '' } = packOrderPart(part);
  return Buffer.byteLength(lines) + Buffer.byteLength(removed) > MAX_PART_BYTES;
}

/** A row without a product has no key to match it by when it is sent again. */
function hasKey({ product_name, product_sku }: ProductOfLine): boolean {
  return product_name !== undefined || product_sku !== undefined;
}

function listUnkeyedRows(order: SubmittedOrder): RowError[] {
  const { order_id, line_items } = order;
  if (isWithdrawal(order)) return [];
  if (line_items.length === 0) return [{ order_id, reason: NO_LINE_ITEMS_REASON }];
  return line_items
    .filter((line) => !hasKey(line))
    .map((line) => createRowError(order_id, line, NO_PRODUCT_REASON));
}

function getLineKey(line: ProductOfLine): string {
  return toLineIdentity(line.product_name, line.product_sku);
}
