// Measures literal campaigns: counts, claims, and the sentences about too little data.
import { describe, expect, it } from 'vitest';
import { measureEffect } from '../../../src/analysis/effect/measure-effect.ts';
import {
  describeEffect,
  describeEffectNotes,
  describePlan,
  describePlanNotes,
  planEffect,
} from '../../../src/analysis/effect/plan.ts';
import type { EffectMeasure } from '../../../src/contract/report-types/effect/limits.ts';
import { writeEnglish } from '../../../src/contract/sentences/english.ts';
import { parseDay } from '../../../src/contract/settings/calendar.ts';
import { createLine, type LiteralOrder, toColumns } from '../orders/literal-orders.ts';

const WINDOW = { first: parseDay('2026-03-01'), last: parseDay('2026-03-10') };
const createNames = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, at) => `${prefix}${at}`);

let ids = 0;
function order(customer: string, date: string, price = 10, quantity = 1): LiteralOrder {
  return { id: `o${ids++}`, customer, date, lines: [createLine('tea', price, quantity)] };
}

function measureCampaign(
  orders: readonly LiteralOrder[],
  sent: readonly string[],
  heldOut: readonly string[],
  decidesOn: EffectMeasure = 'orders',
) {
  const customers = [...sent, ...heldOut];
  const effect = measureEffect(
    toColumns(orders),
    {
      customers,
      isHeldOut: new Uint8Array(customers.length).fill(1, sent.length),
      day: new Int32Array(customers.length).fill(WINDOW.first),
      pastEnd: new Int32Array(customers.length).fill(WINDOW.first),
    },
    { window: WINDOW, decidesOn, relabellings: 1_999 },
  );
  return {
    effect,
    said: writeEnglish(describeEffect(effect)).join(' '),
    notes: writeEnglish(describeEffectNotes(effect)),
  };
}

/** Creates an order of every n-th customer on `day`. */
function createEveryNth(customers: readonly string[], nth: number, day = '2026-03-05'): LiteralOrder[] {
  return customers.filter((_, at) => at % nth === 0).map((customer) => order(customer, day));
}

const CLAIM = /The campaign (worked|did harm)/;

describe('measureEffect', () => {
  const [sent, heldOut] = [
    ['a', 'b', 'c'],
    ['d', 'e'],
  ];
  const { effect, notes } = measureCampaign(
    [
      order('a', '2026-02-28', 99),
      order('a', '2026-03-01T00:00:00Z', 10, 2),
      order('a', '2026-03-05', 5),
      order('a', '2026-03-06', 5, -1),
      order('b', '2026-03-11', 70),
      order('d', '2026-03-10', 4),
      order('stranger', '2026-03-05', 1_000),
    ],
    sent,
    heldOut,
  );

  it('counts all assigned customers and their orders within the window; returns only lower the revenue', () => {
    expect(effect.sent).toEqual({
      ...{ customers: 3, customers_who_ordered: 1, orders: 2, net_revenue: 20 },
      ...{ ordered_share: 1 / 3, repeat_share: 1 / 3 },
    });
    expect(effect.held_out).toMatchObject({ customers: 2, orders: 1, net_revenue: 4, ordered_share: 0.5 });
    expect(effect.measures.map(({ measure, sent: s, held_out }) => [measure, s, held_out])).toEqual([
      ['customers', 1 / 3, 1 / 2],
      ['orders', 2 / 3, 1 / 2],
      ['revenue', 20 / 3, 2],
      ['repeat', 1 / 3, 0],
    ]);
  });

  it('counts the customers without an order in the data as customers who ordered nothing', () => {
    expect(effect.unknown).toEqual({ sent: 1, held_out: 1 });
    expect(notes).toEqual([
      '1 customer of those sent to and 1 customer of those held out have no order in the data. They count as customers who ordered nothing.',
    ]);
  });

  it('counts the days passed up to the newest order of any customer', () => {
    expect(effect).toMatchObject({ newest: '2026-03-11', days: 10, days_passed: 10, days_to_go: 0 });
  });
});

