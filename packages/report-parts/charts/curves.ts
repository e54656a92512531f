// Shares or amounts as lines over time, straight or in steps, with a band around one of them where its interval is
// known.
import { type ComponentChildren, h } from 'preact';
import type { CohortReport } from '../../client/src/index.ts';
import type { Say } from '../tables/shown.ts';
import {
  ACROSS,
  Axes,
  type Axis,
  createScale,
  Drawing,
  HEIGHT,
  type Scale,
  shareTick,
  UPWARDS,
  WIDTH,
} from './axes.ts';

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

interface CurvesProps {
  readonly label: string;
  readonly curves: readonly Curve[];
  /** Between two shares at each place. */
  readonly band?: { readonly low: readonly Point[]; readonly high: readonly Point[] };
  readonly steps?: boolean;
  readonly x: Omit<Axis, 'write'>;
  readonly y: { readonly scale: Scale; readonly title: string };
  /** Formats a value of the axis. */
  readonly write: (value: number) => string;
  /** Shown by a pointer on a point. */
  readonly describePoint?: (point: Point, curve: Curve) => string;
  /** A value that the lines are held against. */
  readonly level?: number | undefined;
}

export function Curves({
  label,
  curves,
  band,
  steps = false,
  x,
  y,
  write,
  describePoint,
  level,
}: CurvesProps) {
  const listCorners = (points: readonly Point[]): string[] =>
    (steps ? toSteps(points) : points).map(
      ([at, share]) => `${x.scale.at(at).toFixed(1)} ${y.scale.at(share).toFixed(1)}`,
    );
  const drawPath = (points: readonly Point[]): string => `M${listCorners(points).join('L')}`;
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
        d: `M${[...listCorners(band.low), ...listCorners(band.high).reverse()].join('L')}Z`,
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
        select && h('path', { class: 'wide', d: drawPath(all) }),
        points.length > 0 && h('path', { d: drawPath(points) }),
        growing.length > 1 && h('path', { class: 'growing', d: drawPath(growing) }),
        all.length === 1 && h('path', { class: 'point', d: `${drawPath(all)}h0` }),
        describePoint &&
          all.map((point) =>
            h(
              'path',
              { class: 'spot', d: `${drawPath([point])}h0` },
              h('title', null, describePoint(point, curve)),
            ),
          ),
      );
    }),
  );
}

/** A share stays until the next point. */
function toSteps(points: readonly Point[]): Point[] {
  return points.flatMap((point, at) => {
    const before = points[at - 1];
    return before === undefined ? [point] : [[point[0], before[1]] as const, point];
  });
}

// The estimated share of customers who have ordered again, by days since the first purchase, with its confidence band.

const MOST_DAYS = 365;

interface SecondOrderProps {
  readonly of: CohortReport['second_order'];
  readonly say: Say;
}

export function SecondOrderCurves({ of, say: { t, percent } }: SecondOrderProps): ComponentChildren {
  const drawn = (of?.curve ?? []).filter(({ days }) => days <= MOST_DAYS);
  if (drawn.length === 0) return null;
  const points = [...(drawn[0]?.days === 0 ? [] : [{ days: 0, share: 0, lower: 0, upper: 0 }]), ...drawn];
  const bound = (side: 'lower' | 'upper'): Point[] =>
    points.flatMap(({ days, [side]: share }) => (share === null ? [] : [[days, share]]));
  const highest = Math.max(...points.map(({ share, upper }) => upper ?? share));
  const title = t('Time to the second order');
  return h(
    'section',
    { class: 'card', id: 'second-order' },
    h('h2', null, title),
    h(
      'figure',
      null,
      h(Curves, {
        label: title,
        steps: true,
        curves: [
          { key: 'all', class: 's4', points: points.map(({ days, share }) => [days, share] as const) },
        ],
        band: { low: bound('lower'), high: bound('upper') },
        x: {
          scale: createScale([0, Math.max(1, ...points.map(({ days }) => days))], ACROSS),
          title: t('Days since the first purchase'),
        },
        y: { scale: createScale([0, highest || 1], UPWARDS), title: t('Ordered again') },
        write: shareTick(percent),
      }),
    ),
  );
}
