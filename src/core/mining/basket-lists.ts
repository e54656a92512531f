// The baskets that hold all of some products, as ascending lists of places in a sequence of baskets. Two lists are intersected by
// marking the baskets of the longer one and looking up those of the shorter one.
import type { BasketColumns } from '../baskets/basket-columns.ts';
import { leap } from './search/leap.ts';

export interface BasketList {
  readonly places: Uint32Array;
  /** Of each basket, `width` entries: one of each product. */
  readonly entries: Uint32Array;
  readonly width: number;
}

const EMPTY: BasketList = { places: new Uint32Array(0), entries: new Uint32Array(0), width: 0 };

export class BasketLists {
  /** Of the lists that met last, per common basket its index in each of them. */
  readonly inOne: Uint32Array;
  readonly inOther: Uint32Array;
  private readonly ofItem: ReadonlyMap<number, BasketList>;

  /** `sequence`: all baskets in some order; `items`: those that lists are wanted of. */
  constructor(baskets: BasketColumns, sequence: Uint32Array, items: ReadonlySet<number>) {
    this.inOne = new Uint32Array(sequence.length);
    this.inOther = new Uint32Array(sequence.length);
    this.ofItem = listsOf(baskets, sequence, items);
  }

  /** An item that is no product stands for one that no basket holds. */
  of(items: readonly number[]): BasketList {
    const [first = EMPTY, ...others] = items
      .map((item) => this.ofOne(item))
      .sort((a, b) => a.places.length - b.places.length);
    return others.reduce((list, other) => this.intersect(list, other), first);
  }

  private ofOne(item: number): BasketList {
    return this.ofItem.get(item) ?? EMPTY;
  }

  /** How many baskets are in both lists: fills `inOne` and `inOther`. */
  meet(one: BasketList, other: BasketList): number {
    if (one.places.length > other.places.length)
      return this.leapThrough(other, one, this.inOther, this.inOne);
    return this.leapThrough(one, other, this.inOne, this.inOther);
  }

  private leapThrough(
    { places }: BasketList,
    { places: longer }: BasketList,
    inShorter: Uint32Array,
    inLonger: Uint32Array,
  ): number {
    let met = 0;
    let next = 0;
    for (let at = 0; at < places.length && next < longer.length; at++) {
      const place = places[at];
      if (longer[next] < place) next = leap(longer, next, longer.length, place);
      if (next === longer.length || longer[next] !== place) continue;
      inShorter[met] = at;
      inLonger[met++] = next++;
    }
    return met;
  }

  private intersect(one: BasketList, other: BasketList): BasketList {
    const met = this.meet(one, other);
    const width = one.width + other.width;
    const places = new Uint32Array(met);
    const entries = new Uint32Array(met * width);
    for (let at = 0; at < met; at++) {
      const [inOne, inOther] = [this.inOne[at], this.inOther[at]];
      places[at] = one.places[inOne];
      let to = at * width;
      for (let n = 0; n < one.width; n++) entries[to++] = one.entries[inOne * one.width + n];
      for (let n = 0; n < other.width; n++) entries[to++] = other.entries[inOther * other.width + n];
    }
    return { places, entries, width };
  }
}

function listsOf(
  { start, product, products }: BasketColumns,
  sequence: Uint32Array,
  items: ReadonlySet<number>,
): Map<number, BasketList> {
  const isWanted = new Uint8Array(products.length);
  for (const item of items) isWanted[item] = 1;
  const end = new Uint32Array(products.length + 1);
  for (let entry = 0; entry < product.length; entry++) end[product[entry] + 1] += isWanted[product[entry]];
  for (let item = 0; item < products.length; item++) end[item + 1] += end[item];
  const places = new Uint32Array(end[products.length]);
  const entries = new Uint32Array(places.length);
  for (let place = 0; place < sequence.length; place++) {
    const basket = sequence[place];
    for (let entry = start[basket]; entry < start[basket + 1]; entry++) {
      const item = product[entry];
      if (isWanted[item] === 0) continue;
      places[end[item]] = place;
      entries[end[item]++] = entry;
    }
  }
  const lists = new Map<number, BasketList>();
  for (const item of items) {
    if (isWanted[item] !== 1) continue;
    const [from, to] = [item === 0 ? 0 : end[item - 1], end[item]];
    lists.set(item, { places: places.subarray(from, to), entries: entries.subarray(from, to), width: 1 });
  }
  return lists;
}