describe('a clear effect', () => {
  const [sent, heldOut] = [createNames('s', 400), createNames('h', 200)];
  const run = (measure?: EffectMeasure) =>
    measureCampaign([...createEveryNth(sent, 2), ...createEveryNth(heldOut, 10)], sent, heldOut, measure);

  it('is claimed with intervals of lift and difference that exclude zero', () => {
    const { effect, said } = run();
    const deciding = effect.measures.find(({ decides }) => decides);
    expect(said).toMatch(
      /^The campaign worked: \+40\.0 orders per 100 customers contacted, between \+3\d\.\d and \+4\d\.\d\. 5 days to go\.$/,
    );
    expect(deciding?.difference).toBeCloseTo(0.4, 10);
    expect(deciding?.difference_interval.lower).toBeGreaterThan(0.3);
    expect(deciding?.difference_interval.upper).toBeLessThan(0.5);
    expect(deciding?.lift_interval.lower).toBeGreaterThan(1);
    expect(deciding?.p_value).toBeLessThan(0.002);
  });

  it('is stated in money only if revenue decides', () => {
    expect(run().said).not.toContain('net revenue');
    // 4 more per customer, for 400 customers.
    const { said } = run('revenue');
    expect(said).toContain(
      'The campaign worked: +400.00 of net revenue per 100 customers contacted, between',
    );
    expect(said).toContain('That is 1,600.00 of net revenue in all');
  });

  it('is claimed as lower orders if the held-out customers order more', () => {
    const { said } = measureCampaign(
      [...createEveryNth(sent, 10), ...createEveryNth(heldOut, 2)],
      sent,
      heldOut,
    );
    expect(said).toMatch(/^The campaign did harm: -40\.0 orders per 100 customers contacted/);
  });
});

describe('an unclear effect', () => {
  const [sent, heldOut] = [createNames('s', 400), createNames('h', 200)];

  it('is not claimed if both arms order equally often', () => {
    const { effect, said } = measureCampaign(
      [...createEveryNth(sent, 4), ...createEveryNth(heldOut, 4)],
      sent,
      heldOut,
    );
    expect(effect.verdict).toBe('not_yet');
    expect(said).toMatch(
      /^No proven change yet\. 5 days to go\. So far: 0\.0 orders per 100 customers contacted, between -\d+\.\d and \+\d+\.\d\.$/,
    );
    expect(said).not.toMatch(CLAIM);
  });

  it('is not claimed if chance explains the difference after the whole window', () => {
    const orders = [...createEveryNth(sent, 4), ...createEveryNth(heldOut, 5), order('other', '2026-03-20')];
    const { effect, said } = measureCampaign(orders, sent, heldOut);
    expect(effect.verdict).toBe('undecided');
    expect(said).toMatch(/^No proven change after 10 days: .* changes below \d+\.\d % may stay hidden\.$/);
  });

  it.each([
    ['one customer', ['a'], ['b'], [order('a', '2026-03-05')]],
    ['two orders', sent, heldOut, [order('s1', '2026-03-05'), order('s2', '2026-03-06')]],
    ['all held out', [], heldOut, createEveryNth(heldOut, 2)],
    ['nobody held out', sent, [], createEveryNth(sent, 2)],
    ['nobody ordered', sent, heldOut, [order('other', '2026-03-05')]],
    [
      'arms of 29 customers, one of which all ordered',
      sent.slice(0, 29),
      heldOut.slice(0, 29),
      createEveryNth(sent, 1),
    ],
  ])('is not claimed from too few orders or customers: %s', (_, some, others, orders) => {
    for (const measure of ['customers', 'orders', 'revenue', 'repeat'] as const) {
      const { effect, said } = measureCampaign(orders, some, others, measure);
      expect(effect.verdict).toBe('too_few');
      expect(said).toMatch(/^No proven change: too few customers to judge /);
      expect(said).not.toMatch(CLAIM);
      expect(JSON.stringify(effect)).not.toMatch(/NaN|Infinity/);
      for (const { difference_interval, detectable_lift } of effect.measures.filter(
        ({ decides }) => decides,
      )) {
        expect([difference_interval, detectable_lift]).toEqual([{ lower: null, upper: null }, null]);
      }
    }
  });

  it('is not claimed if all orders are older than the campaign or have no date', () => {
    expect(measureCampaign([order('s1', '2026-02-20')], sent, heldOut).said).toBe(
      'The newest order is of 2026-02-20, before 2026-03-01: there is nothing to measure yet.',
    );
    const undated = { id: 'u', customer: 's1', lines: [createLine('tea')] };
    expect(measureCampaign([undated], sent, heldOut).said).toContain('No order has a date');
  });
});

it('measureEffect returns the same intervals for a day after orders of later days arrive', () => {
  const [sent, heldOut] = [createNames('s', 300), createNames('h', 100)];
  const early = [...createEveryNth(sent, 3, '2026-03-02'), ...createEveryNth(heldOut, 5, '2026-03-03')];
  const on = (day: string, orders: readonly LiteralOrder[]) =>
    measureEffect(
      toColumns(orders.filter(({ date = '' }) => date <= day)),
      {
        customers: [...sent, ...heldOut],
        isHeldOut: new Uint8Array(400).fill(1, 300),
        day: new Int32Array(400).fill(WINDOW.first),
        pastEnd: new Int32Array(400).fill(WINDOW.first),
      },
      { window: WINDOW, decidesOn: 'orders', relabellings: 1_999 },
    ).measures;
  const later = [...early, ...createEveryNth(sent, 2, '2026-03-06')];
  expect(on('2026-03-03', later)).toEqual(on('2026-03-03', early));
});

