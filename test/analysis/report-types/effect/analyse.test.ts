// Effect reports: the customers and days that count, and how often a report claims an effect.

import { describe, expect, it } from 'vitest';
import type { Assigned } from '../../../../src/analysis/effect/assigned.ts';
import { assembleReport } from '../../../../src/analysis/report-types/assemble.ts';
import { resolveEffectSettings } from '../../../../src/contract/report-types/effect/settings.ts';
import { analyseEffect } from '../../../../tools/harness/analyse.ts';
import { type AudienceCampaign, drawAudience } from '../../../../tools/harness/random/audience-campaigns.ts';
import { createRandom } from '../../../../tools/harness/random/random.ts';
import { createLine, createMbaSettings, toColumns } from '../../orders/literal-orders.ts';

const toNoon = (day: string): number => Date.parse(`${day}T12:00:00Z`);
const createOrder = (id: string, customer: string, date: string, quantity = 1) => ({
  ...{ id, customer, date },
  lines: [createLine('Tea', 10, quantity)],
});

/** Ann and Bob are assigned at the start and Cid a week later. Dan is held out, and Eve has left. */
const ASSIGNED: Assigned = {
  customers: ['ann', 'bob', 'cid', 'dan', 'eve'],
  isHeldOut: Uint8Array.of(0, 0, 0, 1, 0),
  at: Float64Array.of(
    toNoon('2026-03-01'),
    toNoon('2026-03-01'),
    toNoon('2026-03-08'),
    toNoon('2026-03-01'),
    toNoon('2026-03-01'),
  ),
  isMember: Uint8Array.of(1, 1, 1, 1, 0),
};
const SHOP = toColumns([
  createOrder('1', 'ann', '2026-02-28'),
  createOrder('2', 'ann', '2026-03-02'),
  createOrder('3', 'cid', '2026-03-07'),
  createOrder('4', 'cid', '2026-03-09'),
  createOrder('5', 'dan', '2026-03-04'),
  createOrder('6', 'eve', '2026-03-10'),
  createOrder('7', 'nobody’s', '2026-03-10'),
]);
const createSettings = (params: Readonly<Record<string, unknown>>) =>
  resolveEffectSettings(createMbaSettings({}), { audience_id: 'a', ...params });

describe('an effect report', () => {
  it('counts all assigned customers, including those who left, each from the day of assignment on', () => {
    const { body } = analyseEffect(SHOP, createSettings({ since: '2026-03-01', days: 14 }), {
      assigned: ASSIGNED,
    });
    expect(body.summary).toEqual({
      ...{ customers: 5, held_out: 1, members: 4 },
      ...{ first_assigned: '2026-03-01', last_assigned: '2026-03-08' },
    });
    // Orders of Ann on 2 March, Cid on the 9th and Eve. Cid's order on the 7th precedes the assignment.
    expect(body.effect?.sent).toMatchObject({ customers: 4, orders: 3, customers_who_ordered: 3 });
    expect(body.effect?.held_out).toMatchObject({ customers: 1, orders: 1 });
    expect(body.effect?.unknown).toEqual({ sent: 1, held_out: 0 });
    expect(body.effect).toMatchObject({ days: 14, days_passed: 10, verdict: 'too_few' });
  });

  it('counts days in its time zone', () => {
    const late = { ...ASSIGNED, at: ASSIGNED.at.map(() => Date.parse('2026-03-01T23:30:00Z')) };
    const berlin = { ...createSettings({ since: '2026-03-01' }), timeZone: 'Europe/Berlin' };
    const { body } = analyseEffect(SHOP, berlin, { assigned: late });
    expect(body.summary.first_assigned).toBe('2026-03-02');
    expect(body.effect?.sent.orders).toBe(4);
  });

  it('warns that nobody is assigned, and has no effect', async () => {
    const settings = createSettings({ since: '2026-03-01' });
    const { body } = analyseEffect(SHOP, settings, {});
    expect(body).toMatchObject({ effect: null, plan: null });
    const header = {
      report_id: 'r',
      name: 'n',
      report_type: 'EFFECT' as const,
      dataset_id: 'd',
      created_at: '',
    };
    const report = await assembleReport({ header, settings, computed: body, changes: null });
    expect(report.ai_insights).toBeNull();
    expect(report.warnings).toEqual([expect.stringContaining('Nobody is in the audience')]);
  });

  it('is a plan for the current members if no first day is requested', () => {
    const { body } = analyseEffect(SHOP, createSettings({ days: 7 }), { assigned: ASSIGNED });
    expect(body.effect).toBeNull();
    expect(body.plan).toMatchObject({ customers: 4, held_out: 1, days: 7, measures: [] });
  });
});

const DESIGN: AudienceCampaign = {
  ...{ customers: 300, holdOut: 0.2, days: 12, atOnce: 0.6, orders: 0.6, skew: 1.2, lift: 0 },
};
const LOOKS = [4, 8, 12];

/** Counts the campaigns with a verdict on any of the days. */
function countClaims(campaigns: number, lift: number): { more: number; fewer: number } {
  const found = { more: 0, fewer: 0 };
  for (let seed = 1; seed <= campaigns; seed++) {
    const campaign = drawAudience(createRandom(seed), { ...DESIGN, lift });
    expect(campaign.joinedLater).toBeGreaterThan(60);
    const verdicts = LOOKS.map((day) => campaign.look(day, 99).verdict);
    if (verdicts.includes('more')) found.more++;
    if (verdicts.includes('fewer')) found.fewer++;
  }
  return found;
}

describe('effect reports at three times on an audience that customers join and leave', () => {
  it('claim an effect in fewer than 8 of 60 campaigns without one', () => {
    const { more, fewer } = countClaims(60, 0);
    // Three standard errors of 5 %.
    expect(more + fewer).toBeLessThan(3 + 5);
  });

  it('find an effect in at least 7 of 10 campaigns if contacted customers order more than twice as much', () => {
    const { more, fewer } = countClaims(10, 1.5);
    expect(more).toBeGreaterThan(6);
    expect(fewer).toBe(0);
  });
});
