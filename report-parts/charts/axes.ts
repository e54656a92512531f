// The room of a chart with axes, and the axes: lines across at round values, their figures outside, the title of one above
// it, that of the other at its end.
import { h } from 'preact';
import type { Scale } from './scale.ts';

export const WIDTH = 900;
export const HEIGHT = 340;
/** From edge to edge of the drawing within its axes. */
export const ACROSS = [56, WIDTH - 16] as const;
export const UPWARDS = [HEIGHT - 40, 30] as const;

export interface Axis {
  readonly scale: Scale;
  readonly title: string;
  readonly write: (tick: number) => string;
  /** Default: those of the scale. */
  readonly ticks?: readonly number[];
}

export function Axes({ x, y }: { readonly x: Axis; readonly y: Axis }) {
  const [left, right] = ACROSS;
  return h(
    'g',
    { class: 'axes' },
    (y.ticks ?? y.scale.ticks).map((tick) => {
      const at = y.scale.at(tick);
      return h(
        'g',
        { key: tick },
        h('line', { x1: left, x2: right, y1: at, y2: at }),
        h('text', { x: left - 8, y: at + 4, 'text-anchor': 'end' }, y.write(tick)),
      );
    }),
    // A narrow screen has room for every second one.
    (x.ticks ?? x.scale.ticks).map((tick, at) =>
      h(
        'text',
        {
          key: tick,
          class: at % 2 === 0 ? 'below' : 'below between',
          x: x.scale.at(tick),
          y: UPWARDS[0] + 18,
          'text-anchor': 'middle',
        },
        x.write(tick),
      ),
    ),
    h('text', { class: 'name', x: right, y: HEIGHT - 4, 'text-anchor': 'end' }, `${x.title} →`),
    h('text', { class: 'above', x: 0, y: 14 }, `↑ ${y.title}`),
  );
}

/** As many decimals as tell one tick from the next. */
function shareDigits(share: number): number {
  return [0, 1].find((digits) => Math.abs(share * 100 - Number((share * 100).toFixed(digits))) < 1e-9) ?? 2;
}

/** For the axis of shares. */
export function shareTick(percent: (share: number, digits: number) => string): (share: number) => string {
  return (share) => percent(share, shareDigits(share));
}
