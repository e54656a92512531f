// Items as areas in proportion to values. Places are shares of the whole, so that it fits every width; what an area shows is
// up to the caller.
import { type ComponentChildren, h } from 'preact';
import { Scroll } from '../table.ts';
import type { Tile } from './squarified.ts';

export interface TreemapProps<T> {
  readonly label: string;
  readonly tiles: readonly Tile<T>[];
  readonly show: (item: T) => ComponentChildren;
}

/** Width by height, on a wide screen. */
export const ASPECT = 3;

export function Treemap<T>({ label, tiles, show }: TreemapProps<T>) {
  return h(
    Scroll,
    { label },
    h(
      'ul',
      { class: 'treemap' },
      tiles.map(({ item, left, top, width, height }, at) =>
        h(
          'li',
          {
            key: at,
            style: { left: share(left), top: share(top), width: share(width), height: share(height) },
          },
          show(item),
        ),
      ),
    ),
  );
}

function share(part: number): string {
  return `${(100 * part).toFixed(3)}%`;
}
