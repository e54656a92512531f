// Who counts in an effect report, from when on, and that it claims nothing where there is nothing.

import { describe, expect, it } from 'vitest';
import type { Assigned } from '../../../../src/analysis/effect/assigned.ts';
import { assembleReport } from '../../../../src/analysis/report-types/assemble.ts';
import { resolveEffectSettings } from '../../../../src/contract/report-types/effect/settings.ts';
import { analyseEffect } from '../../../../tools/harness/analyse.ts';
import { type AudienceCampaign, drawAudience } from '../../../../tools/harness/random/audience-campaigns.ts';
import { createRandom } from '../../../../tools/harness/random/random.ts';
import { columnsOf, line, settingsOf } from '../../orders/literal-orders.ts';

const at = (day: string): number => Date.parse(`${day}T12:00:00Z`);
const order = (id: string, customer: string, date: string, quantity = 1) => ({
  ...{ id, customer, date },
  lines: [line('Tea', 10, quantity)],
});

/** Ann and Bob from the start, Cid a week later, Dan held out, Eve left. */
const ASSIGNED: Assigned = {
  customers: ['ann', 'bob', 'cid', 'dan', 'eve'],
  isHeldOut: Uint8Array.of(0, 0, 0, 1, 0),
  at: Float64Array.of(
    at('2026-03-01'),
    at('2026-03-01'),
    at('2026-03-08'),
    at('2026-03-01'),
    at('2026-03-01'),
  ),
  isMember: Uint8Array.of(1, 1, 1, 1, 0),
};
const SHOP = columnsOf([
  order('1', 'ann', '2026-02-28'),
  order('2', 'ann', '2026-03-02'),
  order('3', 'cid', '2026-03-07'),
  order('4', 'cid', '2026-03-09'),
  order('5', 'dan', '2026-03-04'),
  order('6', 'eve', '2026-03-10'),
  order('7', 'nobody’s', '2026-03-10'),
]);
const asked = (params: Readonly<Record<string, unknown>>) =>
  resolveEffectSettings(settingsOf({}), { audience_id: 'a', ...params });

describe('an effect report', () => {
  it('counts everyone assigned, also who left, each from the day of their assignment on', () => {
    const { body } = analyseEffect(SHOP, asked({ since: '2026-03-01', days: 14 }), { assigned: ASSIGNED });
    expect(body.summary).toEqual({
      ...{ customers: 5, held_out: 1, members: 4 },
      ...{ first_assigned: '2026-03-01', last_assigned: '2026-03-08' },
    });
    // Ann's of 2 March, Cid's of the 9th, Eve's: not Cid's of the 7th, before the assignment.
    expect(body.effect?.sent).toMatchObject({ customers: 4, orders: 3, customers_who_ordered: 3 });
    expect(body.effect?.held_out).toMatchObject({ customers: 1, orders: 1 });
    expect(body.effect?.unknown).toEqual({ sent: 1, held_out: 0 });
    expect(body.effect).toMatchObject({ days: 14, days_passed: 10, verdict: 'too_few' });
  });

  it('counts days in its time zone', () => {
    const late = { ...ASSIGNED, at: ASSIGNED.at.map(() => Date.parse('2026-03-01T23:30:00Z')) };
    const berlin = { ...asked({ since: '2026-03-01' }), timeZone: 'Europe/Berlin' };
    const { body } = analyseEffect(SHOP, berlin, { assigned: late });
    expect(body.summary.first_assigned).toBe('2026-03-02');
    expect(body.effect?.sent.orders).toBe(4);
  });

  it('says that nobody is assigned, instead of an effect', async () => {
    const settings = asked({ since: '2026-03-01' });
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
    expect(report.warnings).toEqual([expect.stringContaining('Nobody has been assigned to the audience')]);
  });

  it('without a first day is a plan for the members, without those who left', () => {
    const { body } = analyseEffect(SHOP, asked({ days: 7 }), { assigned: ASSIGNED });
    expect(body.effect).toBeNull();
    expect(body.plan).toMatchObject({ customers: 4, held_out: 1, days: 7, measures: [] });
  });
});

const DESIGN: AudienceCampaign = {
  ...{ customers: 300, holdOut: 0.2, days: 12, atOnce: 0.6, orders: 0.6, skew: 1.2, lift: 0 },
};
const LOOKS = [4, 8, 12];

/** Of campaigns, those with a verdict on any of the days. */
function claimed(campaigns: number, lift: number): { more: number; fewer: number } {
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

describe('audiences whose customers join and leave in between, looked at three times', () => {
  it('are seldom said to have an effect without one', () => {
    const { more, fewer } = claimed(60, 0);
    // Three standard errors of 5 %.
    expect(more + fewer).toBeLessThan(3 + 5);
  });

  it('are often said to have one where those contacted order more than twice as much', () => {
    const { more, fewer } = claimed(10, 1.5);
    expect(more).toBeGreaterThan(6);
    expect(fewer).toBe(0);
  });
});
