// How often the products that go with a given one are bought with it, one product after the other: one counter per product,
// so that memory does not grow with the number of pairs.

/** A product, by index, that goes with another one. */
export interface CoPurchase {
  readonly product: number;
  readonly together: number;
}

export interface PartnerLimits {
  readonly basketCount: number;
  /** Baskets per product. */
  readonly frequency: Uint32Array;
  /** Baskets that must hold both. */
  readonly leastTogether: number;
}

export class PartnerTally {
  /** Per product: baskets with it. All zero between two products. */
  readonly counts: Uint32Array;
  /** The first `size`: products that are counted. */
  readonly met: Uint32Array;
  size = 0;

  constructor(products: number) {
    this.counts = new Uint32Array(products);
    this.met = new Uint32Array(products);
  }

  add(product: number, together: number): void {
    if (this.counts[product] === 0) this.met[this.size++] = product;
    this.counts[product] += together;
  }

  clear(): void {
    for (let at = 0; at < this.size; at++) this.counts[this.met[at]] = 0;
    this.size = 0;
  }

  /** Partners that are in the baskets of product `of` more often than chance would have it, strongest first. */
  strongest(of: number, { basketCount, frequency, leastTogether }: PartnerLimits): CoPurchase[] {
    const kept: CoPurchase[] = [];
    for (let at = 0; at < this.size; at++) {
      const product = this.met[at];
      const together = this.counts[product];
      if (product === of || together < leastTogether) continue;
      if (together * basketCount > frequency[of] * frequency[product]) kept.push({ product, together });
    }
    // √(confidence × lift) of partners of one product: together ÷ √frequency, compared as squares.
    const strength = ({ product, together }: CoPurchase) => together ** 2 / frequency[product];
    return kept.sort((a, b) => strength(b) - strength(a) || a.product - b.product);
  }

  /** Partners with a larger index. */
  countAfter(of: number): number {
    let after = 0;
    for (let at = 0; at < this.size; at++) if (this.met[at] > of) after++;
    return after;
  }
}
