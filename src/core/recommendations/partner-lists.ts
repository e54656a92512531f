// What all products say for others and against them, as columns: recommendations for thousands of carts.
import type { CoPurchases } from './co-purchases.ts';

/** Products that are shown of a list, and that are looked at. */
export const FIRST = 5;
export const LOOKED_AT = 20;

/** Product p says score[start[p]] .. score[start[p + 1] - 1] for the products other[…]. */
export interface PartnerLists {
  readonly start: Uint32Array;
  readonly other: Uint32Array;
  readonly score: Float64Array;
}

/** `products`: their number. */
export function partnerLists(
  products: number,
  { partnersOf, opponentsOf }: Pick<CoPurchases, 'partnersOf' | 'opponentsOf'>,
): PartnerLists {
  const start = new Uint32Array(products + 1);
  const other: number[] = [];
  const score: number[] = [];
  for (let of = 0; of < products; of++) {
    for (const listed of [partnersOf(of), opponentsOf(of)]) {
      for (const each of listed) {
        other.push(each.product);
        score.push(each.score);
      }
    }
    start[of + 1] = other.length;
  }
  return { start, other: Uint32Array.from(other), score: Float64Array.from(score) };
}

/** Ranks products for one cart after the other: as `recommend` does it with names. */
export class CartRanking {
  private readonly lists: PartnerLists;
  /** By index, first the one in the most baskets; and per product, its place there. */
  private readonly sellers: readonly number[];
  private readonly sellerRank: Uint32Array;
  /** Per product: the sum of a cart's scores, and whether a product of the cart speaks for it. All zero between two carts. */
  private readonly sums: Float64Array;
  private readonly isCandidate: Uint8Array;
  private readonly met: Uint32Array;

  constructor(lists: PartnerLists, sellers: readonly number[]) {
    const products = lists.start.length - 1;
    this.lists = lists;
    this.sellers = sellers;
    this.sellerRank = new Uint32Array(products).fill(products);
    for (const [rank, product] of sellers.entries()) this.sellerRank[product] = rank;
    this.sums = new Float64Array(products);
    this.isCandidate = new Uint8Array(products);
    this.met = new Uint32Array(products);
  }

  /**
   * `isInCart`: per product. Returns the FIRST products, and the place of `wanted`, from 1, among all candidates and the best
   * sellers after them; infinite where it is none of the LOOKED_AT first.
   */
  rank(
    cart: ArrayLike<number>,
    isInCart: Uint8Array,
    wanted: number,
  ): { readonly first: readonly number[]; readonly place: number } {
    const { sums, isCandidate, met } = this;
    const size = this.addUp(cart);
    for (let at = 0; at < size; at++) if (sums[met[at]] <= 0) isCandidate[met[at]] = 0;
    const first: number[] = [];
    let candidates = 0;
    let before = 0;
    for (let at = 0; at < size; at++) {
      const product = met[at];
      if (isCandidate[product] === 0 || isInCart[product] === 1) continue;
      candidates++;
      if (product !== wanted && this.isBefore(product, wanted)) before++;
      let place = first.length;
      while (place > 0 && this.isBefore(product, first[place - 1])) place--;
      if (place < FIRST) first.splice(place, 0, product);
      if (first.length > FIRST) first.length = FIRST;
    }
    let place = isCandidate[wanted] === 1 ? before + 1 : Number.POSITIVE_INFINITY;
    let behind = candidates;
    for (const product of this.sellers) {
      if (behind >= LOOKED_AT) break;
      if (isCandidate[product] === 1 || isInCart[product] === 1) continue;
      behind++;
      if (first.length < FIRST) first.push(product);
      if (product === wanted) place = behind;
    }
    for (let at = 0; at < size; at++) {
      sums[met[at]] = 0;
      isCandidate[met[at]] = 0;
    }
    return { first, place };
  }

  private addUp(cart: ArrayLike<number>): number {
    const { sums, isCandidate, met } = this;
    const { start, other, score } = this.lists;
    let size = 0;
    for (let at = 0; at < cart.length; at++) {
      const of = cart[at];
      for (let entry = start[of]; entry < start[of + 1]; entry++) {
        const product = other[entry];
        if (sums[product] === 0 && isCandidate[product] === 0) met[size++] = product;
        sums[product] += score[entry];
        if (score[entry] > 0) isCandidate[product] = 1;
      }
    }
    return size;
  }

  private isBefore(one: number, other: number): boolean {
    if (this.isCandidate[other] === 0) return true;
    const difference = this.sums[one] - this.sums[other];
    return difference > 0 || (difference === 0 && this.sellerRank[one] < this.sellerRank[other]);
  }
}