describe('planEffect', () => {
  const customers = createNames('c', 300);
  const past = createEveryNth(customers, 1, '2026-01-05');
  const lately = createEveryNth(customers, 3, '2026-03-10');

  it('computes the detectable lift from the variance of past customers over the planned days', () => {
    const plan = planEffect(toColumns([...past, ...lately]), { customers: 1_200, holdOut: 0.1, days: 10 });
    expect(plan).toMatchObject({
      held_out: 120,
      past: { customers: 300, since: '2026-03-01', until: '2026-03-10' },
    });
    const [ordered] = plan.measures;
    expect([ordered?.mean, ordered?.deviation]).toEqual([1 / 3, expect.closeTo(Math.sqrt(2) / 3, 10)]);
    // Skewness 0.7071 raises 3.0416 by 0.0749: q = 3.1165² × (2/9) ÷ (1/3)² = 19.425; L² = q × ((1 + L)/1080 + 1/120).
    expect(ordered?.detectable_lift).toBeCloseTo(0.4332, 4);
    expect(writeEnglish(describePlan(plan, 'customers'))).toEqual([
      expect.stringMatching(
        /^After 10 days, a change in customers who ordered of 43\.3 % or more would show in 8 of 10 campaigns\. A change of 20\.0 % takes \d,\d{3} customers\. 120 of 1,200 customers are held out\.$/,
      ),
    ]);
  });

  it('adjusts the lift by earlier orders that differ, and states the plain one too', () => {
    const regulars = ['2025-12-01', '2025-12-15', '2026-01-10'].flatMap((day) =>
      createEveryNth(customers, 3, day),
    );
    const plan = planEffect(toColumns([...past, ...regulars, ...lately]), {
      ...{ customers: 1_200, holdOut: 0.1, days: 10 },
    });
    const [ordered] = plan.measures;
    expect(ordered?.detectable_lift).toBeCloseTo(0.4332, 4);
    // Those who order are exactly those who ordered more often.
    expect(ordered?.adjusted?.explained).toBeCloseTo(1, 8);
    expect(describePlan(plan, 'customers').map(({ code }) => code)).toEqual(['plan_detectable']);
    expect(writeEnglish(describePlanNotes(plan, 'customers'))).toEqual([
      'The report allows for what the customers bought before, which explains 100.0 % of the differences in customers who ordered. Without it, a change of 43.3 % or more would show.',
    ]);
  });

  it('plans without the adjustment where a large lift is seen sooner by the plain figures', () => {
    const regulars = ['2025-12-01', '2025-12-15', '2026-01-10'].flatMap((day) =>
      createEveryNth(customers, 12, day),
    );
    const plan = planEffect(toColumns([...past, ...regulars, ...lately]), {
      ...{ customers: 110, holdOut: 0.3, days: 10 },
    });
    const [ordered] = plan.measures;
    expect(ordered?.adjusted?.explained).toBeGreaterThan(0.05);
    expect(ordered?.detectable_lift).toBeGreaterThan(0.8);
    expect(ordered?.adjusted?.detectable_lift).toBe(ordered?.detectable_lift);
    // Smaller lifts take fewer customers with the adjustment.
    expect(ordered?.adjusted?.customers_for[0]?.customers).toBeLessThan(
      ordered?.customers_for[0]?.customers ?? 0,
    );
    expect(describePlanNotes(plan, 'customers')).toEqual([]);
  });

  it('promises no detectable lift with too few past customers or a tiny arm', () => {
    const few = planEffect(toColumns([...past.slice(0, 99), ...lately.slice(0, 20)]), {
      customers: 1_200,
      holdOut: 0.1,
      days: 10,
    });
    expect(writeEnglish(describePlan(few, 'orders'))[0]).toMatch(
      /^A plan needs 100 customers .* There are 99\.$/,
    );
    const tiny = planEffect(toColumns([...past, ...lately]), { customers: 100, holdOut: 0.1, days: 10 });
    expect([...describePlanNotes(few, 'orders'), ...describePlanNotes(tiny, 'orders')]).toEqual([]);
    expect(writeEnglish(describePlan(tiny, 'orders'))[0]).toMatch(
      /^10 customers in one group are too few to prove a change: each group needs 30\.$/,
    );
  });
});
