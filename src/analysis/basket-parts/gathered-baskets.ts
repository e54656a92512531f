// Gathers the baskets of all partitions in one place, where they fit. Products have the indexes that one function over
// the whole dataset gives them, and money is in limbs wherever it would be there.
import type { BasketColumns } from '../baskets/basket-columns.ts';
import type { FilledBaskets } from '../baskets/fill-baskets.ts';
import type { UnpackedColumns } from '../extract/packed-columns.ts';
import { areSafeTogether, LIMBS, type Limbs, splitLimb } from '../money/limbs.ts';
import { JoinedLabels, JoinedTotals } from './joined-totals.ts';
import { type PackedBaskets, readPackedBaskets, toPartBaskets } from './packed-baskets.ts';

interface IndexedBaskets extends PackedBaskets {
  /** Per label of the partition: its index among all labels. */
  readonly indexOf: Uint32Array;
}

export class GatheredBaskets {
  private readonly parts: IndexedBaskets[] = [];
  private readonly labels = new JoinedLabels();
  private readonly totals: JoinedTotals;
  private readonly scale: number;

  /** Money is in units of 10^-scale. */
  constructor(scale: number) {
    this.scale = scale;
    this.totals = new JoinedTotals(scale);
  }

  /** `columns`: one partition's. Partitions are added in their sequence. */
  add(columns: UnpackedColumns): void {
    const part = readPackedBaskets(columns);
    this.totals.add(part.totals);
    this.parts.push({ ...part, indexOf: this.labels.add(part) });
  }

  end(): FilledBaskets {
    const { labels, indexOf } = this.labels.sequence();
    const [only] = this.parts;
    if (this.parts.length === 1 && indexOf.every((index, label) => index === label))
      return { filled: toPartBaskets(only), totals: only.totals };
    const parts = this.parts.map((part) => ({
      ...part,
      indexOf: part.indexOf.map((label) => indexOf[label]),
    }));
    return {
      filled: concatenateParts(parts, labels, this.scale),
      totals: this.totals.totals(sumLabelRows(parts, labels.length)),
    };
  }
}

function sumLabelRows(parts: readonly IndexedBaskets[], labels: number): Uint32Array | undefined {
  if (parts.every(({ totals }) => totals.rowsOfLabel === undefined)) return undefined;
  const rows = new Uint32Array(labels);
  for (const { totals, indexOf } of parts)
    for (const [label, count] of totals.rowsOfLabel?.entries() ?? []) rows[indexOf[label]] += count;
  return rows;
}

function concatenateParts(
  parts: readonly IndexedBaskets[],
  products: readonly string[],
  scale: number,
): BasketColumns {
  const basketCount = parts.reduce((sum, { sizes }) => sum + sizes.length, 0);
  const entries = parts.reduce((sum, part) => sum + part.product.length, 0);
  const isSafe = areSafeTogether(parts.map(({ limbs }) => limbs));
  const start = new Uint32Array(basketCount + 1);
  const product = new Uint32Array(entries);
  const values: Limbs = Array.from({ length: isSafe ? 1 : LIMBS }, () => new Float64Array(entries));
  const moments = parts.every((part) => part.moments !== undefined)
    ? new Float64Array(basketCount)
    : undefined;
  const customers = parts.every((part) => part.customers !== undefined)
    ? new Int32Array(basketCount)
    : undefined;
  let basket = 0;
  let entry = 0;
  let known = 0;
  for (const { sizes, product: own, limbs, indexOf, moments: days, customers: ofPart = [] } of parts) {
    moments?.set(days ?? [], basket);
    const ofOthers = known;
    for (const [at, customer] of ofPart.entries()) {
      if (customers !== undefined) customers[basket + at] = customer < 0 ? -1 : ofOthers + customer;
      known = Math.max(known, ofOthers + customer + 1);
    }
    for (let at = 0; at < sizes.length; at++, basket++) start[basket + 1] = start[basket] + sizes[at];
    for (let at = 0; at < own.length; at++) product[entry + at] = indexOf[own[at]];
    const wanted = isSafe || limbs.length > 1 ? limbs : splitLimb(limbs[0]);
    for (const [at, limb] of wanted.entries()) values[at].set(limb, entry);
    entry += own.length;
  }
  sortEntries(start, product, values);
  return { basketCount, start, product, values, scale, products, moments, customers };
}

// Sorts the entries of each basket, with their values, by product.
/**
 * The longest basket sorted by insertion, whose time grows with the square of the length; longer ones are sorted by
 * index.
 */
const MOST_INSERTED = 32;

function sortEntries(start: Uint32Array, product: Uint32Array, values: Limbs): void {
  const held = values.map(() => 0);
  for (let basket = 0; basket + 1 < start.length; basket++) {
    const from = start[basket];
    const to = start[basket + 1];
    if (to - from > MOST_INSERTED) sortLong(product.subarray(from, to), values, from, to);
    else insertEach(product, values, from, to, held);
  }
}

function insertEach(product: Uint32Array, values: Limbs, from: number, to: number, held: number[]): void {
  for (let entry = from + 1; entry < to; entry++) {
    const item = product[entry];
    if (product[entry - 1] < item) continue;
    for (let limb = 0; limb < values.length; limb++) held[limb] = values[limb][entry];
    let at = entry;
    for (; at > from && product[at - 1] > item; at--) {
      product[at] = product[at - 1];
      for (const limb of values) limb[at] = limb[at - 1];
    }
    product[at] = item;
    for (let limb = 0; limb < values.length; limb++) values[limb][at] = held[limb];
  }
}

function sortLong(product: Uint32Array, values: Limbs, from: number, to: number): void {
  const order = Uint32Array.from(product.keys()).sort((a, b) => product[a] - product[b]);
  product.set(order.map((entry) => product[entry]));
  for (const limb of values) {
    const own = limb.slice(from, to);
    for (const [at, entry] of order.entries()) limb[from + at] = own[entry];
  }
}
