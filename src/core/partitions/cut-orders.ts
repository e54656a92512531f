// Orders cut into partitions, so that each function of a report holds one of them: all orders of a basket are in one
// partition. Orders arrive as for a report's columns, shard by shard, and leave in blocks, which bounds the memory.
import { hash32 } from '../ingest/hash.ts';
import type { OrderColumns } from '../orders/columns.ts';
import {
  type ColumnsBuilder,
  type ColumnsBuilderOptions,
  createColumnsBuilder,
} from '../orders/columns-builder.ts';
import type { OrderHeader, OrderLine } from '../orders/row.ts';

/** What keeps orders together: nothing but the order, or its customer. */
export type PartitionKey = 'order' | 'customer';

/**
 * The partition of an order, below `parts`. The lowest bits choose its shard: others are taken here, so that each shard
 * feeds all partitions.
 */
export function partitionOf({ orderId, customerId }: OrderHeader, by: PartitionKey, parts: number): number {
  const key = by === 'customer' && customerId !== undefined ? customerId : orderId;
  return (hash32(key) >>> 4) % parts;
}

/** What a shard's orders have of a partition, with the places where customers and products first appeared. */
export interface CutOrders {
  readonly columns: OrderColumns;
  /**
   * Per customer and per product: where it appeared first in the whole dataset. One function's columns have them in this
   * sequence. No two products, and no two customers, appear in the same place.
   */
  readonly customerPlace: Float64Array;
  readonly productPlace: Float64Array;
}

/** The places in a shard are numbered below it, one for an order and one per line; of orders in parts, which come last, from WIDE on. */
const PLACES_PER_SHARD = 2 ** 40;
const WIDE = 2 ** 39;

export interface CutOptions extends ColumnsBuilderOptions {
  readonly parts: number;
  readonly by: PartitionKey;
  readonly shard: number;
  /** Places of the shard that were taken before: one too long for a function goes on in another. Default 0. */
  readonly from?: number;
}

export class OrderCutter implements Pick<ColumnsBuilder, 'takes'> {
  /** The next place of the shard. */
  next: number;
  /** Since the last `take`. */
  lines = 0;
  private readonly options: CutOptions;
  private cuts: PartCut[];

  constructor(options: CutOptions) {
    this.options = options;
    this.next = options.from ?? 0;
    this.cuts = this.emptyCuts();
  }

  takes(header: OrderHeader): boolean {
    return this.cutOf(header).takes(header, this.place(false, 0));
  }

  add(header: OrderHeader, lines: readonly OrderLine[]): void {
    this.put(header, lines, false);
  }

  /** An order that is stored in parts: they come after all others of their shard. */
  addWide(header: OrderHeader, lines: readonly OrderLine[]): void {
    this.put(header, lines, true);
  }

  /** What has been cut since the last time, one entry per partition. */
  take(): CutOrders[] {
    const taken = this.cuts.map((cut) => cut.build());
    this.cuts = this.emptyCuts();
    this.lines = 0;
    return taken;
  }

  private put(header: OrderHeader, lines: readonly OrderLine[], isWide: boolean): void {
    this.cutOf(header).add(header, lines, this.place(isWide, lines.length));
    this.lines += lines.length;
  }

  private cutOf(header: OrderHeader): PartCut {
    return this.cuts[partitionOf(header, this.options.by, this.options.parts)];
  }

  private place(isWide: boolean, lines: number): number {
    const place = this.options.shard * PLACES_PER_SHARD + (isWide ? WIDE : 0) + this.next;
    this.next += 1 + lines;
    return place;
  }

  private emptyCuts(): PartCut[] {
    return Array.from({ length: this.options.parts }, () => new PartCut(this.options));
  }
}

class PartCut {
  private readonly builder: ColumnsBuilder;
  private readonly customerPlace: number[] = [];
  private readonly productPlace: number[] = [];

  constructor(options: ColumnsBuilderOptions) {
    this.builder = createColumnsBuilder(options);
  }

  takes(header: OrderHeader, place: number): boolean {
    const isTaken = this.builder.takes(header);
    this.note(place);
    return isTaken;
  }

  add(header: OrderHeader, lines: readonly OrderLine[], place: number): void {
    this.builder.add(header, lines);
    this.note(place);
  }

  build(): CutOrders {
    return {
      columns: this.builder.build(),
      customerPlace: Float64Array.from(this.customerPlace),
      productPlace: Float64Array.from(this.productPlace),
    };
  }

  /** New customers and products have appeared here. */
  private note(place: number): void {
    while (this.customerPlace.length < this.builder.customerCount) this.customerPlace.push(place);
    for (let at = place; this.productPlace.length < this.builder.productCount; at++)
      this.productPlace.push(at);
  }
}
