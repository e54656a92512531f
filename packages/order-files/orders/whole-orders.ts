// Groups rows into whole orders, even if an order's lines lie far apart: in memory as long as they fit, otherwise by
// partitions on disk. The same rows and budget give the same orders in the same sequence, so that a reader that stopped
// after N orders resumes by skipping the first N.

import { toLineIdentity } from '../../../src/analysis/ingest/line-key.ts';
import type {
  SubmittedLine,
  SubmittedOrder,
} from '../../../src/contract/resources/orders/submitted-order.ts';
import { MAX_LINE_ITEMS_PER_REQUEST } from '../../../src/contract/schema/limits.ts';
import { loadTableReaders } from '../load-readers.ts';
import { createTooManyLinesError } from '../problems/errors.ts';
import type { OrderRow } from '../rows/check-row.ts';
import type { Partitions, Spill } from './partitions.ts';

/**
 * With it, a process that reads 10 million lines peaks below 300 MB: V8 collects garbage late, at several times this.
 */
const DEFAULT_MEMORY_BUDGET = 16 * 1024 * 1024;
/** Bytes of an object, its array slot and its number in V8; measured, rounded up. */
const BYTES_PER_ROW = 130;
const BYTES_PER_ORDER = 450;
/** How often a partition can be divided again: each level uses other bits of the hash. */
const MAX_DEPTH = 3;

export interface GroupOptions {
  /** Estimated bytes of rows held before disk is used; default 16 MB. A single order is always held. */
  readonly memoryBudget?: number | undefined;
  /** Called for a line that is replaced by the same product of the same order in a later file. */
  readonly onReplaced?: ((line: SubmittedLine) => void) | undefined;
}

/**
 * Yields orders by first appearance when all fit in memory; otherwise partition by partition, by first appearance
 * within each. The last of repeated order-level values wins and lines keep their sequence, as in `groupByOrder`. Throws
 * OrderFileError for an order of more than 10,000 lines. Always closes its storage on disk.
 */
export async function* gatherOrders(
  batches: AsyncIterable<readonly OrderRow[]>,
  openSpill: () => Promise<Spill>,
  { memoryBudget = DEFAULT_MEMORY_BUDGET, onReplaced }: GroupOptions = {},
): AsyncGenerator<SubmittedOrder> {
  let spill: Spill | undefined;
  const getSpill = async (): Promise<Spill> => {
    spill ??= await openSpill();
    return spill;
  };
  try {
    for await (const orders of groupRows(batches, {
      memoryBudget,
      spilling: getSpill,
      onReplaced,
      depth: 0,
    })) {
      for (const order of orders) yield order;
    }
  } finally {
    await spill?.close();
  }
}

interface Level {
  readonly memoryBudget: number;
  readonly spilling: () => Promise<Spill>;
  readonly onReplaced: GroupOptions['onReplaced'];
  readonly depth: number;
}

async function* groupRows(
  batches: AsyncIterable<readonly OrderRow[]>,
  level: Level,
): AsyncGenerator<Iterable<SubmittedOrder>> {
  const gathered = new GatheredOrders(level.onReplaced);
  let partitions: Partitions | undefined;
  for await (const rows of batches) {
    for (const row of rows) {
      if (partitions !== undefined) partitions.add(row, row.item, row.file);
      else gathered.add(row);
      if (
        partitions === undefined &&
        gathered.bytes > level.memoryBudget &&
        gathered.canBeDivided(level.depth)
      ) {
        const loaded = await loadTableReaders();
        partitions = new loaded.Partitions(await level.spilling(), level.depth);
        await gathered.moveTo(partitions);
      }
    }
    await partitions?.writeFull();
  }
  await partitions?.finish();
  if (partitions === undefined) {
    yield gathered.orders();
    return;
  }
  for (let index = 0; index < partitions.count; index++) {
    yield* groupRows(partitions.rows(index), { ...level, depth: level.depth + 1 });
  }
}

