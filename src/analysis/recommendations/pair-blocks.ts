// Counts pairs of products of a dataset in partitions: each partition counts its own, cut into blocks of products, and
// a block of all partitions makes the evidence that one function makes of all baskets. A block has every pair of its
// products, so that it needs no other block. Products are ordered by frequency, whose ranks are short numbers and
// spread the work evenly.
import type { BasketColumns } from '../baskets/basket-columns.ts';
import type { ItemValues } from '../baskets/item-values.ts';
import { indexBasketsByProduct } from './basket-work.ts';
import { type CoPurchase, type CoPurchases, countPartners, PartnerTally } from './partner-tally.ts';
import { getMostPartners, pickPartners } from './product-evidence.ts';
import { createCosineModel, type WeighedProducts } from './score-model.ts';
import { VarintReader, VarintWriter } from './varints.ts';

export interface PairCutting {
  /** Number of products of the whole dataset that are in a basket. */
  readonly ranks: number;
  /** Product of rank r is in block r modulo `blocks`. */
  readonly blocks: number;
  /** Baskets with more products than this are skipped. */
  readonly largestBasket: number;
}

/**
 * One block after the other. `products` of the baskets are ranks of the whole dataset. For each product of a block, by
 * rank: the number of its partners, then each with the number of baskets that hold both, and their weight.
 */
export function* listPairBlocks(
  { start, product }: Pick<BasketColumns, 'start' | 'product'>,
  { ranks, blocks, largestBasket }: PairCutting,
): Generator<Uint8Array> {
  const baskets = { start, product };
  const byProduct = indexBasketsByProduct(baskets, ranks);
  const tally = new PartnerTally(ranks);
  for (let block = 0; block < blocks; block++) {
    const writer = new VarintWriter();
    for (let of = block; of < ranks; of += blocks) {
      countPartners(tally, of, baskets, byProduct, largestBasket);
      writer.write(Math.max(0, tally.size - 1));
      for (let at = 0; at < tally.size; at++) {
        const other = tally.met[at];
        if (other === of) continue;
        writer.write(other);
        writer.write(tally.counts[other]);
        writer.write(tally.weights[other] % LOW_WEIGHTS);
        writer.write(Math.floor(tally.weights[other] / LOW_WEIGHTS));
      }
      tally.clear();
    }
    yield writer.bytes();
  }
}

/** Weights may exceed the 32 bits of a varint: for nearly all pairs, the high part is 0, one byte. */
const LOW_WEIGHTS = 2 ** 28;

/** Counts of the products of the whole dataset. */
export interface WholeProducts extends WeighedProducts {
  /** Per rank: index of the product. */
  readonly productOf: Uint32Array;
  readonly fieldValues: ItemValues | undefined;
}

/** The kept partners of products, product by product. */
export interface KeptPartners {
  /** Number of kept partners per product. */
  readonly kept: ArrayLike<number>;
  /** Per kept partner, strongest first: index of the product, and number of baskets with both. */
  readonly product: ArrayLike<number>;
  readonly together: ArrayLike<number>;
  readonly score: ArrayLike<number>;
}

/** `blocks`: the number of each, and each partition's bytes of it. Products follow block by block, by rank. */
export function readPartners(
  blocks: Iterable<{ readonly block: number; readonly runs: readonly Uint8Array[] }>,
  blockCount: number,
  { productOf, fieldValues, ...whole }: WholeProducts,
): KeptPartners {
  const limits = { computeScore: createCosineModel(whole).computeScore, most: getMostPartners(fieldValues) };
  const tally = new PartnerTally(whole.frequency.length);
  const kept: number[] = [];
  const partners: CoPurchase[] = [];
  for (const { block, runs } of blocks) {
    const readers = runs.map((run) => new VarintReader(run));
    for (let rank = block; rank < productOf.length; rank += blockCount) {
      const of = productOf[rank];
      for (const reader of readers) addPartners(reader, productOf, tally);
      const strongest = pickPartners(tally.strongest(of, limits), fieldValues);
      tally.clear();
      kept.push(strongest.length);
      for (const partner of strongest) partners.push(partner);
    }
  }
  return {
    kept: Uint32Array.from(kept),
    product: Uint32Array.from(partners, ({ product }) => product),
    together: Uint32Array.from(partners, ({ together }) => together),
    score: Uint32Array.from(partners, ({ score }) => score),
  };
}

function addPartners(reader: VarintReader, productOf: Uint32Array, tally: PartnerTally): void {
  for (let left = reader.read(); left > 0; left--) {
    const other = productOf[reader.read()];
    const together = reader.read();
    const low = reader.read();
    tally.add(other, together, low + reader.read() * LOW_WEIGHTS);
  }
}

/** The numbers of a partition's blocks, ascending: each partition has as many. */
export function listPartBlocks(part: number, parts: number, blocks: number): number[] {
  return Array.from({ length: Math.ceil((blocks - part) / parts) }, (_, at) => part + at * parts);
}

/** `found`: partners from the blocks of each partition. */
export function joinPartners(
  found: readonly KeptPartners[],
  blocks: number,
  { productOf, frequency }: Pick<WholeProducts, 'productOf' | 'frequency'>,
  largestBasket: number,
): CoPurchases {
  /** Per product: its partition, and its place among the partners found there. */
  const partOf = new Uint32Array(frequency.length);
  const from = new Uint32Array(frequency.length);
  const to = new Uint32Array(frequency.length);
  for (const [part, { kept }] of found.entries()) {
    let at = 0;
    let end = 0;
    for (const block of listPartBlocks(part, found.length, blocks)) {
      for (let rank = block; rank < productOf.length; rank += blocks) {
        const product = productOf[rank];
        partOf[product] = part;
        from[product] = end;
        end += kept[at++];
        to[product] = end;
      }
    }
  }
  return {
    frequency,
    largestBasket,
    listOpponents: () => [],
    listPartners(of) {
      const { product, together, score } = found[partOf[of]] ?? NOTHING_FOUND;
      return Array.from({ length: to[of] - from[of] }, (_, at) => ({
        product: product[from[of] + at],
        together: together[from[of] + at],
        score: score[from[of] + at],
      }));
    },
  };
}

const NOTHING_FOUND = { product: new Uint32Array(), together: new Uint32Array(), score: new Uint32Array() };
