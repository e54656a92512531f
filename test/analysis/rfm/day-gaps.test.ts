// Estimates of the days to the next order, computed by hand.
import { describe, expect, it } from 'vitest';
import { estimateDaysToNextOrder } from '../../../src/analysis/rfm/day-gaps.ts';

describe('estimateDaysToNextOrder', () => {
  it('returns the days within which 80 % of customers order again, including customers who still wait', () => {
    const gaps = new Map([
      [10, 3],
      [20, 1],
    ]);
    // The share still waiting is 1/4 after 10 days and 0 after 20; a wait of 5 days no longer counts by then.
    expect(estimateDaysToNextOrder(gaps, Float64Array.of(5))).toBe(20);
    // Two of six customers wait for longer than all known gaps, so that 80 % are never reached.
    expect(estimateDaysToNextOrder(gaps, Float64Array.of(30, 40))).toBeNull();
    expect(estimateDaysToNextOrder(new Map(), Float64Array.of(3))).toBeNull();
    expect(estimateDaysToNextOrder(new Map([[7, 4]]), Float64Array.of(9))).toBe(7);
  });
});