interface GatheredOrder {
  readonly order_id: string;
  customer_id: string | undefined;
  contact: string | undefined;
  order_date: string | undefined;
  line_items: SubmittedLine[];
  /** The file of the last line; the previous file with lines of the order, and how many it has. */
  file: number | undefined;
  earlierFile: number | undefined;
  earlierLines: number;
}

class GatheredOrders {
  /** Estimated bytes in memory. */
  bytes = 0;
  private readonly byId = new Map<string, GatheredOrder>();
  private readonly onReplaced: GroupOptions['onReplaced'];
  private last: GatheredOrder | undefined;

  constructor(onReplaced: GroupOptions['onReplaced']) {
    this.onReplaced = onReplaced;
  }

  add({ order_id, customer_id, contact, order_date, item, file }: OrderRow): void {
    const order = this.last?.order_id === order_id ? this.last : this.find(order_id, file);
    this.last = order;
    if (file !== order.file) {
      order.earlierFile = order.file;
      order.earlierLines = order.line_items.length;
      order.file = file;
    }
    if (order.earlierLines > 0) this.replaceEarlier(order, item);
    order.customer_id = customer_id ?? order.customer_id;
    order.contact = contact ?? order.contact;
    order.order_date = order_date ?? order.order_date;
    if (order.line_items.length === MAX_LINE_ITEMS_PER_REQUEST) throw createTooManyLinesError(order_id);
    order.line_items.push(item);
    this.bytes += BYTES_PER_ROW + countCharacters(item);
  }

  /** A single order cannot be divided, nor can orders whose ids share a hash. */
  canBeDivided(depth: number): boolean {
    return this.byId.size > 1 && depth < MAX_DEPTH;
  }

  async moveTo(partitions: Partitions): Promise<void> {
    for (const order of this.byId.values()) {
      for (const [index, item] of order.line_items.entries()) {
        const file = index < order.earlierLines ? order.earlierFile : order.file;
        partitions.add(order, item, file);
      }
      if (partitions.anyFull) await partitions.writeFull();
    }
    this.byId.clear();
    this.last = undefined;
  }

  *orders(): Iterable<SubmittedOrder> {
    for (const { order_id, customer_id, contact, order_date, line_items } of this.byId.values()) {
      yield { order_id, customer_id, ...(contact !== undefined && { contact }), order_date, line_items };
    }
  }

  /** A later file with the same order wins: its line replaces the earlier one. */
  private replaceEarlier(order: GatheredOrder, item: SubmittedLine): void {
    const key = toLineIdentity(item.product_name, item.product_sku);
    const isReplaced = (line: SubmittedLine, index: number): boolean =>
      index < order.earlierLines && toLineIdentity(line.product_name, line.product_sku) === key;
    const replaced = order.line_items.filter(isReplaced);
    if (replaced.length === 0) return;
    order.line_items = order.line_items.filter((line, index) => !isReplaced(line, index));
    order.earlierLines -= replaced.length;
    for (const line of replaced) this.onReplaced?.(line);
  }

  private find(order_id: string, file: number | undefined): GatheredOrder {
    const known = this.byId.get(order_id);
    if (known !== undefined) return known;
    const order: GatheredOrder = {
      order_id,
      customer_id: undefined,
      contact: undefined,
      order_date: undefined,
      line_items: [],
      file,
      earlierFile: undefined,
      earlierLines: 0,
    };
    this.byId.set(order_id, order);
    this.bytes += BYTES_PER_ORDER + order_id.length;
    return order;
  }
}

function countCharacters({ product_name, product_sku, custom_fields }: SubmittedLine): number {
  let length = (product_name?.length ?? 0) + (product_sku?.length ?? 0);
  if (custom_fields !== undefined) {
    for (const [key, value] of Object.entries(custom_fields)) length += 32 + key.length + value.length;
  }
  return length;
}
