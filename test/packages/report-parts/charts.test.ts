// Tests the layout of treemaps, curves, grids and flows, and the steps of colour ramps, without a browser.
import fc from 'fast-check';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { describe, expect, it } from 'vitest';
import type { CohortReport } from '../../../packages/client/src/index.ts';
import {
  createRetentionCurves,
  createValueCurves,
  pickComparable,
} from '../../../packages/report-parts/charts/cohort-lines.ts';
import {
  getDirection,
  layOutFlow,
  listMovesByNumber,
  type Move,
} from '../../../packages/report-parts/charts/flow.ts';
import { RetentionMap, ScoreGrid } from '../../../packages/report-parts/charts/grid.ts';
import { layOutTiles } from '../../../packages/report-parts/charts/treemap.ts';
import { wrapText } from '../../../packages/report-parts/charts/wrap-text.ts';
import { createRamp, liftLevel, liftRamp } from '../../../packages/report-parts/ramp.ts';

const identity = (value: number): number => value;

describe('wrapText', () => {
  it('keeps names different that differ at their end', () => {
    expect(wrapText('PAPER CHAIN KIT RETROSPOT', 24, 4)).toEqual(['PAPER CHAIN KIT', 'RETROSPOT']);
    const [small, large] = ['small', 'large'].map(
      (size) => `Hand-thrown tea bowl with a blue glaze, ${size}`,
    );
    expect(wrapText(small ?? '', 24, 4)).not.toEqual(wrapText(large ?? '', 24, 4));
  });

  it('returns at most the given lines of the given width, the last with an ellipsis if words are missing', () => {
    const lines = wrapText('one two three four five six seven', 9, 2);
    expect(lines).toHaveLength(2);
    expect(lines[0]).toBe('one two');
    expect(lines[1]).toMatch(/^three.{0,3}…$/);
  });
});

describe('layOutTiles', () => {
  it('covers the area with tiles in proportion to their values, largest first and without overlap', () => {
    const values = fc.array(fc.integer({ min: -2, max: 1_000 }), { maxLength: 14 });
    fc.assert(
      fc.property(values, fc.constantFrom(0.5, 1, 3), (items, aspect) => {
        const tiles = layOutTiles(items, identity, aspect);
        const positive = items.filter((value) => value > 0);
        expect(tiles.map(({ item }) => item)).toEqual(positive.toSorted((a, b) => b - a));
        const total = positive.reduce((sum, value) => sum + value, 0);
        for (const { item, left, top, width, height } of tiles) {
          expect(width * height).toBeCloseTo(item / total, 9);
          expect(Math.min(left, top)).toBeGreaterThanOrEqual(-1e-9);
          expect(Math.max(left + width, top + height)).toBeLessThanOrEqual(1 + 1e-9);
        }
        for (const [at, one] of tiles.entries()) {
          for (const other of tiles.slice(at + 1)) {
            const wide =
              Math.min(one.left + one.width, other.left + other.width) - Math.max(one.left, other.left);
            const high =
              Math.min(one.top + one.height, other.top + other.height) - Math.max(one.top, other.top);
            expect(Math.min(wide, high)).toBeLessThan(1e-9);
          }
        }
      }),
    );
  });
});

describe('createRetentionCurves', () => {
  const createPeriod = (at: number, retention: number, complete = true): Periods[number] => ({
    period: at,
    retention,
    complete,
    active_customers: 1,
    orders: 1,
    revenue: 1,
    cumulative_value_per_customer: 1,
  });

  it('begins with the period after the first purchase and omits cohorts without such a period', () => {
    const { curves, average, x, y } = createRetentionCurves({
      cohorts: [
        createCohort('2026-01', [createPeriod(0, 1), createPeriod(1, 0.31), createPeriod(2, 0.2, false)]),
        createCohort('2026-02', [createPeriod(0, 1), createPeriod(1, 0.1, false)]),
        createCohort('2026-03', [createPeriod(0, 1, false)]),
      ],
      average_retention: [createAverage(0, 1), createAverage(1, 0.31)],
    });
    expect(curves.map((curve) => [curve.key, curve.class, curve.points, curve.growing])).toEqual([
      [
        '2026-01',
        's1',
        [[1, 0.31, 10]],
        [
          [1, 0.31, 10],
          [2, 0.2, 10],
        ],
      ],
      ['2026-02', 's5', [], [[1, 0.1, 10]]],
    ]);
    expect(average.points).toEqual([[1, 0.31, 10]]);
    expect(x.ticks).toEqual([1, 2]);
    expect(y.ticks.at(-1)).toBeCloseTo(0.35);
  });
});

