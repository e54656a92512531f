// Holds the served recommendations of all products as columns, so that the next products of a whole list of customers
// are ranked without an object for each score. Products are numbered by their sales, the one in the most baskets first.
import { computePopularity, type EvidenceSummary, type ProductEvidence } from './evidence.ts';
import type { PartnerLists, Popular } from './partner-lists.ts';

export interface ServedModel {
  readonly products: readonly string[];
  readonly lists: PartnerLists;
  readonly popular: Popular;
  /** Undefined if the report's baskets had no customers or dates. */
  readonly reorderRates: Float64Array | undefined;
}

/** The evidence of one product, with numbers in place of the names. */
interface NumberedEvidence {
  readonly other: Uint32Array;
  readonly score: Float64Array;
  readonly baskets: number;
  readonly reorderRate: number | undefined;
}

/** Adds the evidence of products, in any order, one after the other; each may be dropped afterwards. */
export class ServedModelBuilder {
  private readonly numberOf = new Map<string, number>();
  private readonly evidence: NumberedEvidence[] = [];

  add({ product, baskets, reorderRate, pairs, against }: ProductEvidence): void {
    const scored = [...pairs, ...against];
    const other = Uint32Array.from(scored, (each) => this.getNumber(each.product));
    const score = Float64Array.from(scored, (each) => each.score);
    this.evidence[this.getNumber(product)] = { other, score, baskets, reorderRate };
  }

  /** Throws if a product has no evidence: not all of the version was added. */
  end({ baskets: basketCount, popularityShare = 0 }: EvidenceSummary): ServedModel {
    const names = [...this.numberOf.keys()];
    const evidence = names.map((name, at) => {
      const known = this.evidence[at];
      if (known === undefined) throw new Error(`the recommendations have no evidence of ${name}`);
      return known;
    });
    const bySales = [...names.keys()].sort(
      (a, b) => evidence[b].baskets - evidence[a].baskets || (names[a] < names[b] ? -1 : 1),
    );
    const rankOf = new Uint32Array(names.length);
    const start = new Uint32Array(names.length + 1);
    for (const [rank, product] of bySales.entries()) {
      rankOf[product] = rank;
      start[rank + 1] = start[rank] + evidence[product].other.length;
    }
    const scores = start[names.length];
    const lists = { start, other: new Uint32Array(scores), score: new Float64Array(scores) };
    for (const [rank, product] of bySales.entries()) {
      const { other, score } = evidence[product];
      lists.score.set(score, start[rank]);
      for (let at = 0; at < other.length; at++) lists.other[start[rank] + at] = rankOf[other[at]];
    }
    const hasRates = evidence.some(({ reorderRate }) => reorderRate !== undefined);
    return {
      products: bySales.map((product) => names[product]),
      lists,
      popular: {
        popularity: Float64Array.from(bySales, (product) =>
          computePopularity(evidence[product].baskets, basketCount, popularityShare),
        ),
        sellers: [...bySales.keys()],
      },
      reorderRates: hasRates
        ? Float64Array.from(bySales, (product) => evidence[product].reorderRate ?? 0)
        : undefined,
    };
  }

  private getNumber(name: string): number {
    const known = this.numberOf.get(name);
    if (known !== undefined) return known;
    const number = this.numberOf.size;
    this.numberOf.set(name, number);
    return number;
  }
}
