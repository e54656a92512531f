// Cuts orders into partitions, so that each function of a report holds one of them: all orders of a basket are in one
// partition. Orders arrive as for a report's columns, shard by shard, and leave in blocks, which bounds the memory.

import type { OrderHeader, OrderLine } from '../../contract/resources/orders/row.ts';
import { hash32 } from '../ingest/hash.ts';
import type { CodedLines } from '../orders/coded-lines.ts';
import {
  type ColumnsBuilder,
  type ColumnsBuilderOptions,
  createColumnsBuilder,
} from '../orders/columns-builder.ts';
import { type CutBlock, type CutOrders, cutColumns } from './cut-columns.ts';

/** The key that keeps orders together: the order alone, or its customer. */
export type PartitionKey = 'order' | 'customer';

/**
 * The partition of an order, below `parts`. The lowest bits choose its shard: other bits decide here, so that each
 * shard feeds all partitions.
 */
function assignPartition(
  { orderId, customerId }: OrderHeader,
  { by, parts, toPerson = (id) => id }: Pick<CutOptions, 'by' | 'parts' | 'toPerson'>,
): number {
  const key = by === 'customer' && customerId !== undefined ? toPerson(customerId) : orderId;
  return (hash32(key) >>> 4) % parts;
}

/**
 * The places in a shard are numbered below this, one for an order and one per line; those of orders in parts, which
 * come last, start at WIDE.
 */
const PLACES_PER_SHARD = 2 ** 40;
const WIDE = 2 ** 39;

export interface CutOptions extends ColumnsBuilderOptions {
  readonly parts: number;
  readonly by: PartitionKey;
  readonly shard: number;
  /**
   * First free place of the shard, after those taken before: a shard too long for one function continues in another.
   * Default 0.
   */
  readonly from?: number;
}

/** Looks labels up once per line, whatever the number of partitions: lookups take most of the time. */
export class OrderCutter implements Pick<ColumnsBuilder, 'takes'> {
  /** The next place of the shard. */
  next: number;
  /** Number of lines since the last `take`. */
  lines = 0;
  private readonly options: CutOptions;
  private builder: ColumnsBuilder;
  private cut: CutBlock;

  constructor(options: CutOptions) {
    this.options = options;
    this.next = options.from ?? 0;
    this.builder = createColumnsBuilder(options);
    this.cut = createEmptyBlock();
  }

  takes(header: OrderHeader): boolean {
    const known = this.builder.customerCount;
    const isTaken = this.builder.takes(header);
    const place = this.place(false, 0);
    if (this.builder.customerCount > known)
      this.cut.unordered.push({ customer: known, part: this.assignPart(header), place });
    return isTaken;
  }

  add(header: OrderHeader, lines: readonly OrderLine[]): void {
    this.builder.add(header, lines);
    this.put(header, lines.length, false);
  }

  /** `from`: the order's first line; it has all lines from there on. */
  addCoded(header: OrderHeader, lines: CodedLines, from: number): void {
    this.builder.addCoded(header, lines, from, lines.count);
    this.put(header, lines.count - from, false);
  }

  /** Adds an order that is stored in parts: such orders come after all others of their shard. */
  addWide(header: OrderHeader, lines: readonly OrderLine[]): void {
    this.builder.add(header, lines);
    this.put(header, lines.length, true);
  }

  /** Returns what has been cut since the last call. */
  take(): CutOrders {
    const taken = cutColumns(this.builder.build(), this.cut, this.options.parts);
    this.builder = createColumnsBuilder(this.options);
    this.cut = createEmptyBlock();
    this.lines = 0;
    return taken;
  }

  private put(header: OrderHeader, lines: number, isWide: boolean): void {
    this.cut.part.push(this.assignPart(header));
    this.cut.place.push(this.place(isWide, lines));
    this.lines += lines;
  }

  private assignPart(header: OrderHeader): number {
    return assignPartition(header, this.options);
  }

  private place(isWide: boolean, lines: number): number {
    const place = this.options.shard * PLACES_PER_SHARD + (isWide ? WIDE : 0) + this.next;
    this.next += 1 + lines;
    return place;
  }
}

function createEmptyBlock(): CutBlock {
  return { part: [], place: [], unordered: [] };
}
