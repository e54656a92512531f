// Converts a stored profile for readers: shares and lifts beside the counts.
import type { FileBeside, FileCounts, FileProfile, ProfileIndex } from './profile-file.ts';

export interface SizeClass {
  readonly min_products: number;
  /** Null for the last class, which has all larger orders. */
  readonly max_products: number | null;
  readonly orders: number;
  readonly share: number;
  readonly all_orders: number;
  readonly share_of_all_orders: number;
}

interface BesideShares extends BesideCounts {
  readonly product: string;
}

interface BesideCounts {
  readonly orders: number;
  readonly customers: number;
  /** Null if no order with the product has another one on this side. */
  readonly share: number | null;
  /** Null if no order has the product on this side. */
  readonly lift: number | null;
}

export interface ProfileShares {
  readonly product: string;
  readonly orders: number;
  readonly share_of_orders: number;
  readonly average_basket_size: number;
  readonly all_orders: { readonly orders: number; readonly average_basket_size: number };
  readonly basket_sizes: SizeClass[];
  readonly after: SideShares;
  readonly before: SideShares;
}

interface SideShares {
  readonly orders: number;
  readonly same_product: BesideCounts;
  readonly products: BesideShares[];
}

export function computeProfileShares(
  { product, sizes, after, before }: FileProfile,
  { sizes: all, pairs }: ProfileIndex,
): ProfileShares {
  return {
    product,
    orders: sizes.orders,
    share_of_orders: sizes.orders / all.orders,
    average_basket_size: sizes.entries / sizes.orders,
    all_orders: { orders: all.orders, average_basket_size: all.entries / all.orders },
    basket_sizes: sizes.classes.map((orders, at) => ({
      min_products: at + 1,
      max_products: at + 1 < sizes.classes.length ? at + 1 : null,
      orders,
      share: orders / sizes.orders,
      all_orders: all.classes[at],
      share_of_all_orders: all.classes[at] / all.orders,
    })),
    after: computeSideShares(after, pairs),
    before: computeSideShares(before, pairs),
  };
}

function computeSideShares({ orders: own, same, others }: FileBeside, pairs: number): SideShares {
  const toBesideCounts = ({ orders, customers, anywhere }: FileCounts): BesideCounts => ({
    orders,
    customers,
    share: own === 0 ? null : orders / own,
    lift: own === 0 || anywhere === 0 ? null : orders / own / (anywhere / pairs),
  });
  return {
    orders: own,
    same_product: toBesideCounts(same),
    products: others.map((other) => ({ product: other.product, ...toBesideCounts(other) })),
  };
}