describe('pickComparable and createValueCurves', () => {
  const createOverallAverage = (period: number, cohorts: number, customers: number, spent = 10) => ({
    ...createAverage(period, 0.2),
    ...{ cohorts, customers, cumulative_value_per_customer: spent },
  });
  const listPeriods = (...averages: ReturnType<typeof createOverallAverage>[]) =>
    pickComparable(averages, 1).map(({ period }) => period);

  it('pickComparable ends where one of several cohorts or less than a third of customers remains', () => {
    expect(
      listPeriods(
        createOverallAverage(0, 3, 90),
        createOverallAverage(1, 3, 90),
        createOverallAverage(2, 2, 50),
        createOverallAverage(3, 1, 40),
      ),
    ).toEqual([1, 2]);
    expect(
      listPeriods(
        createOverallAverage(1, 9, 900),
        createOverallAverage(2, 8, 300),
        createOverallAverage(3, 7, 299),
        createOverallAverage(4, 6, 301),
      ),
    ).toEqual([1, 2]);
  });

  it('pickComparable picks all periods of a single cohort and none without an average', () => {
    expect(
      listPeriods(
        createOverallAverage(0, 1, 1),
        createOverallAverage(1, 1, 1),
        createOverallAverage(2, 1, 1),
      ),
    ).toEqual([1, 2]);
    expect(listPeriods(createOverallAverage(0, 1, 1))).toEqual([]);
    expect(listPeriods()).toEqual([]);
  });

  it('createValueCurves omits left-truncated cohorts and extends the axis to the given value', () => {
    const createSpending = (period: number, cumulative_value_per_customer: number) => ({
      ...{ period, retention: 0.5, complete: true, active_customers: 1, orders: 1, revenue: 1 },
      cumulative_value_per_customer,
    });
    const { curves, x, y } = createValueCurves(
      {
        cohorts: [
          {
            ...createCohort('2026-01', [createSpending(0, 100), createSpending(1, 900)]),
            left_truncated: true,
          },
          createCohort('2026-02', [createSpending(0, 4), createSpending(1, 6)]),
        ],
        average_retention: [],
      },
      50,
    );
    expect(curves.map(({ key, points }) => [key, points])).toEqual([
      [
        '2026-02',
        [
          [0, 4, 10],
          [1, 6, 10],
        ],
      ],
    ]);
    expect([x.ticks, y.ticks.at(-1)]).toEqual([[0, 1], 50]);
  });
});

type Cohort = CohortReport['cohorts'][number];
type Periods = Cohort['periods'];

function createCohort(name: string, periods: Periods): Cohort {
  const days = { first_day: `${name}-01`, last_day: `${name}-28` };
  return {
    cohort: name,
    ...days,
    customers: 10,
    orders: 12,
    revenue: 100,
    periods,
    median_value_per_customer: 1,
    left_truncated: false,
    ordered_again: [],
  };
}

function createAverage(period: number, retention: number): CohortReport['average_retention'][number] {
  const sums = { customers: 10, active_customers: 3, cumulative_value_per_customer: 1 };
  return { period, retention, cohorts: 1, ...sums };
}

