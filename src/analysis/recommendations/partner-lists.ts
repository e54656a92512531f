// Stores the positive and negative scores of all products for others as columns, to rank recommendations for thousands
// of carts.
import type { CoPurchases } from './partner-tally.ts';

/** Number of products shown beside a cart. */
const FIRST = 5;

/** Product p has the scores score[start[p]] .. score[start[p + 1] - 1] for the products other[…]. */
export interface PartnerLists {
  readonly start: Uint32Array;
  readonly other: Uint32Array;
  readonly score: Float64Array;
}

export interface Popular {
  /** Per product: the amount added to a cart's scores for it. */
  readonly popularity: Float64Array;
  /** Indexes of products, the most popular first. */
  readonly sellers: readonly number[];
}

/** `products`: their number. */
export function createPartnerLists(
  products: number,
  { listPartners, listOpponents }: Pick<CoPurchases, 'listPartners' | 'listOpponents'>,
): PartnerLists {
  const start = new Uint32Array(products + 1);
  const other: number[] = [];
  const score: number[] = [];
  for (let of = 0; of < products; of++) {
    for (const listed of [listPartners(of), listOpponents(of)]) {
      for (const each of listed) {
        other.push(each.product);
        score.push(each.score);
      }
    }
    start[of + 1] = other.length;
  }
  return { start, other: Uint32Array.from(other), score: Float64Array.from(score) };
}

const SCORED = 1;
const CANDIDATE = 2;

/** Ranks products for one cart after the other, as `recommend` does with names. */
export class CartRanking {
  private readonly lists: PartnerLists;
  private readonly popular: Popular;
  /** Per product, its place among the sellers. */
  private readonly sellerRank: Uint32Array;
  /**
   * Per product: the sum of a cart's scores, and whether a product of the cart has a score for it (SCORED), or a positive
   * one (CANDIDATE). All zero between two carts.
   */
  private readonly sums: Float64Array;
  private readonly states: Uint8Array;
  private readonly met: Uint32Array;
  private readonly first: number;

  /** `first`: number of products that are ranked. */
  constructor(lists: PartnerLists, popular: Popular, first = FIRST) {
    const products = lists.start.length - 1;
    this.lists = lists;
    this.popular = popular;
    this.sellerRank = new Uint32Array(products).fill(products);
    for (const [rank, product] of popular.sellers.entries()) this.sellerRank[product] = rank;
    this.sums = new Float64Array(products);
    this.states = new Uint8Array(products);
    this.met = new Uint32Array(products);
    this.first = first;
  }

  /** Sorts the better seller first. */
  compareSales(one: number, other: number): number {
    return this.sellerRank[one] - this.sellerRank[other];
  }

  /**
   * `isInCart`: per product. `weights`: how much the scores of each product of the cart count; default 1. Returns the
   * first products.
   */
  rank(cart: ArrayLike<number>, isInCart: Uint8Array, weights?: ArrayLike<number>): readonly number[] {
    const { sums, states, met, first: most } = this;
    const { popularity, sellers } = this.popular;
    const size = this.addUp(cart, weights);
    const first: number[] = [];
    const insert = (product: number): void => {
      let place = first.length;
      while (place > 0 && this.isBefore(product, first[place - 1])) place--;
      if (place < most) first.splice(place, 0, product);
      if (first.length > most) first.length = most;
    };
    const isSpokenFor = (product: number): boolean => states[product] === CANDIDATE && sums[product] > 0;
    for (let at = 0; at < size; at++) {
      const product = met[at];
      if (isSpokenFor(product) && isInCart[product] === 0) insert(product);
    }
    for (const product of sellers) {
      // The following products have no score, and are less popular.
      if (first.length === most && popularity[product] < this.standing(first[most - 1])) break;
      if (!isSpokenFor(product) && isInCart[product] === 0) insert(product);
    }
    for (let at = 0; at < size; at++) {
      sums[met[at]] = 0;
      states[met[at]] = 0;
    }
    return first;
  }

  private addUp(cart: ArrayLike<number>, weights: ArrayLike<number> | undefined): number {
    const { sums, states, met } = this;
    const { start, other, score } = this.lists;
    let size = 0;
    for (let at = 0; at < cart.length; at++) {
      const of = cart[at];
      const weight = weights === undefined ? 1 : weights[at];
      for (let entry = start[of]; entry < start[of + 1]; entry++) {
        const product = other[entry];
        if (states[product] === 0) {
          met[size++] = product;
          states[product] = SCORED;
        }
        sums[product] += Math.round(weight * score[entry]);
        if (score[entry] > 0) states[product] = CANDIDATE;
      }
    }
    return size;
  }

  private standing(product: number): number {
    return this.sums[product] + this.popular.popularity[product];
  }

  private isBefore(one: number, other: number): boolean {
    const difference = this.standing(one) - this.standing(other);
    return difference > 0 || (difference === 0 && this.sellerRank[one] < this.sellerRank[other]);
  }
}
