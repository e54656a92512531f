// Steady shops, cut in the middle: customers older than the data must not make findings.
import { describe, expect, it } from 'vitest';
import { randomFrom } from '../../../quality/harness/random.ts';
import { cohortMembers } from '../../../src/core/cohorts/cohort-members.ts';
import { dataBegin, leftTruncated } from '../../../src/core/cohorts/left-truncated.ts';
import { periodOf } from '../../../src/core/cohorts/periods.ts';
import { secondOrders } from '../../../src/core/cohorts/second-order.ts';
import { columnsOf, line } from '../orders/literal-orders.ts';

const BEGIN = 14_610;
const END = BEGIN + 730;

/** Customers come at a constant rate, each buys at a rate of its own and leaves after any order with this probability. */
function steadyShop(seed: number, meanGap: number, leaves: number) {
  const random = randomFrom(seed);
  const wait = (mean: number) => -Math.log(1 - random()) * mean;
  const first: number[] = [];
  const second: number[] = [];
  const gaps = new Map<number, number>();
  for (let joined = BEGIN - 1_100; joined < END; joined += 0.5) {
    // Two thirds buy at the usual pace, the others at a third of it.
    const gap = random() < 2 / 3 ? meanGap : 3 * meanGap;
    const days: number[] = [];
    for (let at = joined; at <= END; at += wait(gap)) {
      const day = Math.floor(at);
      if (day >= BEGIN && day !== days.at(-1)) days.push(day);
      if (random() < leaves) break;
    }
    const [one, two = Number.NaN] = days;
    if (one === undefined) continue;
    first.push(one);
    second.push(two);
    for (let i = 1; i < days.length; i++) {
      const days_between = (days[i] ?? 0) - (days[i - 1] ?? 0);
      gaps.set(days_between, (gaps.get(days_between) ?? 0) + 1);
    }
  }
  const purchases = {
    first: Float64Array.from(first),
    second: Float64Array.from(second),
    sameDay: new Uint8Array(first.length),
  };
  const members = cohortMembers(purchases, 'month');
  const pValue = (truncated: number) =>
    secondOrders(members, purchases, 'month', { reference: END, truncated }).all?.recent_and_older?.p_value ??
    1;
  return {
    ofAll: pValue(0),
    ofNew: pValue(leftTruncated(members.cohorts, 'month', { begin: BEGIN, gaps })),
  };
}

describe('recent and older customers of steady shops', () => {
  const SHOPS = 80;
  const DESIGNS = [
    [30, 0.2],
    [45, 0.05],
    [60, 0.3],
  ] as const;
  const found = DESIGNS.flatMap(([gap, leaves], design) =>
    Array.from({ length: SHOPS }, (_, seed) => steadyShop(1_000 * design + seed, gap, leaves)),
  );
  const share = (which: 'ofAll' | 'ofNew') =>
    found.filter((shop) => shop[which] < 0.05).length / found.length;

  it('differ in no more than one of twenty shops, within the error of so many', () => {
    expect(share('ofNew')).toBeLessThan(0.05 + 2 * Math.sqrt((0.05 * 0.95) / found.length));
  });

  it('would differ in three times as many if customers older than the data counted as new', () => {
    expect(share('ofAll')).toBeGreaterThan(0.12);
  });
});

describe('the cohorts that may hold customers older than the data', () => {
  const month = (date: string) => periodOf(Date.parse(date) / 86_400_000, 'month');
  const cohorts = ['2026-01-01', '2026-02-01', '2026-03-01', '2026-04-01'].map(month);
  const begin = Date.parse('2026-01-20') / 86_400_000;

  it('are that in which the data begin, and those that begin within 19 of 20 waits between orders', () => {
    const waits = (days: number) => new Map([[days, 40]]);
    expect(leftTruncated(cohorts, 'month', { begin, gaps: new Map() })).toBe(1);
    expect(leftTruncated(cohorts, 'month', { begin, gaps: waits(12) })).toBe(1);
    expect(leftTruncated(cohorts, 'month', { begin, gaps: waits(13) })).toBe(2);
    expect(leftTruncated(cohorts, 'month', { begin, gaps: waits(400) })).toBe(4);
  });

  it('count from the first order of a customer, whatever it holds', () => {
    const order = (id: string, date: string | undefined, customer: string | undefined) => ({
      id,
      ...(date !== undefined && { date }),
      ...(customer !== undefined && { customer }),
      lines: [line('Tea', 1, -1)],
    });
    const columns = columnsOf([
      order('a', '2025-01-01', undefined),
      order('b', undefined, 'ann'),
      order('c', '2026-01-20', 'ann'),
    ]);
    expect(dataBegin(columns)).toBe(begin);
    expect(dataBegin(columnsOf([]))).toBe(Number.POSITIVE_INFINITY);
  });
});
