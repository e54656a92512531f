// A product's profile with names in place of indexes, as it is stored: counts alone, from which all shares follow.
import type { OrderSizes } from './order-sizes.ts';
import type { ProductProfile, ProductProfiles } from './product-profiles.ts';
import type { Beside, SideTotals } from './strongest-beside.ts';

export interface FileProfile {
  readonly product: string;
  readonly sizes: OrderSizes;
  readonly after: FileBeside;
  readonly before: FileBeside;
}

export interface FileBeside {
  readonly orders: number;
  readonly same: FileCounts;
  readonly others: readonly FileNeighbour[];
}

export interface FileCounts {
  readonly orders: number;
  readonly customers: number;
  /** Orders of this side that have it, whatever the order on the other side has: of all pairs of orders. */
  readonly anywhere: number;
}

interface FileNeighbour extends FileCounts {
  readonly product: string;
}

export function fileProfile(
  { item, sizes, after, before }: ProductProfile,
  of: ProductProfiles,
): FileProfile {
  const { first, second } = of.totals;
  return {
    product: of.items[item],
    sizes,
    after: fileBeside(after, of.items, second),
    before: fileBeside(before, of.items, first),
  };
}

function fileBeside(
  { orders, same, others }: Beside,
  items: readonly string[],
  anywhere: SideTotals['first'],
): FileBeside {
  return {
    orders,
    same: { orders: same.orders, customers: same.customers, anywhere: anywhere[same.item] },
    others: others.map(({ item, orders: count, customers }) => ({
      product: items[item],
      orders: count,
      customers,
      anywhere: anywhere[item],
    })),
  };
}
