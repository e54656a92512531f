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
  /** Partners that are used of a product: weaker ones may be left out. Infinite where all are used. */
  readonly most: number;
}

export class PartnerTally {
  /** Per product: baskets with it. All zero between two products. */
  readonly counts: Uint32Array;
  /** The first `size`: products that are counted. */
  readonly met: Uint32Array;
  size = 0;
  // Scratch of `strongest`: partners, and how strong each is.
  private readonly partners: Uint32Array;
  private readonly strengths: Float64Array;

  constructor(products: number) {
    this.counts = new Uint32Array(products);
    this.met = new Uint32Array(products);
    this.partners = new Uint32Array(products);
    this.strengths = new Float64Array(products);
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
  strongest(of: number, { basketCount, frequency, leastTogether, most }: PartnerLimits): CoPurchase[] {
    const { counts, partners, strengths } = this;
    let found = 0;
    for (let at = 0; at < this.size; at++) {
      const product = this.met[at];
      const together = counts[product];
      if (product === of || together < leastTogether) continue;
      if (together * basketCount <= frequency[of] * frequency[product]) continue;
      partners[found] = product;
      strengths[found++] = strengthOf(together, frequency[product]);
    }
    // Objects only of those that are used: of a thousand partners, some fifty.
    const least = found <= most ? 0 : strengths.slice(0, found).sort()[found - most];
    const kept: (CoPurchase & { readonly strength: number })[] = [];
    for (let at = 0; at < found; at++) {
      const strength = strengths[at];
      if (strength < least) continue;
      kept.push({ product: partners[at], together: counts[partners[at]], strength });
    }
    return kept
      .sort((a, b) => b.strength - a.strength || a.product - b.product)
      .map(({ product, together }) => ({ product, together }));
  }

  /** Partners with a larger index. */
  countAfter(of: number): number {
    let after = 0;
    for (let at = 0; at < this.size; at++) if (this.met[at] > of) after++;
    return after;
  }
}

/** √(confidence × lift) of partners of one product: together ÷ √frequency, compared as squares. */
function strengthOf(together: number, frequency: number): number {
  return together ** 2 / frequency;
}
