// Intervals of segments from the errors of past days, by hand.
import { describe, expect, it } from 'vitest';
import { dispersionOf, intervalOf, ownInterval } from '../../../src/core/prediction/intervals.ts';

describe('of a model', () => {
  it('reach to the error that four of five stayed within, never less than chance and season', () => {
    // Deviations √(64 + 0.1² 64²) = 10.24 and √(36 + 3.6²) = 6.997; of four errors the rank is ⌈0.8 × 5⌉ = 4.
    const missed = [
      { mean: 64, variance: 64, actual: 64 },
      { mean: 64, variance: 64, actual: 84 },
      { mean: 36, variance: 36, actual: 6 },
      { mean: 36, variance: 36, actual: 30 },
    ];
    const furthest = 30 / Math.sqrt(36 + 3.6 ** 2);
    expect(dispersionOf(missed)).toBeCloseTo((furthest / 1.2815515655) ** 2, 6);
    expect(dispersionOf([{ mean: 100, variance: 100, actual: 101 }])).toBe(1);
    expect(dispersionOf([])).toBe(1);
    // What is expected to be nothing has no scale.
    expect(dispersionOf([{ mean: 0, variance: 0, actual: 9 }])).toBe(1);
  });

  it('are symmetric about the figure, and not below 0', () => {
    const { low, high } = intervalOf({ mean: 100, variance: 100 }, 4);
    const half = 2 * 1.2815515655 * Math.sqrt(100 + 100);
    expect(high - 100).toBeCloseTo(half, 6);
    expect(100 - low).toBeCloseTo(half, 6);
    expect(intervalOf({ mean: 1, variance: 100 }, 4).low).toBe(0);
  });
});

describe('of a past that is repeated', () => {
  it('follow from the errors per customer of the same segment', () => {
    // 10 customers; errors of 0.3 and 0.4 per customer: √(0.125) × 10; t(.9; 2) = 1.885618.
    const { low, high } = ownInterval({ mean: 20, variance: 0, customers: 10 }, [0.3, -0.4]);
    const half = 1.885618 * Math.sqrt(12.5 + 4);
    expect(high - 20).toBeCloseTo(half, 4);
    expect(20 - low).toBeCloseTo(half, 4);
  });

  it('are those of chance and season without any error known', () => {
    // t(.9; 1) = 3.077684.
    expect(ownInterval({ mean: 100, variance: 100, customers: 10 }, []).high - 100).toBeCloseTo(
      3.077684 * Math.sqrt(200),
      4,
    );
  });
});
