// The baskets that hold all of some products, as ascending lists of places in a sequence of baskets. Lists are intersected by
// leaps; those of several products are held as far as they fit, for rules share most of their sides.
import type { BasketColumns } from '../baskets/basket-columns.ts';
import { leap } from './search/leap.ts';

/** Of one product. */
interface ProductList {
  readonly places: Uint32Array;
  readonly entries: Uint32Array;
}

const NONE: ProductList = { places: new Uint32Array(0), entries: new Uint32Array(0) };
/** Places of the lists held: 16 MB. */
const MAX_HELD = 2 ** 22;

export class BasketLists {
  /** Of the lists that met last, per common basket its index in each of them. */
  private readonly inOne: Uint32Array;
  private readonly inOther: Uint32Array;
  private readonly ofItem: ReadonlyMap<number, ProductList>;
  private readonly held = new Map<string, Uint32Array>();
  private room = MAX_HELD;

  /** `sequence`: all baskets in some order; `items`: those that lists are wanted of. */
  constructor(baskets: BasketColumns, sequence: Uint32Array, items: ReadonlySet<number>) {
    this.inOne = new Uint32Array(sequence.length);
    this.inOther = new Uint32Array(sequence.length);
    this.ofItem = listsOf(baskets, sequence, items);
  }

  /** Places of the baskets with all of the items. */
  placesOf(items: readonly number[]): Uint32Array {
    return this.placesOfSorted(
      items.toSorted((a, b) => this.listOf(b).places.length - this.listOf(a).places.length || a - b),
    );
  }

  /** The places that are also the item's, and its entries there, which the next call overwrites. */
  entriesAt(
    places: Uint32Array,
    item: number,
  ): { readonly places: Uint32Array; readonly entries: Uint32Array } {
    const { entries, places: ofItem } = this.listOf(item);
    const { inOne, inOther } = this;
    const met = this.meet(places, ofItem);
    for (let at = 0; at < met; at++) {
      inOne[at] = places[inOne[at]];
      inOther[at] = entries[inOther[at]];
    }
    return { places: inOne.subarray(0, met), entries: inOther.subarray(0, met) };
  }

  /** Most frequent items first: many sides begin with the same ones. */
  private placesOfSorted(items: readonly number[]): Uint32Array {
    const last = this.listOf(items[items.length - 1]).places;
    if (items.length === 1) return last;
    const key = items.join();
    const known = this.held.get(key);
    if (known !== undefined) return known;
    const before = this.placesOfSorted(items.slice(0, -1));
    const found = this.inOne.slice(0, this.meet(before, last)).map((at) => before[at]);
    if (found.length <= this.room) {
      this.room -= found.length;
      this.held.set(key, found);
    }
    return found;
  }

  /** An item that is no product stands for one that no basket holds. */
  private listOf(item: number): ProductList {
    return this.ofItem.get(item) ?? NONE;
  }

  /** How many baskets are in both lists: fills `inOne` and `inOther`. */
  private meet(one: Uint32Array, other: Uint32Array): number {
    const isShorter = one.length <= other.length;
    const [shorter, longer] = isShorter ? [one, other] : [other, one];
    const [inShorter, inLonger] = isShorter ? [this.inOne, this.inOther] : [this.inOther, this.inOne];
    let met = 0;
    let next = 0;
    for (let at = 0; at < shorter.length && next < longer.length; at++) {
      const place = shorter[at];
      if (longer[next] < place) next = leap(longer, next, longer.length, place);
      if (next === longer.length || longer[next] !== place) continue;
      inShorter[met] = at;
      inLonger[met++] = next++;
    }
    return met;
  }
}

function listsOf(
  { start, product, products }: BasketColumns,
  sequence: Uint32Array,
  items: ReadonlySet<number>,
): Map<number, ProductList> {
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
  const lists = new Map<number, ProductList>();
  for (const item of items) {
    if (isWanted[item] !== 1) continue;
    const [from, to] = [item === 0 ? 0 : end[item - 1], end[item]];
    lists.set(item, { places: places.subarray(from, to), entries: entries.subarray(from, to) });
  }
  return lists;
}
