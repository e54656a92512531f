// Compares the figures of some days with earlier ones: exact figures, and a percentage only where the earlier days have
// enough orders that a single one hardly moves it.
import type { CohortReport, OverviewPoint, OverviewRange } from '../../../packages/client/src/index.ts';

export type Overview = NonNullable<CohortReport['overview']>;
export type RangeName = OverviewRange['range'];

export const FIGURES = ['revenue', 'orders', 'customers', 'average', 'returning'] as const;
export type FigureName = (typeof FIGURES)[number];

/** Null for an unknown figure. */
export type DayFigures = Readonly<Record<FigureName, number | null>>;

interface SummedDays {
  readonly net_revenue: number;
  readonly orders: number;
  readonly customers: number;
  readonly returning_customers: number;
  readonly first_day: string;
}

/** `returningFrom`: days that begin before it have no returning share. */
export function toDayFigures(
  summed: SummedDays,
  { returning_from }: Pick<Overview, 'returning_from'>,
): DayFigures {
  const { net_revenue, orders, customers, returning_customers, first_day } = summed;
  const isKnown = customers > 0 && returning_from !== null && first_day >= returning_from;
  return {
    revenue: net_revenue,
    orders,
    customers,
    average: orders === 0 ? null : net_revenue / orders,
    returning: isKnown ? returning_customers / customers : null,
  };
}

/** Fewer orders in one of the two have no percentage: one order more or less would look like a trend. */
const LEAST_ORDERS = 20;

/** The relative change of a figure; undefined where it would say more than the data. Shares have none. */
export function computeChange(figure: FigureName, now: DayFigures, before: DayFigures): number | undefined {
  const [value, was] = [now[figure], before[figure]];
  if (figure === 'returning' || value === null || was === null || was <= 0 || value < 0) return undefined;
  return Math.min(now.orders ?? 0, before.orders ?? 0) < LEAST_ORDERS ? undefined : value / was - 1;
}

export type PointKind = 'days' | 'weeks' | 'months';

/** The points that a range is drawn as, oldest first. */
export function listPoints(
  { days, weeks, months }: Overview,
  { range, first_day }: Pick<OverviewRange, 'range' | 'first_day'>,
): { readonly kind: PointKind; readonly points: readonly OverviewPoint[] } {
  const kind =
    range === 'last_90_days' ? 'weeks' : range === 'this_year' || range === 'all' ? 'months' : 'days';
  // Months of a shop that is younger than two of them say nothing of its course.
  const isYoung = kind === 'months' && months.length < 3;
  const points = isYoung ? days : { days, weeks, months }[kind];
  return { kind: isYoung ? 'days' : kind, points: points.filter((point) => point.last_day >= first_day) };
}

export interface ComparedPoint {
  readonly kind: PointKind;
  readonly point: OverviewPoint;
  /** The point before it, and that of the year before; undefined where one of the two is not whole. */
  readonly previous: OverviewPoint | undefined;
  readonly previousYear: OverviewPoint | undefined;
}

/** Finds the point of these days; undefined if the overview has none. */
export function findPoint(overview: Overview, first: string, last: string): ComparedPoint | undefined {
  for (const kind of ['months', 'weeks', 'days'] as const) {
    const points = overview[kind];
    const at = points.findIndex((point) => point.first_day === first && point.last_day === last);
    const point = points[at];
    if (point === undefined) continue;
    const compareWith = (before: number) => {
      const earlier = points[at - before];
      return point.complete && earlier?.complete ? earlier : undefined;
    };
    const previousYear = kind === 'months' ? compareWith(12) : undefined;
    return { kind, point, previous: compareWith(1), previousYear };
  }
  return undefined;
}
