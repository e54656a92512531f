// Adjusted figures of simulated campaigns to customers with a past: daily looks seldom claim an effect that does not
// exist, and intervals hold known effects and are not wider. The deep run draws 1,000 campaigns of each design.
import { describe, expect, it } from 'vitest';
import { adjustByPast } from '../../../src/analysis/effect/adjustment.ts';
import { computeEffect } from '../../../src/analysis/effect/measure-effect.ts';
import { createRelabellings, studentizeDifference } from '../../../src/analysis/effect/paths.ts';
import { createSeries } from '../../../src/analysis/effect/series.ts';
import { IS_DEEP } from '../../../tools/harness/depth.ts';
import { DESIGNS, lookDaily, simulateCampaigns } from '../../../tools/harness/random/adjusted-campaigns.ts';
import { drawCampaignWithPast } from '../../../tools/harness/random/campaigns.ts';
import { createRandom } from '../../../tools/harness/random/random.ts';

const DAYS = 4;
const SMALL = {
  ...{ customers: 200, heldOut: 50, days: DAYS, orders: 0.8 },
  ...{ skew: 1.2, spread: 0.8, past: 6 },
};
/** Large spenders: the past makes some differences less certain. */
const SPENDERS = { ...SMALL, heldOut: 30, skew: 1.5, spread: 2 };
/** Days with adjusted intervals of a campaign to large spenders. */
const STATED = { orders: [false, true, true, true], revenue: [false, false, false, false] };
const FEW = { campaigns: 40, relabellings: 199, firstSeed: 1 };

describe('adjusted intervals of simulated campaigns', () => {
  it('claim a non-existent effect in at most 5 % of campaigns, and are never wider by more than 1 %', () => {
    const { orders, revenue } = simulateCampaigns({ ...SMALL, lift: 0 }, FEW);
    for (const { claims, claimedShare } of [orders, revenue]) {
      // Three standard errors of 5 % of 40 campaigns are 4.
      expect(claims).toBeLessThan(2 + 4);
      expect(claimedShare).toBeLessThan(0.05 + 1e-9);
      expect(claimedShare).toBeGreaterThan(0.04);
    }
    expect(orders.adjusted).toBeGreaterThan(20);
    expect(orders.width).toBeLessThan(0.97);
    expect(orders.widest).toBeLessThanOrEqual(1.01);
  });

  it('hold a lift of 40 % in at least 94 % of campaigns, allowing for chance', () => {
    const { orders } = simulateCampaigns({ ...SMALL, lift: 0.4 }, FEW);
    expect(orders.holds).toBeGreaterThan(38 - 5);
  });

  it('are missing without a past', () => {
    const { orders, revenue } = simulateCampaigns({ ...SMALL, past: 0, lift: 0 }, { ...FEW, campaigns: 5 });
    expect([orders.adjusted, revenue.adjusted]).toEqual([0, 0]);
  });

  it('are those that the reports of each day state, and missing where they would be wider by more than 1 %', () => {
    const { outcomes } = drawCampaignWithPast(createRandom(9), { ...SPENDERS, lift: 0 });
    for (const measure of ['orders', 'revenue'] as const) {
      const question = { window: { first: 0, last: DAYS - 1 }, decidesOn: measure, relabellings: 199 };
      const { days: looks } = lookDaily(measure, outcomes, { days: DAYS, relabellings: 199 });
      const stated = looks.map((_, day) => {
        const { measures } = computeEffect(outcomes, question, day);
        const found = measures.find(({ decides }) => decides);
        return { plain: found?.difference_interval, adjusted: found?.adjusted?.difference_interval };
      });
      // On the first day, too few customers of the small arm have ordered.
      expect(stated.slice(1)).toEqual(looks.slice(1));
      expect(stated.map(({ adjusted }) => adjusted !== undefined)).toEqual(STATED[measure]);
    }
  });

  // A thousand campaigns of a design take minutes.
  if (IS_DEEP)
    it.each(Object.entries(DESIGNS))(
      'claim at most 5 % and hold at least 94 % of 1,000 campaigns, allowing for chance: %s',
      (_, design) => {
        const campaigns = 1_000;
        const none = simulateCampaigns(
          { ...design, lift: 0 },
          { campaigns, relabellings: 999, firstSeed: 7_000_000 },
        );
        const some = simulateCampaigns(
          { ...design, lift: 0.4 },
          { campaigns, relabellings: 999, firstSeed: 8_000_000 },
        );
        for (const measure of ['orders', 'revenue'] as const) {
          expect(none[measure].claimedShare).toBeLessThan(0.05 + 1e-9);
          // Two standard errors of 5 % of 1,000 campaigns are 1.4 %.
          expect(none[measure].claims / campaigns).toBeLessThanOrEqual(0.05 + 0.014);
          expect(none[measure].widest).toBeLessThanOrEqual(1.01);
          expect(some[measure].holds / campaigns).toBeGreaterThanOrEqual(0.94 - 0.014);
        }
      },
      3_600_000,
    );
});

describe('adjustByPast', () => {
  it('computes paths of relabellings as those of campaigns with these arms; no error while the past explains too little', () => {
    const { outcomes } = drawCampaignWithPast(createRandom(16), { ...SPENDERS, lift: 0 });
    const series = createSeries(outcomes, 'revenue');
    const relabellings = createRelabellings(outcomes, 99);
    const adjustOn = (looks: number) => adjustByPast('revenue', series, { outcomes, relabellings, looks });
    const found = adjustOn(DAYS)?.computePaths();
    for (let look = 0; look < DAYS; look++) {
      const adjusted = adjustOn(look + 1);
      expect(adjusted !== undefined).toBe(look > 1);
      for (let r = 0; r < relabellings.count; r++) {
        const isHeldOut = new Uint8Array(outcomes.isHeldOut.length);
        relabellings.fill(r, isHeldOut);
        const at = r * DAYS + look;
        const expected = adjusted?.computeArms(isHeldOut);
        expect(found?.errors[at]).toBe(expected?.error ?? Number.POSITIVE_INFINITY);
        if (expected) expect(found?.differences[at]).toBe(studentizeDifference(expected.arms));
      }
    }
  });
});
