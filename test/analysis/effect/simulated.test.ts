// Simulated campaigns: daily looks seldom claim an effect that does not exist, and intervals hold known effects.
import { describe, expect, it } from 'vitest';
import { computeDailyBounds } from '../../../src/analysis/effect/daily-bounds.ts';
import {
  computeDetectableLift,
  computeDifferencePaths,
  computeMomentsOn,
  computeSpread,
  computeStandardError,
  createRelabellings,
} from '../../../src/analysis/effect/paths.ts';
import { createSeries } from '../../../src/analysis/effect/series.ts';
import { drawCampaign } from '../../../tools/harness/random/campaigns.ts';
import { createRandom } from '../../../tools/harness/random/random.ts';

const CAMPAIGNS = 300;
const DAYS = 10;
const DESIGN = { customers: 400, heldOut: 80, days: DAYS, orders: 0.5, skew: 1.5 };

function simulateCampaigns(lift: number) {
  const tally = { anyDay: 0, naive: 0, holds: 0 };
  for (let seed = 1; seed <= CAMPAIGNS; seed++) {
    const outcomes = drawCampaign(createRandom(seed), { ...DESIGN, lift });
    const series = createSeries(outcomes, lift === 0 ? 'revenue' : 'orders');
    const paths = computeDifferencePaths(series, outcomes, createRelabellings(outcomes, 199), DAYS);
    const looks = computeDailyBounds(paths, DAYS, DAYS).map(({ lower, upper }, day) => {
      const arms = computeMomentsOn(series, outcomes, outcomes.isHeldOut, day + 1);
      const error = computeStandardError(arms);
      const z = (arms[0].mean - arms[1].mean) / error;
      const truth = (lift * DESIGN.orders * (day + 1)) / DAYS / error;
      return {
        claims: z > upper || -z > lower,
        naive: Math.abs(z) > 1.96,
        holds: z - upper <= truth && truth <= z + lower,
      };
    });
    if (looks.some(({ claims }) => claims)) tally.anyDay++;
    if (looks.some(({ naive }) => naive)) tally.naive++;
    if (looks.at(-1)?.holds) tally.holds++;
  }
  return tally;
}

describe('daily bounds of 300 campaigns over 10 days', () => {
  it('claim a non-existent effect on skewed spend in at most 5 % of campaigns; 1.96 standard errors do in over 25 %', () => {
    const { anyDay, naive } = simulateCampaigns(0);
    // 0.038: three standard errors of a share of 5 %.
    expect(anyDay / CAMPAIGNS).toBeLessThan(0.05 + 0.038);
    expect(anyDay).toBeGreaterThan(3);
    expect(naive / CAMPAIGNS).toBeGreaterThan(0.25);
  });

  it('hold a lift of 40 % in the last interval of 95 % of campaigns', () => {
    const { anyDay, holds } = simulateCampaigns(0.4);
    expect(holds / CAMPAIGNS).toBeGreaterThan(0.95 - 0.038);
    expect(holds).toBeLessThan(CAMPAIGNS);
    expect(anyDay / CAMPAIGNS).toBeGreaterThan(0.2);
  });
});

it('computeDetectableLift returns smaller lifts for a larger held-out arm, more customers or less skew', () => {
  const outcomes = drawCampaign(createRandom(1), { ...DESIGN, lift: 0 });
  const spread = computeSpread(createSeries(outcomes, 'orders'), outcomes, DAYS);
  const lift = (sent: number, heldOut: number) =>
    computeDetectableLift(spread, { sent, heldOut }) ?? Number.NaN;
  expect(lift(900, 100)).toBeGreaterThan(lift(800, 200));
  expect(lift(1_800, 200)).toBeLessThan(lift(900, 100) * Math.SQRT1_2);
  expect(computeDetectableLift({ ...spread, skewness: 0 }, { sent: 900, heldOut: 100 })).toBeLessThan(
    lift(900, 100),
  );
  // q = 3.0416² × 9/4 = 20.816: (0.20816 + √(0.20816² + 4 × 20.816 × 0.02)) ÷ 2, by hand.
  expect(
    computeDetectableLift({ mean: 2, variance: 9, skewness: 0 }, { sent: 100, heldOut: 100 }),
  ).toBeCloseTo(0.75764, 5);
  expect(
    computeDetectableLift({ mean: 0, variance: 0, skewness: 0 }, { sent: 100, heldOut: 100 }),
  ).toBeNull();
});

it('computeDetectableLift raises the lift of adjusted figures by the variance that a lift adds, null where none is enough', () => {
  const spread = { mean: 2, variance: 9, skewness: 0, explained: 11 };
  const lift = computeDetectableLift(spread, { sent: 100, heldOut: 100 }) ?? Number.NaN;
  // By hand: (0.41631 + √(0.41631² + 4 × 0.53743 × 20.8155 × 0.02)) ÷ (2 × 0.53743).
  expect(lift).toBeCloseTo(1.34889, 4);
  // The difference is 3.0416 standard errors.
  const error = Math.sqrt((9 * (1 + lift) ** 2 + 11 * lift ** 2) / 100 + 9 / 100);
  expect((2 * lift) / error).toBeCloseTo(3.0416, 4);
  expect(computeDetectableLift(spread, { sent: 20, heldOut: 100 })).toBeNull();
});
