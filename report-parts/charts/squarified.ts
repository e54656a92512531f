// Rectangles whose areas are in proportion to values, as near to squares as rows allow: the squarified treemap of Bruls,
// Huizing and van Wijk (2000). All lengths are shares of the whole, 0 to 1.

export interface Tile<T> {
  readonly item: T;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/**
 * The largest first, from the upper left. Items without a positive value have no tile. `aspect`: width of the whole in
 * terms of its height.
 */
export function tilesOf<T>(items: readonly T[], sizeOf: (item: T) => number, aspect: number): Tile<T>[] {
  const sorted = items.filter((item) => sizeOf(item) > 0).sort((a, b) => sizeOf(b) - sizeOf(a));
  const total = sorted.reduce((sum, item) => sum + sizeOf(item), 0);
  const tiles: Tile<T>[] = [];
  let box: Box = { left: 0, top: 0, width: 1, height: 1 };
  for (let first = 0; first < sorted.length; ) {
    const areaOf = (item: T): number => sizeOf(item) / total;
    const isWide = box.width * aspect >= box.height;
    const side = isWide ? box.height : box.width * aspect;
    // In the units of the side, an area is `aspect` times as large.
    const areas = sorted.slice(first).map((item) => areaOf(item) * aspect);
    const count = rowLength(areas, side);
    const row = sorted.slice(first, first + count);
    tiles.push(...placed(row, areaOf, box, isWide));
    const taken = row.reduce((sum, item) => sum + areaOf(item), 0);
    box = isWide
      ? { ...box, left: box.left + taken / box.height, width: box.width - taken / box.height }
      : { ...box, top: box.top + taken / box.width, height: box.height - taken / box.width };
    first += count;
  }
  return tiles;
}

/** As many areas as make the longest of their rectangles along a side as short as possible. */
function rowLength(areas: readonly number[], side: number): number {
  let best = Number.POSITIVE_INFINITY;
  let sum = 0;
  for (const [at, area] of areas.entries()) {
    sum += area;
    const [largest, smallest] = [areas[0] ?? area, area];
    const worst = Math.max((side ** 2 * largest) / sum ** 2, sum ** 2 / (side ** 2 * smallest));
    if (worst > best) return at;
    best = worst;
  }
  return areas.length;
}

/** In a column at the left of a wide box, in a row at the top of a high one. */
function placed<T>(row: readonly T[], areaOf: (item: T) => number, box: Box, isWide: boolean): Tile<T>[] {
  const sum = row.reduce((total, item) => total + areaOf(item), 0);
  const depth = sum / (isWide ? box.height : box.width);
  let at = isWide ? box.top : box.left;
  return row.map((item) => {
    const length = areaOf(item) / depth;
    const tile = isWide
      ? { item, left: box.left, top: at, width: depth, height: length }
      : { item, left: at, top: box.top, width: length, height: depth };
    at += length;
    return tile;
  });
}
