// Waits until the next purchase against numerical integration by waits.py.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  computeWaitQuantile,
  logStillWaiting,
} from '../../../../src/analysis/prediction/replenishment/waits.ts';

interface Case {
  readonly k: number;
  readonly r: number;
  readonly alpha: number;
  readonly frequency: number;
  readonly recency: number;
  readonly waited: number;
  readonly still_waiting: number;
  readonly quartiles: readonly number[];
}
const FILE = join(import.meta.dirname, 'waits.json');
const { cases }: { readonly cases: readonly Case[] } = JSON.parse(readFileSync(FILE, 'utf8'));

describe('waits until the next purchase', () => {
  it.each(cases)('match waits.py with k = $k, x = $frequency, after $waited days', (one) => {
    const { frequency, recency, waited } = one;
    const parameters = { ...one, a: 0, b: 1 };
    const paced = { frequency, recency };
    const still = Math.exp(logStillWaiting(parameters, paced, waited));
    expect(still / one.still_waiting).toBeCloseTo(1, 8);
    for (const [at, probability] of [0.25, 0.5, 0.75].entries()) {
      const days = computeWaitQuantile(parameters, paced, waited, probability);
      expect(days / (one.quartiles[at] ?? Number.NaN)).toBeCloseTo(1, 7);
    }
  });

  it('are finite for a silence whose probability is below the smallest double', () => {
    const parameters = { r: 500, alpha: 2_000, a: 0, b: 1, k: 12 };
    const paced = { frequency: 100, recency: 400 };
    const log = logStillWaiting(parameters, paced, 1e6);
    expect(log).toBeLessThan(-5_000);
    expect(Number.isFinite(log)).toBe(true);
    expect(computeWaitQuantile(parameters, paced, 1e6, 0.5)).toBeGreaterThan(0);
  });
});
