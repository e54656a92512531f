// Retention as lines: one for each cohort, and that of all of them; from the first period after that of the first
// purchase, in which retention is always 1.

import { ACROSS, UPWARDS } from './axes.ts';
import type { Curve, Point } from './curves.ts';
import { type Scale, scaleOf } from './scale.ts';

interface Period {
  readonly period: number;
  readonly retention: number;
}

interface ShownCohorts {
  readonly cohorts: readonly {
    readonly cohort: string;
    readonly periods: readonly (Period & { readonly complete: boolean })[];
  }[];
  readonly average_retention: readonly Period[];
}

export interface RetentionCurves {
  /** Cohorts of which a period has passed, oldest first; the newer the stronger, s1 to s5. */
  readonly curves: readonly Curve[];
  readonly average: Curve;
  readonly x: { readonly scale: Scale; readonly ticks: readonly number[] };
  readonly y: Scale;
}

/** The scale ends at a round share. */
const STEP = 0.05;
/** Of strokes: s0 is hardly seen as a line. */
const LEVELS = 5;
const MOST_TICKS = 12;

export function retentionCurves({ cohorts, average_retention }: ShownCohorts): RetentionCurves {
  const shown = cohorts.filter(({ periods }) => periods.some(isLater));
  const curves = shown.map(({ cohort, periods }, at) => {
    const later = periods.filter(isLater);
    const complete = later.filter((each) => each.complete);
    const age = shown.length === 1 ? 1 : at / (shown.length - 1);
    return {
      key: cohort,
      class: `s${1 + Math.round(age * (LEVELS - 1))}`,
      points: complete.map(pointOf),
      growing: later.slice(Math.max(0, complete.length - 1)).map(pointOf),
    };
  });
  const average = average_retention.filter(isLater).map(pointOf);
  const points = [...curves.flatMap((curve) => [...curve.points, ...curve.growing]), ...average];
  const highest = points.reduce((most, [, share]) => Math.max(most, share), 0);
  const last = points.reduce((most, [period]) => Math.max(most, period), 1);
  const step = Math.ceil(last / MOST_TICKS);
  return {
    curves,
    average: { key: 'average', class: 'average', points: average },
    x: {
      scale: scaleOf([1, last], ACROSS),
      ticks: Array.from({ length: Math.floor((last - 1) / step) + 1 }, (_, at) => 1 + at * step),
    },
    y: scaleOf([0, Math.max(STEP, Math.min(1, Math.ceil(highest / STEP) * STEP))], UPWARDS),
  };
}

function isLater({ period }: Period): boolean {
  return period > 0;
}

function pointOf({ period, retention }: Period): Point {
  return [period, retention];
}
