// Reads the profiles that partitions have put together, block by block, as those of the whole dataset. They stay bytes
// until a profile is read.
import { listPartBlocks } from '../recommendations/pair-blocks.ts';
import { VarintReader } from '../recommendations/varints.ts';
import type { OrderSizes } from './order-sequences.ts';
import type { ProductProfile, ProductProfiles } from './product-profiles.ts';
import { type ProfileCutting, readSizes } from './profile-blocks.ts';
import { type Beside, type BesideItem, computeSideTotals } from './strongest-beside.ts';

/** `found`: per partition, the result of `ProfileBlocksJoin`. `sizes`: over all orders. */
export function joinProfiles(
  found: readonly Uint8Array[],
  { items, blocks, largestOrder, pairs }: ProfileCutting,
  sizes: OrderSizes,
): ProductProfiles {
  const partOf = new Uint32Array(items.length);
  const from = new Uint32Array(items.length);
  const orders = new Uint32Array(items.length);
  const first = new Uint32Array(items.length);
  const second = new Uint32Array(items.length);
  for (const [part, bytes] of found.entries()) {
    const reader = new VarintReader(bytes);
    for (const block of listPartBlocks(part, found.length, blocks)) {
      for (let item = block; item < items.length; item += blocks) {
        partOf[item] = part;
        from[item] = reader.position;
        const profile = readProfile(reader, item);
        orders[item] = profile.sizes.orders;
        first[item] = profile.after.orders;
        second[item] = profile.before.orders;
      }
    }
  }
  return {
    items,
    sizes,
    totals: computeSideTotals({ pairs, first, second }),
    largestOrder,
    sold: () => Array.from(orders.keys()).filter((item) => orders[item] > 0),
    of: (item) => readProfile(new VarintReader(found[partOf[item]].subarray(from[item])), item),
  };
}

const NOTHING = { orders: 0, customers: 0 };

function readProfile(reader: VarintReader, item: number): ProductProfile {
  const sizes = readSizes(reader);
  if (sizes.orders > 0)
    return { item, sizes, after: readBeside(reader, item), before: readBeside(reader, item) };
  const none: Beside = { orders: 0, same: { item, ...NOTHING }, others: [] };
  return { item, sizes, after: none, before: none };
}

function readBeside(reader: VarintReader, item: number): Beside {
  return {
    orders: reader.read(),
    same: { item, orders: reader.read(), customers: reader.read() },
    others: Array.from(
      { length: reader.read() },
      (): BesideItem => ({
        item: reader.read(),
        orders: reader.read(),
        customers: reader.read(),
      }),
    ),
  };
}
