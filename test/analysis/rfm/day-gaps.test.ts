// How long the next order usually takes, by hand.
import { describe, expect, it } from 'vitest';
import { estimateDaysToNextOrder } from '../../../src/analysis/rfm/day-gaps.ts';

describe('the days by which four of five next orders have come', () => {
  it('count customers who are still waiting', () => {
    const gaps = new Map([
      [10, 3],
      [20, 1],
    ]);
    // 1 − 2/5 at 10 days with one more waiting for 5; then 0.
    expect(estimateDaysToNextOrder(gaps, Float64Array.of(5))).toBe(20);
    // Of those that waited for longer than 20 days, nobody knows.
    expect(estimateDaysToNextOrder(gaps, Float64Array.of(30, 40))).toBeNull();
    expect(estimateDaysToNextOrder(new Map(), Float64Array.of(3))).toBeNull();
    expect(estimateDaysToNextOrder(new Map([[7, 4]]), Float64Array.of(9))).toBe(7);
  });
});
