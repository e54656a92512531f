// Retention as lines: one for each cohort, and that of all of them.
import type { CohortReport } from '../../client/src/index.ts';

export interface Curve {
  readonly cohort: string;
  /** From the first period after that of the first purchase, in which retention is always 1. */
  readonly points: readonly CurvePoint[];
  /** 0 for the oldest cohort, 1 for the newest. */
  readonly age: number;
}

export interface CurvePoint {
  readonly period: number;
  readonly retention: number;
  /** A period that is not over is drawn apart: its retention still grows. */
  readonly complete: boolean;
}

export interface Curves {
  /** Cohorts of which a period has passed, oldest first. */
  readonly curves: readonly Curve[];
  readonly average: readonly CurvePoint[];
  readonly lastPeriod: number;
  /** A round share that no retention exceeds. */
  readonly top: number;
}

const STEP = 0.05;

export function curvesOf({
  cohorts,
  average_retention,
}: Pick<CohortReport, 'cohorts' | 'average_retention'>): Curves {
  const shown = cohorts.filter(({ periods }) => periods.some(({ period }) => period > 0));
  const curves = shown.map(({ cohort, periods }, at) => ({
    cohort,
    points: periods.filter(({ period }) => period > 0),
    age: shown.length === 1 ? 1 : at / (shown.length - 1),
  }));
  const average = average_retention
    .filter(({ period }) => period > 0)
    .map(({ period, retention }) => ({ period, retention, complete: true }));
  const points = [...curves.flatMap((curve) => curve.points), ...average];
  const highest = points.reduce((most, { retention }) => Math.max(most, retention), 0);
  return {
    curves,
    average,
    lastPeriod: points.reduce((most, { period }) => Math.max(most, period), 1),
    top: Math.max(STEP, Math.min(1, Math.ceil(highest / STEP) * STEP)),
  };
}
