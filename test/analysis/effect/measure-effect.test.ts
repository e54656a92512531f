// Literal campaigns: what is counted, and what is said where there is too little to say anything.
import { describe, expect, it } from 'vitest';
import { measureEffect } from '../../../src/analysis/effect/measure-effect.ts';
import {
  describeEffect,
  describeEffectNotes,
  describePlan,
  planEffect,
} from '../../../src/analysis/effect/plan.ts';
import type { EffectMeasure } from '../../../src/contract/report-types/effect/limits.ts';
import { writeEnglish } from '../../../src/contract/sentences/english.ts';
import { parseDay } from '../../../src/contract/settings/calendar.ts';
import { columnsOf, type LiteralOrder, line } from '../orders/literal-orders.ts';

const WINDOW = { first: parseDay('2026-03-01'), last: parseDay('2026-03-10') };
const names = (prefix: string, count: number) => Array.from({ length: count }, (_, at) => `${prefix}${at}`);

let ids = 0;
function order(customer: string, date: string, price = 10, quantity = 1): LiteralOrder {
  return { id: `o${ids++}`, customer, date, lines: [line('tea', price, quantity)] };
}

function effectIn(
  orders: readonly LiteralOrder[],
  sent: readonly string[],
  heldOut: readonly string[],
  decidesOn: EffectMeasure = 'orders',
) {
  const customers = [...sent, ...heldOut];
  const effect = measureEffect(
    columnsOf(orders),
    {
      customers,
      isHeldOut: new Uint8Array(customers.length).fill(1, sent.length),
      day: new Int32Array(customers.length).fill(WINDOW.first),
    },
    { window: WINDOW, decidesOn, relabellings: 1_999 },
  );
  return {
    effect,
    said: writeEnglish(describeEffect(effect)).join(' '),
    notes: writeEnglish(describeEffectNotes(effect)),
  };
}

/** Every n-th customer orders on a day of the window. */
function everyNth(customers: readonly string[], nth: number, day = '2026-03-05'): LiteralOrder[] {
  return customers.filter((_, at) => at % nth === 0).map((customer) => order(customer, day));
}

const CLAIM = /The campaign (raised|lowered)/;

