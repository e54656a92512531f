// Items as areas in proportion to values. Places are shares of the whole, so that it fits every width; what an area shows is
// up to the caller. Where there is no room for a name, the style sheet shows its number, and a list below says whose it is.
import { type ComponentChildren, h } from 'preact';
import { Scroll } from '../table.ts';
import type { Tile } from './squarified.ts';

export interface TreemapProps<T> {
  readonly label: string;
  readonly tiles: readonly Tile<T>[];
  readonly nameOf: (item: T) => string;
  /** `number`: an element that stands for the name in a small area. */
  readonly show: (item: T, number: ComponentChildren) => ComponentChildren;
}

/** Width by height, on a wide screen. */
export const ASPECT = 3;

/** Of the narrowest and the widest drawing, in pixels: a phone shows none, since the table beside it has the same. */
const [NARROWEST, WIDEST, HEIGHT] = [640, 1_000, 320];

/** Where the style sheet shows the number in place of the name. */
function isNumbered<T>({ width, height }: Tile<T>, drawing: number): boolean {
  const [wide, high] = [width * drawing, height * HEIGHT];
  return wide <= 76 || high <= 20 || (wide <= 190 && high <= 50);
}

export function Treemap<T>({ label, tiles, nameOf, show }: TreemapProps<T>) {
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
      `${tile.number} ${nameOf(tile.item)}`,
    ),
  );
  return [areas, names.length > 0 && h('p', { class: 'numbered muted', 'aria-hidden': 'true' }, names)];
}

function share(part: number): string {
  return `${(100 * part).toFixed(3)}%`;
}
