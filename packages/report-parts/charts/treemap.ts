// Items as areas in proportion to values. Places are shares of the whole, so that it fits every width; what an area
// shows is up to the caller. Where there is no room for a name, the style sheet shows its number, and a list below says
// whose it is.
import { type ComponentChildren, h } from 'preact';
import { Scroll } from '../table.ts';

// Rectangles whose areas are in proportion to values, as near to squares as rows allow: the squarified treemap of
// Bruls, Huizing and van Wijk (2000). All lengths are shares of the whole, 0 to 1.

interface Tile<T> {
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
export function layOutTiles<T>(items: readonly T[], sizeOf: (item: T) => number, aspect: number): Tile<T>[] {
  const sorted = items.filter((item) => sizeOf(item) > 0).sort((a, b) => sizeOf(b) - sizeOf(a));
  const total = sorted.reduce((sum, item) => sum + sizeOf(item), 0);
  const tiles: Tile<T>[] = [];
  let box: Box = { left: 0, top: 0, width: 1, height: 1 };
  for (let first = 0; first < sorted.length; ) {
    const computeArea = (item: T): number => sizeOf(item) / total;
    const isWide = box.width * aspect >= box.height;
    const side = isWide ? box.height : box.width * aspect;
    // Areas are multiplied by `aspect`, to be in the units of `side`.
    const areas = sorted.slice(first).map((item) => computeArea(item) * aspect);
    const count = computeRowLength(areas, side);
    const row = sorted.slice(first, first + count);
    tiles.push(...placeRow(row, computeArea, box, isWide));
    const taken = row.reduce((sum, item) => sum + computeArea(item), 0);
    box = isWide
      ? { ...box, left: box.left + taken / box.height, width: box.width - taken / box.height }
      : { ...box, top: box.top + taken / box.width, height: box.height - taken / box.width };
    first += count;
  }
  return tiles;
}

/** As many areas as make the longest of their rectangles along a side as short as possible. */
function computeRowLength(areas: readonly number[], side: number): number {
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
function placeRow<T>(row: readonly T[], areaOf: (item: T) => number, box: Box, isWide: boolean): Tile<T>[] {
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

interface TreemapProps<T> {
  readonly label: string;
  readonly tiles: readonly Tile<T>[];
  readonly getName: (item: T) => string;
  /** `number`: an element that stands for the name in a small area. */
  readonly show: (item: T, number: ComponentChildren) => ComponentChildren;
}

/** Width by height, on a wide screen. */
export const ASPECT = 3;

/** Least and greatest width, and height, in pixels. A phone shows only the table, which has the same figures. */
const [NARROWEST, WIDEST, HEIGHT] = [640, 1_000, 320];

/** True if the tile is so small that the style sheet shows its number instead of its name. */
function isNumbered<T>({ width, height }: Tile<T>, drawing: number): boolean {
  const [wide, high] = [width * drawing, height * HEIGHT];
  return wide <= 76 || high <= 20 || (wide <= 190 && high <= 50);
}

export function Treemap<T>({ label, tiles, getName, show }: TreemapProps<T>) {
  const numbered = tiles.map((tile, at) => ({ ...tile, number: at + 1 }));
  const small = numbered.filter((tile) => isNumbered(tile, NARROWEST));
  const areas = h(
    Scroll,
    { label },
    h(
      'ul',
      { class: 'treemap' },
      numbered.map(({ item, left, top, width, height, number }) =>
        h(
          'li',
          {
            key: number,
            style: { left: share(left), top: share(top), width: share(width), height: share(height) },
          },
          show(item, h('span', { class: 'number', 'aria-hidden': 'true' }, number)),
        ),
      ),
    ),
  );
  const names = small.map((tile) =>
    h(
      'span',
      { key: tile.number, class: isNumbered(tile, WIDEST) ? undefined : 'fits' },
      `${tile.number} ${getName(tile.item)}`,
    ),
  );
  return [areas, names.length > 0 && h('p', { class: 'numbered muted', 'aria-hidden': 'true' }, names)];
}

function share(part: number): string {
  return `${(100 * part).toFixed(3)}%`;
}
