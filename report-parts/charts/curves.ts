// Shares or amounts as lines over time, straight or in steps, with a band around one of them where its interval is known.
import { h } from 'preact';
import { ACROSS, Axes, type Axis, HEIGHT, WIDTH } from './axes.ts';
import { Drawing } from './drawing.ts';
import type { Scale } from './scale.ts';

/** `customers`: how many the value is of. */
export type Point = readonly [x: number, value: number, customers?: number];

export interface Curve {
  readonly key: string;
  /** s1 to s5, `average`, `selected` or `estimate`. */
  readonly class: string;
  readonly points: readonly Point[];
  /** Points whose shares may still grow, from the last of `points` on. */
  readonly growing?: readonly Point[];
  readonly hint?: string;
  readonly select?: () => void;
}

export interface CurvesProps {
  readonly label: string;
  readonly curves: readonly Curve[];
  /** Between two shares at each place. */
  readonly band?: { readonly low: readonly Point[]; readonly high: readonly Point[] };
  readonly steps?: boolean;
  readonly x: Omit<Axis, 'write'>;
  readonly y: { readonly scale: Scale; readonly title: string };
  /** Of the axis. */
  readonly write: (value: number) => string;
  /** Shown by a pointer on a point. */
  readonly hintOf?: (point: Point, curve: Curve) => string;
  /** A value that the lines are held against. */
  readonly level?: number | undefined;
}

export function Curves({ label, curves, band, steps = false, x, y, write, hintOf, level }: CurvesProps) {
  const corners = (points: readonly Point[]): string[] =>
    (steps ? stepped(points) : points).map(
      ([at, share]) => `${x.scale.at(at).toFixed(1)} ${y.scale.at(share).toFixed(1)}`,
    );
  const drawn = (points: readonly Point[]): string => `M${corners(points).join('L')}`;
  return h(
    Drawing,
    { kind: 'curves', label, width: WIDTH, height: HEIGHT },
    h(Axes, {
      x: { ...x, write: String },
      y: { ...y, write },
    }),
    band &&
      h('path', {
        class: 'band',
        d: `M${[...corners(band.low), ...corners(band.high).reverse()].join('L')}Z`,
      }),
    level !== undefined &&
      h('line', {
        class: 'level',
        x1: ACROSS[0],
        x2: ACROSS[1],
        y1: y.scale.at(level),
        y2: y.scale.at(level),
      }),
    curves.map((curve) => {
      const { key, class: name, points, growing = [], hint, select } = curve;
      const all = [...points, ...growing.slice(points.length === 0 ? 0 : 1)];
      return h(
        'g',
        { key, class: name, ...(select && { onClick: select }) },
        hint !== undefined && h('title', null, hint),
        select && h('path', { class: 'wide', d: drawn(all) }),
        points.length > 0 && h('path', { d: drawn(points) }),
        growing.length > 1 && h('path', { class: 'growing', d: drawn(growing) }),
        all.length === 1 && h('path', { class: 'point', d: `${drawn(all)}h0` }),
        hintOf &&
          all.map((point) =>
            h('path', { class: 'spot', d: `${drawn([point])}h0` }, h('title', null, hintOf(point, curve))),
          ),
      );
    }),
  );
}

/** A share stays until the next point. */
function stepped(points: readonly Point[]): Point[] {
  return points.flatMap((point, at) => {
    const before = points[at - 1];
    return before === undefined ? [point] : [[point[0], before[1]] as const, point];
  });
}
