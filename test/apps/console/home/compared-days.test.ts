// Tests what the first page says of days beside earlier ones: exact figures, and no percentage or share without enough data.
import { describe, expect, it } from 'vitest';
import {
  computeChange,
  type DayFigures,
  findPoint,
  listPoints,
  type Overview,
  toDayFigures,
} from '../../../../apps/console/home/compared-days.ts';

const createFigures = (orders: number, revenue: number): DayFigures => ({
  ...{ revenue, orders, customers: orders },
  ...{ average: orders === 0 ? null : revenue / orders, returning: 0.5 },
});

describe('the change of a figure', () => {
  it('is relative to the days before', () => {
    const [now, before] = [createFigures(30, 300), createFigures(20, 400)];
    expect(computeChange('orders', now, before)).toBe(0.5);
    expect(computeChange('revenue', now, before)).toBe(-0.25);
    expect(computeChange('average', now, before)).toBe(-0.5);
  });

  it('is left out for one or two orders, none, days of returns only, and shares', () => {
    const many = createFigures(100, 1_000);
    expect(computeChange('revenue', createFigures(2, 20), createFigures(1, 10))).toBeUndefined();
    for (const few of [createFigures(0, 0), createFigures(1, 10), createFigures(19, 190)]) {
      for (const figure of ['revenue', 'orders', 'customers', 'average'] as const) {
        expect(computeChange(figure, many, few)).toBeUndefined();
        expect(computeChange(figure, few, many)).toBeUndefined();
      }
    }
    expect(computeChange('revenue', many, createFigures(50, -10))).toBeUndefined();
    expect(computeChange('revenue', createFigures(50, -10), many)).toBeUndefined();
    expect(computeChange('returning', many, many)).toBeUndefined();
  });
});

const createPoint = (first_day: string, last_day: string, complete = true) => ({
  ...{ first_day, last_day, complete },
  ...{ net_revenue: 10, orders: 2, customers: 2, returning_customers: 1 },
});

const overview: Overview = {
  ...{ begins: '2025-01-15', returning_from: '2026-02-01', ranges: [], weeks: [] },
  days: [createPoint('2026-03-01', '2026-03-01'), createPoint('2026-03-02', '2026-03-02')],
  months: [
    createPoint('2025-01-15', '2025-01-31', false),
    ...Array.from({ length: 13 }, (_, at) => {
      const [first, next] = [1, 2].map((later) => new Date(Date.UTC(2025, at + later, 1)));
      const last = new Date((next?.valueOf() ?? 0) - 86_400_000);
      return createPoint(first?.toISOString().slice(0, 10) ?? '', last.toISOString().slice(0, 10));
    }),
    createPoint('2026-03-01', '2026-03-02', false),
  ],
};

describe('a point of the chart', () => {
  it('is compared with the point before, and a month with that of the year before', () => {
    const found = findPoint(overview, '2026-02-01', '2026-02-28');
    expect(found?.previous?.first_day).toBe('2026-01-01');
    expect(found?.previousYear?.first_day).toBe('2025-02-01');
    const day = findPoint(overview, '2026-03-02', '2026-03-02');
    expect([day?.kind, day?.previous?.first_day, day?.previousYear]).toEqual([
      'days',
      '2026-03-01',
      undefined,
    ]);
  });

  it('is not compared where one of the two is not whole', () => {
    const current = findPoint(overview, '2026-03-01', '2026-03-02');
    expect([current?.kind, current?.previous, current?.previousYear]).toEqual([
      'months',
      undefined,
      undefined,
    ]);
    expect(findPoint(overview, '2025-02-01', '2025-02-28')?.previous).toBeUndefined();
    expect(findPoint(overview, '2026-01-01', '2026-01-31')?.previousYear).toBeUndefined();
    expect(findPoint(overview, '1999-01-01', '1999-01-31')).toBeUndefined();
  });

  it('has a returning share only from the day on which new customers are known to be new', () => {
    const [before, known] = ['2026-01-01', '2026-02-01'].map(
      (day) => toDayFigures(createPoint(day, '2026-02-28'), overview).returning,
    );
    expect([before, known]).toEqual([null, 0.5]);
    const nobody = { ...createPoint('2026-02-01', '2026-02-28'), customers: 0, orders: 0 };
    expect(toDayFigures(nobody, overview)).toMatchObject({ returning: null, average: null });
    expect(toDayFigures(nobody, { returning_from: null }).returning).toBeNull();
  });

  it('is a month of a long range, and a day where there are not three months', () => {
    const all = { range: 'all', first_day: '2025-01-15' } as const;
    expect(listPoints(overview, all)).toMatchObject({ kind: 'months', points: { length: 15 } });
    expect(listPoints({ ...overview, months: overview.months.slice(-2) }, all).kind).toBe('days');
    const week = { range: 'last_7_days', first_day: '2026-03-02' } as const;
    expect(listPoints(overview, week).points).toHaveLength(1);
  });
});
