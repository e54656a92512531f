// Groups of customers as curves over the days since the first purchase: those that are named first, then the largest.
import { ACROSS, UPWARDS } from './axes.ts';
import type { Curve } from './curves.ts';
import { type Scale, scaleOf } from './scale.ts';

interface ShownGroup {
  readonly group: string;
  readonly customers: number;
  readonly q_value: number;
  readonly curve: readonly { readonly days: number; readonly share: number | null }[];
}

export interface GroupCurves {
  /** s1 to s5. */
  readonly curves: readonly Curve[];
  readonly x: { readonly scale: Scale };
  readonly y: Scale;
}

const MOST_DRAWN = 5;

export function groupCurves(groups: readonly ShownGroup[], isNamed: (group: string) => boolean): GroupCurves {
  const drawn = groups
    .toSorted((a, b) => Number(isNamed(b.group)) - Number(isNamed(a.group)) || b.customers - a.customers)
    .slice(0, MOST_DRAWN);
  const curves = drawn.map(({ group, customers, curve }, at): Curve => {
    const known = curve.flatMap(({ days, share }) =>
      share === null ? [] : [[days, share, customers] as const],
    );
    return { key: group, class: `s${at + 1}`, hint: group, points: [[0, 0, customers], ...known] };
  });
  const points = curves.flatMap((curve) => curve.points);
  return {
    curves,
    x: { scale: scaleOf([0, Math.max(1, ...points.map(([days]) => days))], ACROSS) },
    y: scaleOf([0, Math.max(...points.map(([, share]) => share)) || 1], UPWARDS),
  };
}