describe('what is counted', () => {
  const [sent, heldOut] = [
    ['a', 'b', 'c'],
    ['d', 'e'],
  ];
  const { effect, notes } = effectIn(
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

  it('is everyone assigned, and their orders from the first to the last day; returns are no orders and lower revenue', () => {
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

  it('names the customers without any order in the data: they ordered nothing', () => {
    expect(effect.unknown).toEqual({ sent: 1, held_out: 1 });
    expect(notes).toEqual([
      '1 customer of the list of those sent to and 1 customer of those held out have no order in the data. They count as customers who ordered nothing.',
    ]);
  });

  it('counts the days to the newest order of anybody', () => {
    expect(effect).toMatchObject({ newest: '2026-03-11', days: 10, days_passed: 10, days_to_go: 0 });
  });
});

describe('a clear effect', () => {
  const [sent, heldOut] = [names('s', 400), names('h', 200)];
  const run = (measure?: EffectMeasure) =>
    effectIn([...everyNth(sent, 2), ...everyNth(heldOut, 10)], sent, heldOut, measure);

  it('is claimed with its interval, which excludes no effect in both scales', () => {
    const { effect, said } = run();
    const deciding = effect.measures.find(({ decides }) => decides);
    expect(said).toMatch(/^The campaign raised orders by 400\.0 %: the lift lies in the range \+\d/);
    expect(deciding?.difference).toBeCloseTo(0.4, 10);
    expect(deciding?.difference_interval.lower).toBeGreaterThan(0.3);
    expect(deciding?.difference_interval.upper).toBeLessThan(0.5);
    expect(deciding?.lift_interval.lower).toBeGreaterThan(1);
    expect(said).toContain('5 days to go');
    expect(deciding?.p_value).toBeLessThan(0.002);
  });

  it('is money only where revenue decides', () => {
    expect(run().said).not.toContain('net revenue');
    // 4 more per customer, for 400 customers.
    expect(run('revenue').said).toContain('That is 1,600.00 of net revenue in all');
  });

  it('turned around is a campaign that lowers orders', () => {
    const { said } = effectIn([...everyNth(sent, 10), ...everyNth(heldOut, 2)], sent, heldOut);
    expect(said).toMatch(/^The campaign lowered orders by 80\.0 %/);
  });
});

describe('nothing is claimed', () => {
  const [sent, heldOut] = [names('s', 400), names('h', 200)];

  it('where both arms do the same', () => {
    const { effect, said } = effectIn([...everyNth(sent, 4), ...everyNth(heldOut, 4)], sent, heldOut);
    expect(effect.verdict).toBe('not_yet');
    expect(said).toMatch(
      /^Not yet decided after 5 of 10 days: the lift in orders lies in the range -\d+\.\d % to \+\d/,
    );
    expect(said).toContain('so far 0.0 %');
    expect(said).not.toMatch(CLAIM);
  });

  it('where chance explains the difference, after the window either', () => {
    const orders = [...everyNth(sent, 4), ...everyNth(heldOut, 5), order('other', '2026-03-20')];
    const { effect, said } = effectIn(orders, sent, heldOut);
    expect(effect.verdict).toBe('undecided');
    expect(said).toMatch(
      /^Not decided after all 10 days: .* in about 8 of 10 cases; smaller ones stay hidden\.$/,
    );
  });

  it.each([
    ['one customer', ['a'], ['b'], [order('a', '2026-03-05')]],
    ['two orders', sent, heldOut, [order('s1', '2026-03-05'), order('s2', '2026-03-06')]],
    ['all held out', [], heldOut, everyNth(heldOut, 2)],
    ['nobody held out', sent, [], everyNth(sent, 2)],
    ['nobody ordered', sent, heldOut, [order('other', '2026-03-05')]],
    [
      'arms of 29 customers, one of which all ordered',
      sent.slice(0, 29),
      heldOut.slice(0, 29),
      everyNth(sent, 1),
    ],
  ])('of %s', (_, some, others, orders) => {
    for (const measure of ['customers', 'orders', 'revenue', 'repeat'] as const) {
      const { effect, said } = effectIn(orders, some, others, measure);
      expect(effect.verdict).toBe('too_few');
      expect(said).toMatch(/^Not yet decided: .* are too few to say anything about /);
      expect(said).not.toMatch(CLAIM);
      expect(JSON.stringify(effect)).not.toMatch(/NaN|Infinity/);
      for (const { difference_interval, detectable_lift } of effect.measures.filter(
        ({ decides }) => decides,
      )) {
        expect([difference_interval, detectable_lift]).toEqual([{ lower: null, upper: null }, null]);
      }
    }
  });

  it('before the campaign, and where no order has a date', () => {
    expect(effectIn([order('s1', '2026-02-20')], sent, heldOut).said).toBe(
      'The newest order is of 2026-02-20, before 2026-03-01: there is nothing to measure yet.',
    );
    const undated = { id: 'u', customer: 's1', lines: [line('tea')] };
    expect(effectIn([undated], sent, heldOut).said).toContain('No order has a date');
  });
});

it('yesterday’s bounds are today’s: orders of later days change no earlier interval', () => {
  const [sent, heldOut] = [names('s', 300), names('h', 100)];
  const early = [...everyNth(sent, 3, '2026-03-02'), ...everyNth(heldOut, 5, '2026-03-03')];
  const on = (day: string, orders: readonly LiteralOrder[]) =>
    measureEffect(
      columnsOf(orders.filter(({ date = '' }) => date <= day)),
      {
        customers: [...sent, ...heldOut],
        isHeldOut: new Uint8Array(400).fill(1, 300),
        day: new Int32Array(400).fill(WINDOW.first),
      },
      { window: WINDOW, decidesOn: 'orders', relabellings: 1_999 },
    ).measures;
  const later = [...early, ...everyNth(sent, 2, '2026-03-06')];
  expect(on('2026-03-03', later)).toEqual(on('2026-03-03', early));
});

describe('a plan', () => {
  const customers = names('c', 300);
  const past = everyNth(customers, 1, '2026-01-05');
  const lately = everyNth(customers, 3, '2026-03-10');

  it('reads the variance of past customers in as many days', () => {
    const plan = planEffect(columnsOf([...past, ...lately]), { customers: 1_200, holdOut: 0.1, days: 10 });
    expect(plan).toMatchObject({
      held_out: 120,
      past: { customers: 300, since: '2026-03-01', until: '2026-03-10' },
    });
    const [ordered] = plan.measures;
    expect([ordered?.mean, ordered?.deviation]).toEqual([1 / 3, expect.closeTo(Math.sqrt(2) / 3, 10)]);
    // Skewness 0.7071 raises 3.0416 by 0.0749: q = 3.1165² × (2/9) ÷ (1/3)² = 19.425; L² = q × ((1 + L)/1080 + 1/120).
    expect(ordered?.detectable_lift).toBeCloseTo(0.4332, 4);
    expect(writeEnglish(describePlan(plan, 'customers'))).toEqual([
      'With 1,200 customers, of whom 120 are held out, and 10 days, you can see a lift of 43.3 % or more in customers who ordered (in about 8 of 10 cases).',
    ]);
  });

  it('promises nothing of a few past customers, or of tiny arms', () => {
    const few = planEffect(columnsOf([...past.slice(0, 99), ...lately.slice(0, 20)]), {
      customers: 1_200,
      holdOut: 0.1,
      days: 10,
    });
    expect(writeEnglish(describePlan(few, 'orders'))[0]).toMatch(
      /^A plan needs 100 customers .* there are 99 customers\.$/,
    );
    const tiny = planEffect(columnsOf([...past, ...lately]), { customers: 100, holdOut: 0.1, days: 10 });
    expect(writeEnglish(describePlan(tiny, 'orders'))[0]).toMatch(
      /^Nothing will be said of a campaign with 10 customers in one arm/,
    );
  });
});
