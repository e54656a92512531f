// Cohorts as lines over their periods, and all of them as one: how many came back, from the first period after that of
// the first purchase, in which retention is always 1; or what a customer has spent so far.
import { ACROSS, createScale, type Scale, UPWARDS } from './axes.ts';
import type { Curve, Point } from './curves.ts';

interface Figures {
  readonly period: number;
  readonly retention: number;
  readonly cumulative_value_per_customer: number;
}

interface ShownCohort {
  readonly cohort: string;
  readonly customers: number;
  /** Its customers may have bought before the data begin. */
  readonly left_truncated?: boolean | null | undefined;
  readonly periods: readonly (Figures & { readonly complete: boolean })[];
}

interface AllCohorts extends Figures {
  readonly cohorts: number;
  readonly customers: number;
}

interface ShownCohorts {
  readonly cohorts: readonly ShownCohort[];
  readonly average_retention: readonly AllCohorts[];
}

export interface CohortCurveData {
  /** Cohorts of which a period has passed, oldest first; the newer the stronger, s1 to s5. */
  readonly curves: readonly Curve[];
  readonly average: Curve;
  readonly x: { readonly scale: Scale; readonly ticks: readonly number[] };
  readonly y: Scale;
}

/** The scale of shares ends at a round one. */
const STEP = 0.05;
/** Stroke levels, s1 to s5: a line of s0 is hardly visible. */
const LEVELS = 5;
const MOST_TICKS = 12;
const TICK_STEPS = [1, 2, 5, 10, 20, 50, 100];
/** Below it, the customers who are left no longer stand for those at the beginning. */
const LEAST_LEFT = 1 / 3;

export function createRetentionCurves(report: ShownCohorts): CohortCurveData {
  const found = createCurves(report, 1, ({ retention }) => retention);
  const highest = findHighest(found);
  const top = Math.max(STEP, Math.min(1, Math.ceil(highest / STEP) * STEP));
  return { ...found, y: createScale([0, top], UPWARDS) };
}

/** Without cohorts whose customers spent before the data begin. `least`: what the scale must reach. */
export function createValueCurves(report: ShownCohorts, least = 0): CohortCurveData {
  const cohorts = report.cohorts.filter((each) => each.left_truncated !== true);
  const found = createCurves({ ...report, cohorts }, 0, (each) => each.cumulative_value_per_customer);
  return { ...found, y: createScale([0, Math.max(findHighest(found), least) || 1], UPWARDS) };
}

/**
 * The averages that compare: with fewer and fewer cohorts, an average changes by who is left, and a single cohort is
 * not all of them.
 */
export function pickComparable(averages: readonly AllCohorts[], first: number): AllCohorts[] {
  const start = averages.find(({ period }) => period === first);
  if (start === undefined) return [];
  const end = averages.findIndex(
    ({ period, cohorts, customers }) =>
      period > first && (customers < LEAST_LEFT * start.customers || (cohorts === 1 && start.cohorts > 1)),
  );
  return averages.slice(0, end < 0 ? undefined : end).filter(({ period }) => period >= first);
}

function createCurves(
  { cohorts, average_retention: averages }: ShownCohorts,
  first: number,
  pickFigure: (figures: Figures) => number,
): Omit<CohortCurveData, 'y'> {
  const isShown = ({ period }: Figures): boolean => period >= first;
  const shown = cohorts.filter(({ periods }) => periods.some(({ period }) => period >= Math.max(1, first)));
  const curves = shown.map(({ cohort, customers, left_truncated, periods }, at): Curve => {
    const point = (each: Figures): Point => [each.period, pickFigure(each), customers];
    const own = periods.filter(isShown);
    const complete = own.filter((each) => each.complete);
    const age = shown.length === 1 ? 1 : at / (shown.length - 1);
    return {
      key: cohort,
      class: left_truncated === true ? 'truncated' : `s${1 + Math.round(age * (LEVELS - 1))}`,
      points: complete.map(point),
      growing: own.slice(Math.max(0, complete.length - 1)).map(point),
    };
  });
  const average = pickComparable(averages, first).map(
    (each): Point => [each.period, pickFigure(each), each.customers],
  );
  const last = [...curves.flatMap(listPoints), ...average].reduce(
    (most, [period]) => Math.max(most, period),
    1,
  );
  return {
    curves,
    average: { key: 'average', class: 'average', points: average },
    x: { scale: createScale([first, last], ACROSS), ticks: computePeriodTicks(first, last) },
  };
}

function listPoints({ points, growing = [] }: Curve): Point[] {
  return [...points, ...growing];
}

function findHighest({ curves, average }: Omit<CohortCurveData, 'y'>): number {
  return [...curves.flatMap(listPoints), ...average.points].reduce(
    (most, [, value]) => Math.max(most, value),
    0,
  );
}

/** Whole periods: each, or multiples of 2, 5, 10 and so on. */
function computePeriodTicks(first: number, last: number): number[] {
  const step = TICK_STEPS.find((each) => (last - first) / each < MOST_TICKS) ?? last;
  const start = Math.ceil(first / step) * step;
  return Array.from({ length: Math.floor((last - start) / step) + 1 }, (_, at) => start + at * step);
}

// Groups of customers as curves over the days since the first purchase: those that are named first, then the largest.

interface ShownGroup {
  readonly group: string;
  readonly customers: number;
  readonly q_value: number;
  readonly curve: readonly { readonly days: number; readonly share: number | null }[];
}

interface GroupCurves {
  /** The named ones are the strongest, from s5 on down. */
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
    return { key: group, class: `s${MOST_DRAWN - at}`, hint: group, points: [[0, 0, customers], ...known] };
  });
  const points = curves.flatMap((curve) => curve.points);
  return {
    curves,
    x: { scale: createScale([0, Math.max(1, ...points.map(([days]) => days))], ACROSS) },
    y: createScale([0, Math.max(...points.map(([, share]) => share)) || 1], UPWARDS),
  };
}
