// Compares p-values with those of SciPy; data/oracle.py wrote the files.
import { describe, expect, it } from 'vitest';
import { computeTwoSidedFisher } from '../../../src/analysis/chance/fisher.ts';
import { computeEffect } from '../../../src/analysis/effect/measure-effect.ts';
import type { Outcomes } from '../../../src/analysis/effect/outcomes.ts';
import { MoneySums } from '../../../src/analysis/money/money-sums.ts';
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
    unknown: { sent: 0, heldOut: 0 },
  };
}
