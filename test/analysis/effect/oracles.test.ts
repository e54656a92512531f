// Compares p-values with those of SciPy, and adjusted figures with those of numpy; data/*.py wrote the files.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, it } from 'vitest';
import { computeTwoSidedFisher } from '../../../src/analysis/chance/fisher.ts';
import { computeEffect, type Effect, measureEffect } from '../../../src/analysis/effect/measure-effect.ts';
import { createPast, type Outcomes } from '../../../src/analysis/effect/outcomes.ts';
import { type EffectPlan, planEffect } from '../../../src/analysis/effect/plan.ts';
import { MoneySums } from '../../../src/analysis/money/money-sums.ts';
import { parseDay } from '../../../src/contract/settings/calendar.ts';
import { createLine, toColumns } from '../orders/literal-orders.ts';
import adjusted from './data/adjusted.json' with { type: 'json' };
import fisher from './data/fisher.json' with { type: 'json' };
import permutation from './data/permutation.json' with { type: 'json' };

it('computeTwoSidedFisher returns the p-values of scipy.stats.fisher_exact', () => {
  for (const { table, p } of fisher) {
    const [hits = 0, cases = 0, otherHits = 0, otherCases = 0] = table;
    expect(computeTwoSidedFisher(hits, cases, otherHits, otherCases), table.join()).toBeCloseTo(p, 9);
  }
});

describe('computeEffect', () => {
  it.each(permutation.map((one) => ({ ...one, sizes: `${one.sent.length} and ${one.held_out.length}` })))(
    'computes the p-value of scipy.stats.permutation_test for spend of $sizes customers, exact: $exact',
    ({ sent, held_out, exact, p }) => {
      const effect = computeEffect(
        createOutcomes(sent, held_out),
        { window: { first: 0, last: 0 }, decidesOn: 'revenue' },
        0,
      );
      const revenue = effect.measures.find(({ measure }) => measure === 'revenue');
      expect(effect.relabellings.exact).toBe(exact);
      const error = revenue?.p_value_error ?? Number.NaN;
      if (exact) {
        expect(revenue?.p_value).toBeCloseTo(p, 9);
        expect(error).toBe(0);
      } else {
        // Both p-values come from samples of relabellings: SciPy's has 20,000.
        expect(Math.abs((revenue?.p_value ?? 2) - p)).toBeLessThan(3 * error);
        expect(error).toBeGreaterThan(0.005);
        expect(error).toBeLessThan(0.011);
      }
    },
  );
});

/** Creates one order for each customer with spend, all on one day. */
function createOutcomes(sent: readonly number[], heldOut: readonly number[]): Outcomes {
  const spent = [...sent, ...heldOut].flatMap((amount, at) =>
    amount === 0 ? [] : [{ amount, held: at < sent.length ? 0 : 1 }],
  );
  const value = new MoneySums(spent.length, 2);
  for (const [row, { amount }] of spent.entries()) value.add(row, Math.round(100 * amount));
  return {
    ...{ customers: sent.length + heldOut.length, heldOut: heldOut.length, active: spent.length },
    isHeldOut: Uint8Array.from(spent, ({ held }) => held),
    start: Uint32Array.from({ length: spent.length + 1 }, (_, at) => at),
    ...{ look: new Uint16Array(spent.length), isPurchase: new Uint8Array(spent.length).fill(1), value },
    past: createPast(spent.length),
    unknown: { sent: 0, heldOut: 0 },
  };
}

describe('figures adjusted by earlier orders', () => {
  let effect: Effect;
  let plan: EffectPlan;

  beforeAll(() => {
    const first = parseDay('2011-11-10');
    const file = new URL('../report-types/data/online-retail-orders.csv.gz', import.meta.url);
    const rows: string[][] = parse(gunzipSync(readFileSync(file)), { from_line: 2 });
    const columns = toColumns(
      rows.flatMap(([id = '', date = '', customer, bought, value, , refund]) => {
        const lines = [
          ...(Number(bought) > 0 ? [createLine('goods', Number(value), 1)] : []),
          createLine('returned', Number(refund), -1),
        ];
        return customer ? [{ id, date, customer, lines }] : [];
      }),
    );
    const isEarlier = new Set(
      rows.flatMap(([, date = '', customer = '', bought]) =>
        Number(bought) > 0 && date < '2011-11-10' ? [customer] : [],
      ),
    );
    const customers = columns.customers.filter((id) => isEarlier.has(id));
    const day = new Int32Array(customers.length).fill(first);
    const isHeldOut = Uint8Array.from(customers, (id) => Number(Number(id) % 10 === 0));
    const question = {
      window: { first, last: first + 29 },
      decidesOn: 'orders',
      relabellings: 1_999,
    } as const;
    effect = measureEffect(columns, { customers, day, pastEnd: day, isHeldOut }, question);
    plan = planEffect(columns, { customers: 3_000, holdOut: 0.1, days: 30 });
  }, 60_000);

  it.each(Object.entries(adjusted.measures))(
    'equal those of numpy for a year of Online Retail: %s',
    (name, { lower, upper, ...expected }) => {
      expect([effect.sent.customers + effect.held_out.customers, effect.held_out.customers]).toEqual([
        adjusted.customers,
        adjusted.held_out,
      ]);
      const found = effect.measures.find(({ measure }) => measure === name)?.adjusted;
      for (const [figure, value] of Object.entries(expected)) {
        expect(found?.[figure as keyof typeof expected], figure).toBeCloseTo(value, 8);
      }
      // The relabellings are others: bounds of 2,000 differ by up to 5 %.
      const limits = found?.difference_interval;
      const close = 0.05 * (upper - lower);
      expect(Math.abs((limits?.lower ?? Number.NaN) - lower)).toBeLessThan(close);
      expect(Math.abs((limits?.upper ?? Number.NaN) - upper)).toBeLessThan(close);
    },
  );

  it.each([
    ['customers', 0.267, 0.245],
    ['orders', 0.607, 0.316],
  ])('lower the lift of a plan for 3,000 customers of Online Retail: %s', (name, plain, lower) => {
    const planned = plan.measures.find(({ measure }) => measure === name);
    expect(planned?.detectable_lift).toBeCloseTo(plain, 3);
    expect(planned?.adjusted?.detectable_lift).toBeCloseTo(lower, 3);
  });
});
