// Intervals of segments and of all customers from the errors of past days, against calculations by hand.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findKnownCustomers } from '../../../src/analysis/prediction/customer-days.ts';
import { forecast } from '../../../src/analysis/prediction/forecast.ts';
import { HORIZON_DAYS } from '../../../src/analysis/prediction/histories.ts';
import {
  computeInterval,
  computeOwnInterval,
  computeTotalInterval,
  estimateDispersion,
  isMissed,
} from '../../../src/analysis/prediction/intervals.ts';
import { computeFiguresAt, countOutcomes } from '../../../src/analysis/prediction/origins.ts';
import { scoreCustomers } from '../../../src/analysis/rfm/customer-scores.ts';
import { SEGMENT_NAMES } from '../../../src/contract/report-types/rfm/segments.ts';
import {
  createRhythmShop,
  RHYTHM_KINDS,
  RHYTHM_REFERENCE,
} from '../../../tools/harness/random/rhythm-shops.ts';
import { createHistories } from './shops.ts';

describe('intervals of a model', () => {
  it('are scaled to cover four of five past errors, by a factor of at least 1', () => {
    // Deviations √(64 + 0.1² 64²) = 10.24 and √(36 + 3.6²) = 6.997; of four errors the rank is ⌈0.8 × 5⌉ = 4.
    const missed = [
      { mean: 64, variance: 64, actual: 64 },
      { mean: 64, variance: 64, actual: 84 },
      { mean: 36, variance: 36, actual: 6 },
      { mean: 36, variance: 36, actual: 30 },
    ];
    const furthest = 30 / Math.sqrt(36 + 3.6 ** 2);
    expect(estimateDispersion(missed)).toBeCloseTo((furthest / 1.2815515655) ** 2, 6);
    expect(estimateDispersion([{ mean: 100, variance: 100, actual: 101 }])).toBe(1);
    expect(estimateDispersion([])).toBe(1);
    // An expectation of 0 has no scale.
    expect(estimateDispersion([{ mean: 0, variance: 0, actual: 9 }])).toBe(1);
  });

  it('are symmetric about the figure and end at 0', () => {
    const { low, high } = computeInterval({ mean: 100, variance: 100 }, 4);
    const half = 2 * 1.2815515655 * Math.sqrt(100 + 100);
    expect(high - 100).toBeCloseTo(half, 6);
    expect(100 - low).toBeCloseTo(half, 6);
    expect(computeInterval({ mean: 1, variance: 100 }, 4).low).toBe(0);
  });
});

describe('intervals of the naive forecast', () => {
  it('are computed from the past errors per customer of the segment', () => {
    // 10 customers; errors of 0.3 and 0.4 per customer: √(0.125) × 10; t(.9; 2) = 1.885618.
    const { low, high } = computeOwnInterval({ mean: 20, variance: 0, customers: 10 }, [0.3, -0.4]);
    const half = 1.885618 * Math.sqrt(12.5 + 4);
    expect(high - 20).toBeCloseTo(half, 4);
    expect(20 - low).toBeCloseTo(half, 4);
  });

  it('cover chance and season if no past error is known', () => {
    // t(.9; 1) = 3.077684.
    expect(computeOwnInterval({ mean: 100, variance: 100, customers: 10 }, []).high - 100).toBeCloseTo(
      3.077684 * Math.sqrt(200),
      4,
    );
  });
});

describe('the interval of all customers', () => {
  const [, example = ''] = readFileSync('docs/concepts/customers.md', 'utf8').split('\nFour past dates');
  const text = example.replaceAll(/\s+/g, ' ');
  const matchNumbers = (pattern: RegExp): number[] => (pattern.exec(text) ?? []).slice(1).map(Number);

  it('matches the example in docs/concepts/customers.md', () => {
    const [expected = 0] = matchNumbers(/with (\d+) orders expected/);
    const came = matchNumbers(/: (\d+), (\d+), (\d+) and (\d+) came/);
    const missed = came.map((actual) => ({ mean: expected, variance: expected, actual }));
    const [today = 0, deviation, low = 0, high = 0] = matchNumbers(
      /Today (\d+) orders are expected: the deviation is ([\d.]+), and the interval (\d+) to (\d+)/,
    );
    const found = computeTotalInterval({ mean: today, variance: today }, missed, { step: 30, horizon: 90 });
    expect([found.low, found.high].map(Math.round)).toEqual([low, high]);
    const [s = 0] = matchNumbers(/s = ([\d.]+)\./);
    const [t = 0] = matchNumbers(/t = ([\d.]+)\./);
    expect(Math.hypot(Math.sqrt(today), today / 10)).toBeCloseTo(deviation ?? 0, 2);
    expect((found.high - today) / (s * t * (deviation ?? 0))).toBeCloseTo(1, 3);
  });

  it('is withheld if the latest forecast was off by more than half and by more than chance', () => {
    const [predicted = 0, actual = 0] = matchNumbers(
      /rfm-orders\.csv (\d+) orders were predicted of the last 90 days and (\d+) came/,
    );
    expect(isMissed({ mean: predicted, variance: predicted, actual })).toBe(true);
    expect(1.96 * Math.sqrt(predicted)).toBeCloseTo(matchNumbers(/1\.96 √\d+ = ([\d.]+)\./)[0] ?? 0, 1);
    expect(isMissed({ mean: 150, variance: 150, actual: 100 })).toBe(false);
    expect(isMissed({ mean: 151, variance: 151, actual: 100 })).toBe(true);
    // Chance explains an error of three orders if five are expected.
    expect(isMissed({ mean: 5, variance: 5, actual: 2 })).toBe(false);
    expect(isMissed({ mean: 0, variance: 0, actual: 3 })).toBe(true);
  });

  it('covers chance and season if the expectation of the only past date was 0', () => {
    const { low, high } = computeTotalInterval(
      { mean: 100, variance: 100 },
      [{ mean: 0, variance: 0, actual: 3 }],
      {
        ...{ step: 30, horizon: 30 },
      },
    );
    expect(100 - low).toBeCloseTo(high - 100, 6);
    expect(high - 100).toBeCloseTo(3.0777 * Math.sqrt(200), 2);
  });

  it('contains the actual orders in at least four of five steady shops', () => {
    const held = RHYTHM_KINDS.flatMap((kind) =>
      [1, 2].flatMap((seed) => {
        const { days } = createRhythmShop(seed, kind, { customers: 200, leaves: 0.05 });
        const cut = RHYTHM_REFERENCE - HORIZON_DAYS;
        const known = findKnownCustomers(days, cut);
        const { segment } = scoreCustomers(computeFiguresAt(days, known, cut));
        const { model } = forecast(createHistories(days, cut), cut, {
          segment,
          segments: SEGMENT_NAMES.length,
        });
        // Where no forecast beats the past repeated, there is none.
        const interval = model?.expected_orders_90d_interval;
        if (interval === undefined) return [];
        const came = countOutcomes(days, known, cut, RHYTHM_REFERENCE).orders.reduce(
          (sum, one) => sum + one,
          0,
        );
        return [interval.low <= came && came <= interval.high];
      }),
    );
    expect(held.length).toBeGreaterThan(RHYTHM_KINDS.length);
    expect(held.filter(Boolean).length).toBeGreaterThanOrEqual(0.8 * held.length);
  });
});
