// Simulated campaigns to customers with a past: daily looks at adjusted figures seldom claim an effect that does not
// exist, and their intervals hold known effects and are not wider. The deep run draws 1,000 campaigns of each design.
import { describe, expect, it } from 'vitest';
import { IS_DEEP } from '../../../tools/harness/depth.ts';
import { DESIGNS, simulateCampaigns } from '../../../tools/harness/random/adjusted-campaigns.ts';

const SMALL = {
  ...{ customers: 200, heldOut: 50, days: 4, orders: 0.8 },
  ...{ skew: 1.2, spread: 0.8, past: 6 },
};
const FEW = { campaigns: 40, days: [4], relabellings: 79 };

describe('adjusted intervals of simulated campaigns', () => {
  it('claim a non-existent effect in at most 5 % of campaigns, and are never wider by more than 1 %', () => {
    const { orders } = simulateCampaigns({ ...SMALL, lift: 0 }, { ...FEW, days: [2, 3, 4] });
    // Three standard errors of 5 % of 40 campaigns are 4.
    expect(orders.claims).toBeLessThan(2 + 4);
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

  // A thousand campaigns of a design take minutes.
  if (IS_DEEP)
    it.each(Object.entries(DESIGNS))(
      'claim at most 5 % and hold at least 94 % of 1,000 campaigns, allowing for chance: %s',
      (_, design) => {
        const campaigns = 1_000;
        const everyDay = Array.from({ length: design.days }, (__, at) => at + 1);
        const none = simulateCampaigns(
          { ...design, lift: 0 },
          { campaigns, days: everyDay, relabellings: 199 },
        );
        for (const { claims, widest } of [none.orders, none.revenue]) {
          // Two standard errors of 5 % of 1,000 campaigns are 1.4 %.
          expect(claims / campaigns).toBeLessThanOrEqual(0.05 + 0.014);
          expect(widest).toBeLessThanOrEqual(1.01);
        }
        const last = { campaigns, days: [design.days], relabellings: 199 };
        const some = simulateCampaigns({ ...design, lift: 0.4 }, last);
        expect(some.orders.holds / campaigns).toBeGreaterThanOrEqual(0.94 - 0.014);
        expect(some.revenue.holds / campaigns).toBeGreaterThanOrEqual(0.94 - 0.014);
      },
      3_600_000,
    );
});
