// Computes profiles of a dataset in partitions, each with all orders of its customers: every partition counts its own,
// cut into blocks of products, and a block of all partitions makes the profiles that one function makes of all orders.
import { locateAmong } from '../baskets/basket-columns.ts';
import { indexBasketsByProduct } from '../recommendations/basket-work.ts';
import { VarintReader, VarintWriter } from '../recommendations/varints.ts';
import {
  countNextOrders,
  countOrderSizes,
  type OrderSequences,
  type OrderSizes,
  SIZE_CLASSES,
} from './order-sequences.ts';
import { countBeside } from './product-profiles.ts';
import {
  type CountedPairs,
  computeSideTotals,
  NeighbourTally,
  pickStrongestBeside,
  type SideTotals,
} from './strongest-beside.ts';

export interface ProfileCutting {
  /** Items of the whole dataset. */
  readonly items: readonly string[];
  /** Item i is in block i modulo `blocks`. */
  readonly blocks: number;
  /** Larger orders are skipped when counting what comes before and after. */
  readonly largestOrder: number;
  /** Orders that are followed by another one, both of them counted. */
  readonly pairs: number;
}

/**
 * One block after the other. Each begins with the inputs of chance, for all items: the number of the partition's pairs
 * of orders whose first order has it, and of those whose second order has it. Then, per item of the block: the number
 * of its orders; if there are any, their sizes, and the items after and before them.
 */
export function* listProfileBlocks(
  sequences: OrderSequences,
  cutting: ProfileCutting,
): Generator<Uint8Array> {
  const { items, blocks, largestOrder } = cutting;
  const orders = withSharedItems(sequences, items);
  const byItem = indexBasketsByProduct({ start: orders.start, product: orders.item }, items.length);
  const { isFollowed, totals } = countNextOrders(orders, largestOrder);
  const tally = new NeighbourTally(items.length);
  for (let block = 0; block < blocks; block++) {
    const writer = new VarintWriter();
    writeTotals(writer, totals);
    for (let item = block; item < items.length; item += blocks) {
      const sizes = countOrderSizes(item, orders.start, byItem);
      writeSizes(writer, sizes);
      if (sizes.orders === 0) continue;
      for (const side of ['after', 'before'] as const) {
        countBeside(tally, item, side, orders, byItem, isFollowed);
        writer.write(tally.entries);
        writer.write(tally.customers);
        writer.write(tally.size);
        for (let at = 0; at < tally.size; at++) {
          const other = tally.met[at];
          writer.write(other);
          writer.write(tally.getOrders(other));
          writer.write(tally.getCustomers(other));
        }
        tally.clear();
      }
    }
    yield writer.bytes();
  }
}

function withSharedItems(sequences: OrderSequences, items: readonly string[]): OrderSequences {
  const itemOf = locateAmong(items, sequences.items);
  return { ...sequences, items, item: sequences.item.map((own) => itemOf[own]) };
}

function writeTotals(writer: VarintWriter, { first, second }: CountedPairs): void {
  for (let item = 0; item < first.length; item++) {
    writer.write(first[item]);
    writer.write(second[item]);
  }
}

function writeSizes(writer: VarintWriter, { orders, entries, classes }: OrderSizes): void {
  writer.write(orders);
  if (orders === 0) return;
  writer.write(entries);
  for (const count of classes) writer.write(count);
}

/** Joins blocks; `joinProfiles` reads its result. */
export class ProfileBlocksJoin {
  private readonly writer = new VarintWriter();
  private readonly cutting: ProfileCutting;
  private readonly sides: { readonly after: NeighbourTally; readonly before: NeighbourTally };

  constructor(cutting: ProfileCutting) {
    this.cutting = cutting;
    const tally = () => new NeighbourTally(cutting.items.length);
    this.sides = { after: tally(), before: tally() };
  }

  /** `runs`: each partition's bytes of this block. */
  add(block: number, runs: readonly Uint8Array[]): void {
    const { items, blocks, pairs } = this.cutting;
    const readers = runs.map((run) => new VarintReader(run));
    const totals = computeSideTotals({ pairs, ...addTotals(readers, items.length) });
    for (let item = block; item < items.length; item += blocks) {
      const sizes = this.addItem(readers);
      writeSizes(this.writer, sizes);
      if (sizes.orders === 0) continue;
      for (const side of ['after', 'before'] as const) this.write(item, side, totals);
    }
  }

  bytes(): Uint8Array {
    return this.writer.bytes();
  }

  private addItem(readers: readonly VarintReader[]): OrderSizes {
    const sizes = { orders: 0, entries: 0, classes: new Array<number>(SIZE_CLASSES).fill(0) };
    for (const reader of readers) {
      const { orders, entries, classes } = readSizes(reader);
      if (orders === 0) continue;
      sizes.orders += orders;
      sizes.entries += entries;
      for (const [at, count] of classes.entries()) sizes.classes[at] += count;
      for (const tally of [this.sides.after, this.sides.before]) {
        tally.addOrders(reader.read(), reader.read());
        for (let left = reader.read(); left > 0; left--)
          tally.addCounted(reader.read(), reader.read(), reader.read());
      }
    }
    return sizes;
  }

  /** Writes the items before or after, with the totals that they need. */
  private write(item: number, side: 'after' | 'before', totals: SideTotals): void {
    const { writer, cutting } = this;
    const tally = this.sides[side];
    const { orders, same, others } = pickStrongestBeside(tally, item, cutting.items, totals, side);
    tally.clear();
    writer.write(orders);
    writer.write(same.orders);
    writer.write(same.customers);
    writer.write(others.length);
    for (const other of others) {
      writer.write(other.item);
      writer.write(other.orders);
      writer.write(other.customers);
    }
  }
}

function addTotals(readers: readonly VarintReader[], items: number): Pick<CountedPairs, 'first' | 'second'> {
  const first = new Uint32Array(items);
  const second = new Uint32Array(items);
  for (const reader of readers) {
    for (let item = 0; item < items; item++) {
      first[item] += reader.read();
      second[item] += reader.read();
    }
  }
  return { first, second };
}

export function readSizes(reader: VarintReader): OrderSizes {
  const orders = reader.read();
  if (orders === 0) return { orders, entries: 0, classes: [] };
  const entries = reader.read();
  return { orders, entries, classes: Array.from({ length: SIZE_CLASSES }, () => reader.read()) };
}
