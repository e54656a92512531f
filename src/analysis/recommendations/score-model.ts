// Scores pairs of products: fitted for the best sellers, damped cosines for the others. Only products that are together
// in two or more baskets, and more often than by chance, have positive scores, so that `because` can show the reason.
import type { BasketColumns } from '../baskets/basket-columns.ts';
import { findNthSmallest } from '../mining/nth-smallest.ts';
import { SymmetricMatrix } from '../symmetric/symmetric-matrix.ts';
import { type BasketsByProduct, WEIGHT_UNITS } from './basket-work.ts';
import { SCORE_UNITS } from './evidence.ts';
import type { Opponent, PairScore } from './partner-tally.ts';

export interface ScoreModel {
  /** Number of products whose scores are fitted. */
  readonly fitted: number;
  readonly computeScore: PairScore;
  listOpponents(product: number): readonly Opponent[];
}

/** Fewest joint baskets of a positive score: one may be chance. */
const LEAST_TOGETHER = 2;
/** Most products fitted: 200 MB, and some ten seconds of one core for each fit. */
export const MOST_FITTED = 5_000;
/** Most opponents kept per product. */
const MOST_OPPONENTS = 50;

export interface WeighedProducts extends Pick<BasketsByProduct, 'frequency' | 'weight'> {
  readonly basketCount: number;
}

/** Scores products by their baskets alone. */
export function createCosineModel({ basketCount, frequency, weight }: WeighedProducts): ScoreModel {
  return {
    fitted: 0,
    computeScore: (of, other, together, joint) =>
      isMoreThanChance(together, frequency[of], frequency[other], basketCount)
        ? computeDampedCosine(joint, weight[of], weight[other])
        : 0,
    listOpponents: () => [],
  };
}

/** `fit`: already solved. */
function createEaseModel(products: WeighedProducts, fit: EaseFit, fitted: number): ScoreModel {
  const { basketCount, frequency } = products;
  const beyond = createCosineModel(products);
  return {
    fitted,
    computeScore(of, other, together, joint) {
      if (!isMoreThanChance(together, frequency[of], frequency[other], basketCount)) return 0;
      return fit.getScore(of, other) ?? beyond.computeScore(of, other, together, joint);
    },
    listOpponents: (product) => fit.against(product, MOST_OPPONENTS),
  };
}

function isMoreThanChance(together: number, one: number, other: number, basketCount: number): boolean {
  return together >= LEAST_TOGETHER && together * basketCount > one * other;
}

/** The products that are in a basket, the one in the most baskets first. */
export function rankBestSellers(products: readonly string[], frequency: Uint32Array): number[] {
  return [...frequency.keys()]
    .filter((product) => frequency[product] > 0)
    .sort((a, b) => frequency[b] - frequency[a] || (products[a] < products[b] ? -1 : 1));
}

export interface CountedBaskets
  extends BasketsByProduct,
    Pick<BasketColumns, 'start' | 'product' | 'products' | 'basketCount'> {
  readonly largestBasket: number;
  /** Indexes of products, the one in the most baskets first. */
  readonly sellers: readonly number[];
}

export function fitScores(baskets: CountedBaskets, fit: EaseFit, penalty = PENALTY): ScoreModel {
  const fitted = Uint32Array.from(baskets.sellers.slice(0, fit.size));
  fit.count(fitted, baskets);
  fit.solve(penalty);
  return createEaseModel(baskets, fit, fitted.length);
}

// Fits the scores of each product of a cart for another one, among the best-selling products: EASE-R (Steck 2019), a
// linear autoencoder with a closed form, with a dropout (EDLAE, Steck 2020). With G the weighted numbers of baskets
// that hold both products, D its diagonal, r the dropout, and P = (G + rD + λI)⁻¹, product i has the score −P[i, j] /
// P[j, j] for product j: its contribution beyond the other products of a small part of a basket. Products that do not
// help have a score of 0 or less.

interface EaseBaskets extends Pick<BasketColumns, 'start' | 'product'> {
  /** Weight of a basket by its number of products. */
  readonly weightOfSize: Uint32Array;
  /** Per product, the weight of all its baskets. */
  readonly weight: Float64Array;
  /** Pairs of baskets with more products than this are skipped. */
  readonly largestBasket: number;
}

/** `lambda`: in baskets of one product. */
interface EasePenalty {
  readonly lambda: number;
  readonly dropout: number;
}

/** The best dropout among 0, 1, 3 and 10 on earlier days: a cart has one of four products that will be ordered. */
export const PENALTY: EasePenalty = { lambda: 10, dropout: 3 };

