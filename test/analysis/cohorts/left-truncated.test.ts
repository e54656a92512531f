// Steady shops whose data begin in the middle: customers older than the data must not cause findings.
import { describe, expect, it } from 'vitest';
import { countLeftTruncated, findDataBegin } from '../../../src/analysis/cohorts/left-truncated.ts';
import { toPeriod } from '../../../src/analysis/cohorts/periods.ts';
import { createSteadyShop, SHOP_KINDS } from '../../../tools/harness/random/steady-shops.ts';
import { createLine, toColumns } from '../orders/literal-orders.ts';

describe('recent and older customers of steady shops', () => {
  const SHOPS = 80;
  const found = SHOP_KINDS.slice(0, 3).flatMap((kind, at) =>
    Array.from({ length: SHOPS }, (_, seed) => {
      const { pValue, without } = createSteadyShop(1_000 * at + seed, kind);
      return { ofAll: without(0), ofNew: pValue };
    }),
  );
  const computeShare = (which: 'ofAll' | 'ofNew') =>
    found.filter((shop) => shop[which] < 0.05).length / found.length;

  it('differ in at most one of twenty shops, within the sampling error', () => {
    expect(computeShare('ofNew')).toBeLessThan(0.05 + 2 * Math.sqrt((0.05 * 0.95) / found.length));
  });

  it('differ in more than 12 % of the shops if customers older than the data count as new', () => {
    expect(computeShare('ofAll')).toBeGreaterThan(0.12);
  });
});

describe('countLeftTruncated', () => {
  const toMonth = (date: string) => toPeriod(Date.parse(date) / 86_400_000, 'month');
  const cohorts = ['2026-01-01', '2026-02-01', '2026-03-01', '2026-04-01'].map(toMonth);
  const begin = Date.parse('2026-01-20') / 86_400_000;

  it('counts the cohort in which the data begin, and those that begin within 39 of 40 gaps between orders', () => {
    const createWaits = (days: number) => new Map([[days, 40]]);
    expect(countLeftTruncated(cohorts, 'month', { begin, gaps: new Map() })).toBe(1);
    expect(countLeftTruncated(cohorts, 'month', { begin, gaps: createWaits(12) })).toBe(1);
    expect(countLeftTruncated(cohorts, 'month', { begin, gaps: createWaits(13) })).toBe(2);
    expect(countLeftTruncated(cohorts, 'month', { begin, gaps: createWaits(400) })).toBe(4);
  });

  it('counts from the first dated order with a customer, even if it holds only returns', () => {
    const createOrder = (id: string, date: string | undefined, customer: string | undefined) => ({
      id,
      ...(date !== undefined && { date }),
      ...(customer !== undefined && { customer }),
      lines: [createLine('Tea', 1, -1)],
    });
    const columns = toColumns([
      createOrder('a', '2025-01-01', undefined),
      createOrder('b', undefined, 'ann'),
      createOrder('c', '2026-01-20', 'ann'),
    ]);
    expect(findDataBegin(columns)).toBe(begin);
    expect(findDataBegin(toColumns([]))).toBe(Number.POSITIVE_INFINITY);
  });
});