describe('ScoreGrid and RetentionMap', () => {
  const renderCells = (node: Parameters<typeof renderToString>[0]) =>
    renderToString(node).match(/<td class="cell[^>]*>.*?<\/td>/g);

  it('ScoreGrid leaves cells without customers empty', () => {
    const cells = [{ recency: 5, frequency_monetary: 1, customers: 3, revenue: 9 }];
    const found = renderCells(
      h(ScoreGrid, {
        label: 'Scores',
        title: 'Customers',
        cells,
        number: String,
        show: ({ customers }) => h('b', null, customers),
      }),
    );
    expect(found).toHaveLength(25);
    expect(found?.filter((cell) => cell !== '<td class="cell empty"></td>')).toEqual([
      expect.stringContaining('<b>3</b>'),
    ]);
  });

  it('RetentionMap hides 0% visually but keeps it for screen readers', () => {
    const periods = [1, 0].map((retention, period) => ({
      period,
      retention,
      active_customers: retention,
      complete: true,
    }));
    const cohorts = [{ cohort: '2026-01', customers: 1, periods }];
    const map = h(RetentionMap<(typeof cohorts)[number]>, {
      ...{ label: 'Retention', heads: ['Cohort', 'Customers'], cohorts, number: String },
      ...{ write: (share: number) => `${100 * share}%`, name: () => 'January' },
    });
    expect(renderCells(map)).toEqual([
      '<td class="cell empty">100%</td>',
      '<td class="cell empty"><span class="hidden">0%</span></td>',
    ]);
  });
});

const MOVES: Move[] = [
  { from: 'not in the report', to: 'Recent Customers', customers: 20 },
  { from: 'Lost', to: 'Champions', customers: 10 },
  { from: 'Champions', to: 'Champions', customers: 40 },
  { from: 'Champions', to: 'At Risk', customers: 20 },
  { from: 'Lost', to: 'not in the report', customers: 10 },
];

describe('getDirection, listMovesByNumber and layOutFlow', () => {
  it('getDirection classifies moves as up, down, joined, left or stayed', () => {
    expect(MOVES.map(getDirection)).toEqual(['joined', 'up', 'stayed', 'down', 'left']);
  });

  it('listMovesByNumber sorts moves by customers, then by better segment, and omits staying customers', () => {
    expect(listMovesByNumber(MOVES).map(({ from, to }) => `${from} → ${to}`)).toEqual([
      'Champions → At Risk',
      'not in the report → Recent Customers',
      'Lost → Champions',
      'Lost → not in the report',
    ]);
  });

  it('layOutFlow fills the blocks of both sides with bands as high as their share of customers', () => {
    const { before, now, bands, height } = layOutFlow(MOVES);
    const listPlaces = (blocks: typeof before) => blocks.map(({ place, customers }) => [place, customers]);
    expect(listPlaces(before)).toEqual([
      ['Champions', 60],
      ['Lost', 20],
      ['not in the report', 20],
    ]);
    expect(listPlaces(now)).toEqual([
      ['Champions', 50],
      ['Recent Customers', 20],
      ['At Risk', 20],
      ['not in the report', 10],
    ]);
    for (const [side, blocks] of [
      ['from', before],
      ['to', now],
    ] as const) {
      for (const { place, top, height: whole } of blocks) {
        const parts = bands.filter(({ move }) => move[side] === place);
        let end = top;
        for (const part of parts.toSorted((a, b) => a[side] - b[side])) {
          expect(part[side]).toBeCloseTo(end);
          end += part.height;
        }
        expect(end).toBeCloseTo(top + whole);
        expect(end).toBeLessThanOrEqual(height);
      }
    }
    expect(bands.find(({ move }) => move.to === 'At Risk')?.height).toBeCloseTo(320 * 0.2);
  });

  it('layOutFlow returns an empty layout without moves', () => {
    expect(layOutFlow([])).toEqual({ height: 0, before: [], now: [], bands: [] });
  });
});

/** Formats like the console's function, whose second parameter is the number of digits. */
const formatNumber = (value: number, digits = 0): string => value.toFixed(digits);

describe('createRamp', () => {
  it('gives each colour equally many values, or an equal range, with edges of two digits', () => {
    const values = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 1_201];
    const [equal, even] = [createRamp(values, formatNumber), createRamp(values, formatNumber, 'even')];
    expect(equal.steps.map(([, shown]) => shown)).toEqual([
      '< 3',
      '3 – 5',
      '5 – 7',
      '7 – 8',
      '8 – 10',
      '≥ 10',
    ]);
    expect(values.map(equal.level)).toEqual([0, 0, 1, 1, 2, 2, 3, 3, 4, 5, 5, 5]);
    expect(even.steps.map(([, shown]) => shown)).toEqual([
      '< 200',
      ...['200 – 400', '400 – 600', '600 – 800', '800 – 1000', '≥ 1000'],
    ]);
    expect(values.map(even.level)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5]);
  });

  it('returns one colour and no legend if all values are equal or there are none', () => {
    for (const values of [[], [7], [7, 7]]) {
      const { level, steps } = createRamp(values, formatNumber);
      expect([level(7), steps]).toEqual([0, []]);
    }
  });
});

it('liftLevel doubles the lift from step to step, starting at chance', () => {
  expect([0.5, 1, 1.9, 2, 16, 99].map(liftLevel)).toEqual([0, 1, 1, 2, 5, 5]);
  expect(liftRamp(formatNumber).steps).toHaveLength(6);
  expect([0.5, 1, 16].map(liftRamp(formatNumber).level)).toEqual([0, 1, 5]);
});
