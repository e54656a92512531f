// How long the next order usually takes, by hand and against the estimate of the survival module.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { daysToNextOrder } from '../../../src/analysis/rfm/day-gaps.ts';
import { kaplanMeier } from '../../../src/analysis/survival/kaplan-meier.ts';

describe('the days by which four of five next orders have come', () => {
  it('count customers who are still waiting', () => {
    const gaps = new Map([
      [10, 3],
      [20, 1],
    ]);
    // 1 − 2/5 at 10 days with one more waiting for 5; then 0.
    expect(daysToNextOrder(gaps, Float64Array.of(5))).toBe(20);
    // Of those that waited for longer than 20 days, nobody knows.
    expect(daysToNextOrder(gaps, Float64Array.of(30, 40))).toBeNull();
    expect(daysToNextOrder(new Map(), Float64Array.of(3))).toBeNull();
    expect(daysToNextOrder(new Map([[7, 4]]), Float64Array.of(9))).toBe(7);
  });

  it('are those of the Kaplan-Meier curve', () => {
    const waits = fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 30 }), waits, (gaps, waiting) => {
        const times = new Map<number, number>();
        for (const gap of gaps) times.set(gap, (times.get(gap) ?? 0) + 1);
        const curve = kaplanMeier({
          days: Float64Array.of(...gaps, ...waiting),
          observed: Uint8Array.of(...gaps.map(() => 1), ...waiting.map(() => 0)),
        });
        const reached = curve.points.find(({ survival }) => survival <= 0.2 + 1e-12);
        expect(daysToNextOrder(times, Float64Array.from(waiting))).toBe(reached?.day ?? null);
      }),
    );
  });
});
