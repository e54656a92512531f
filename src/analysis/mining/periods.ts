// Splits the time into periods within which chance is expected. Two products that are both sold in December are
// together more often than products sold all year, without any customer combining them. A period is a number of whole
// weeks, so that counts of parts add up.

import type { BasketColumns } from '../baskets/basket-columns.ts';

/** Number of baskets by week since 1970-01-01; those without a date apart. */
export interface WeekCounts {
  /** Week of the first count. */
  readonly first: number;
  readonly baskets: readonly number[];
  readonly undated: number;
}

export interface BasketPeriods {
  /** Weeks in which periods begin, ascending. */
  readonly starts: readonly number[];
  readonly baskets: readonly number[];
  /** The period of baskets without a date: one of its own, or the last one where they are few. */
  readonly undated: number;
}

/** If orders cover at most this many weeks, a period is at least one week; otherwise at least four. */
const WEEKLY_UNTIL = 13;
const MONTH = 4;
/** Fewest baskets of a period: a smaller one would explain by itself what is bought in it. */
const LEAST_BASKETS = 100;
const MOST_PERIODS = 64;

export function countBasketWeeks({
  basketCount,
  moments,
}: Pick<BasketColumns, 'basketCount' | 'moments'>): WeekCounts {
  return moments === undefined ? { first: 0, baskets: [], undated: basketCount } : countWeeks(moments);
}

/** `moments`: days since 1970-01-01, NaN without a date. */
export function countWeeks(moments: ArrayLike<number>): WeekCounts {
  const counts = new Map<number, number>();
  let undated = 0;
  for (let basket = 0; basket < moments.length; basket++) {
    const week = Math.floor(moments[basket] / 7);
    if (Number.isNaN(week)) undated++;
    else counts.set(week, (counts.get(week) ?? 0) + 1);
  }
  return { ...listWeekCounts(counts), undated };
}

export function joinWeeks(parts: readonly WeekCounts[]): WeekCounts {
  const counts = new Map<number, number>();
  for (const { first, baskets } of parts)
    for (const [at, count] of baskets.entries())
      counts.set(first + at, (counts.get(first + at) ?? 0) + count);
  return { ...listWeekCounts(counts), undated: parts.reduce((sum, { undated }) => sum + undated, 0) };
}

function listWeekCounts(counts: ReadonlyMap<number, number>): Pick<WeekCounts, 'first' | 'baskets'> {
  const weeks = [...counts.keys()].sort((a, b) => a - b);
  const [first = 0, last = -1] = [weeks[0], weeks.at(-1)];
  return { first, baskets: Array.from({ length: last - first + 1 }, (_, at) => counts.get(first + at) ?? 0) };
}

/**
 * Consecutive weeks make a period once they hold enough baskets. There is one period if all weeks together hold too
 * few.
 */
export function splitPeriods({ first, baskets: ofWeek, undated }: WeekCounts): BasketPeriods {
  const dated = ofWeek.reduce((sum, count) => sum + count, 0);
  const used = ofWeek.reduce((sum, count) => sum + (count > 0 ? 1 : 0), 0);
  const weeks = used <= WEEKLY_UNTIL ? 1 : MONTH;
  const least = Math.max(LEAST_BASKETS, Math.ceil(dated / MOST_PERIODS));
  const starts = [first];
  const baskets = [0];
  for (const [at, count] of ofWeek.entries()) {
    const current = starts.length - 1;
    if (baskets[current] >= least && first + at >= starts[current] + weeks) {
      starts.push(first + at);
      baskets.push(count);
    } else baskets[current] += count;
  }
  if (starts.length > 1 && baskets[starts.length - 1] < least) {
    starts.pop();
    const rest = baskets.pop() ?? 0;
    baskets[starts.length - 1] += rest;
  }
  if (undated >= LEAST_BASKETS) return { starts, baskets: [...baskets, undated], undated: starts.length };
  baskets[starts.length - 1] += undated;
  return { starts, baskets, undated: starts.length - 1 };
}

/** Returns the period of each basket. */
export function assignPeriods(moments: ArrayLike<number>, { starts, undated }: BasketPeriods): Uint8Array {
  return Uint8Array.from(moments, (day) => {
    if (Number.isNaN(day)) return undated;
    const week = Math.floor(day / 7);
    let period = starts.length - 1;
    while (period > 0 && starts[period] > week) period--;
    return period;
  });
}

/**
 * The number of joint baskets that independence expects within the periods, divided by the number over the whole time:
 * above 1 if both sides are bought in the same periods.
 */
export function computeSeasonalFactor(
  one: ArrayLike<number>,
  other: ArrayLike<number>,
  baskets: readonly number[],
): number {
  let [within, ones, others, all] = [0, 0, 0, 0];
  for (let period = 0; period < baskets.length; period++) {
    if (baskets[period] === 0) continue;
    within += (one[period] * other[period]) / baskets[period];
    ones += one[period];
    others += other[period];
    all += baskets[period];
  }
  return (within * all) / (ones * others);
}
