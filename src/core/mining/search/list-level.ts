// The baskets of one itemset as lists of the items that still extend it, and the other way round.
import { type ItemNumbers, itemNumbers } from './ranked-baskets.ts';

/** The conditional database of one itemset on the path of the search; arrays are reused and grow. */
export interface ListLevel {
  /** Per local item: rank. Local items keep the order of ranks. */
  ranks: Uint32Array;
  width: number;
  /** Basket t holds items[start[t]] .. items[start[t + 1] - 1], local and ascending. */
  start: Uint32Array;
  items: ItemNumbers;
  /** Local item i is in the baskets basket[basketStart[i]] .. basket[basketStart[i + 1] - 1]. */
  basketStart: Uint32Array;
  basket: Uint32Array;
}

/** The level given, or a new one, with room for `width` items and so many baskets and entries. */
export function withRoomFor(
  known: ListLevel | undefined,
  width: number,
  baskets: number,
  entries: number,
): ListLevel {
  const level = known ?? {
    ranks: new Uint32Array(),
    width: 0,
    start: new Uint32Array(),
    items: itemNumbers(0, 0),
    basketStart: new Uint32Array(),
    basket: new Uint32Array(),
  };
  level.ranks = withRoom(level.ranks, width);
  level.start = withRoom(level.start, baskets + 1);
  const isWide = level.items.BYTES_PER_ELEMENT < itemNumbers(width, 0).BYTES_PER_ELEMENT;
  if (isWide || level.items.length < entries)
    level.items = itemNumbers(width, Math.max(entries, level.items.length * 2));
  level.basketStart = withRoom(level.basketStart, width + 2);
  level.basket = withRoom(level.basket, entries);
  return level;
}

/** Counting sort of the entries of a level by item. */
export function invert(
  { width, start, items, basketStart, basket }: ListLevel,
  baskets: number,
  entries: number,
): void {
  basketStart.fill(0, 0, width + 2);
  for (let entry = 0; entry < entries; entry++) {
    const slot = items[entry] + 2;
    basketStart[slot]++;
  }
  for (let slot = 2; slot <= width + 1; slot++) {
    basketStart[slot] += basketStart[slot - 1];
  }
  for (let t = 0; t < baskets; t++) {
    const end = start[t + 1];
    for (let entry = start[t]; entry < end; entry++) {
      const slot = items[entry] + 1;
      const at = basketStart[slot];
      basket[at] = t;
      basketStart[slot] = at + 1;
    }
  }
}

/** The array itself, or a fresh one of at least `size` entries: contents are not kept. */
function withRoom(array: Uint32Array, size: number): Uint32Array {
  return array.length >= size ? array : new Uint32Array(Math.max(size, array.length * 2));
}