/**
 * Computes scores of some products for each other. Each fit reuses its memory, 8 bytes × the square of their number.
 */
export class EaseFit {
  /** Most products of a fit. */
  readonly size: number;
  private readonly matrix: SymmetricMatrix;
  private rankOf: Int32Array = new Int32Array();
  private products: Uint32Array = new Uint32Array();
  /** Scratch of `against`. */
  private readonly negative: Float64Array;

  constructor(size: number) {
    this.size = size;
    this.matrix = new SymmetricMatrix(size);
    this.negative = new Float64Array(size);
  }

  /** `products`: indexes of those that are fitted, in a sequence that does not depend on the baskets'. */
  count(products: Uint32Array, baskets: EaseBaskets): void {
    const { cells, stride } = this.matrix;
    const { start, product, weightOfSize, weight, largestBasket } = baskets;
    const rankOf = new Int32Array(weight.length).fill(-1);
    for (const [rank, item] of products.entries()) rankOf[item] = rank;
    this.products = products;
    this.rankOf = rankOf;
    cells.fill(0);
    const ranks = new Uint32Array(weightOfSize.length);
    for (let basket = 0; basket + 1 < start.length; basket++) {
      const size = start[basket + 1] - start[basket];
      if (size > largestBasket) continue;
      let held = 0;
      for (let entry = start[basket]; entry < start[basket + 1]; entry++) {
        const rank = rankOf[product[entry]];
        if (rank >= 0) ranks[held++] = rank;
      }
      const own = weightOfSize[size];
      for (let a = 1; a < held; a++) {
        const one = ranks[a];
        for (let b = 0; b < a; b++) {
          const other = ranks[b];
          cells[one > other ? one * stride + other : other * stride + one] += own;
        }
      }
    }
    for (const [rank, item] of products.entries()) cells[rank * stride + rank] = weight[item];
  }

  /** Solves the counted equations. `dropout`: number of products missing in a cart for each one in it. */
  solve({ lambda, dropout }: EasePenalty): void {
    const { cells, stride, size } = this.matrix;
    for (let rank = 0; rank < size; rank++) {
      const at = rank * stride + rank;
      cells[at] = (1 + dropout) * cells[at] + lambda * WEIGHT_UNITS;
    }
    this.matrix.invert();
    const diagonal = Float64Array.from({ length: size }, (_, rank) => cells[rank * stride + rank]);
    for (let row = 0; row < size; row++) {
      const at = row * stride;
      for (let column = 0; column < size; column++)
        cells[at + column] = Math.round((-SCORE_UNITS * cells[at + column]) / diagonal[column]);
      cells[at + row] = 0;
    }
  }

  /** The score of `of` for `other`, in SCORE_UNITS; undefined unless both are fitted. */
  getScore(of: number, other: number): number | undefined {
    const [row, column] = [this.rankOf[of], this.rankOf[other]];
    if (row < 0 || column < 0) return undefined;
    return this.matrix.cells[row * this.matrix.stride + column];
  }

  /** The `most` products for which `of` has the lowest negative scores, lowest first. Ties by rank. */
  against(of: number, most: number): { readonly product: number; readonly score: number }[] {
    const row = this.rankOf[of];
    if (row < 0) return [];
    const { cells, stride } = this.matrix;
    const { negative } = this;
    const [from, to] = [row * stride, row * stride + this.products.length];
    let size = 0;
    for (let at = from; at < to; at++) if (cells[at] < 0) negative[size++] = cells[at];
    if (size === 0 || most === 0) return [];
    const least = findNthSmallest(negative, size, Math.min(most, size) - 1);
    const found: { readonly product: number; readonly score: number }[] = [];
    for (let at = from; at < to; at++) {
      const score = cells[at];
      if (score < 0 && score <= least) found.push({ product: this.products[at - from], score });
    }
    return found.sort((a, b) => a.score - b.score).slice(0, most);
  }
}

/** Weight of baskets of one product that damps a cosine, which is unreliable for products in few baskets. */
const COSINE_DAMPING = 3 * WEIGHT_UNITS;
/**
 * Factor of a cosine: fitted scores exclude what other products explain, and the dropout lowers them; a cosine counts
 * half of that.
 */
const COSINE_SHARE = 0.5 / (1 + PENALTY.dropout);

/** Score of products that are not both fitted: the cosine of their weighted baskets, on the scale of fitted scores. */
export function computeDampedCosine(joint: number, one: number, other: number): number {
  const scale = Math.sqrt((one + COSINE_DAMPING) * (other + COSINE_DAMPING));
  return Math.round((SCORE_UNITS * COSINE_SHARE * joint) / scale);
}
