// Whether few baskets carry the value of a rule: literal baskets, any cut of them, sums beyond doubles.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BasketColumns } from '../../../src/core/baskets/basket-columns.ts';
import { ruleMeasures } from '../../../src/core/mining/rules/measures.ts';
import type { AssociationRule } from '../../../src/core/mining/rules/rule.ts';
import {
  isCarriedByFew,
  joinSpreads,
  outliersAmong,
  valueSpreads,
  withSpread,
} from '../../../src/core/mining/value-spread.ts';
import { splitLimb } from '../../../src/core/money/limbs.ts';

const PRODUCTS = ['tea', 'milk', 'jam'];
const RULE = { antecedents: ['tea'], consequents: ['milk'], most: 3 };

/** Per basket, the value of each product in it. */
function basketsOf(of: readonly (readonly (number | undefined)[])[], inLimbs = false): BasketColumns {
  const entries = of.flatMap((values) =>
    values.flatMap((value, product) => (value === undefined ? [] : [{ value, product }])),
  );
  const start = new Uint32Array(of.length + 1);
  for (const [at, values] of of.entries())
    start[at + 1] = (start[at] ?? 0) + values.filter((value) => value !== undefined).length;
  const values = Float64Array.from(entries, ({ value }) => value);
  return {
    basketCount: of.length,
    start,
    product: Uint32Array.from(entries, ({ product }) => product),
    values: inLimbs ? splitLimb(values) : [values],
    scale: 0,
    products: PRODUCTS,
  };
}

function ruleOf(together: number, expected: number): AssociationRule {
  const counts = { together, antecedents: together, consequents: together, baskets: 10 * together };
  return {
    ...RULE,
    support: 0.1,
    confidence: 1,
    lift: 10,
    impact_rating: 'High',
    impact_analysis: {
      revenue: 0,
      lift: 10,
      conversion_rate: 1,
      occurrences: together,
      incremental_value: 0,
    },
    measures: ruleMeasures(counts, { expected, pValue: 0.001, correction: 1, qValue: 0.001 }),
    redundant: false,
    productive: true,
  };
}

function figuresOf(values: readonly number[], expected: number) {
  const baskets = basketsOf(values.map((value) => [1, value]));
  const [spread] = valueSpreads(baskets, [{ ...RULE, most: outliersAmong(values.length) + 1 }]);
  if (spread === undefined) throw new Error('there is a spread for each rule');
  return withSpread(ruleOf(values.length, expected), spread, 0);
}

describe('the spread of a rule’s value', () => {
  it('is over the baskets with both sides, of the consequents alone', () => {
    const baskets = basketsOf([[5, 1], [5, 7, 9], [undefined, 100], [5], [5, 3], [5, 2]]);
    expect(valueSpreads(baskets, [RULE])).toEqual([{ sums: [13], largest: Float64Array.of(7, 3, 2) }]);
    expect(valueSpreads(baskets, [{ ...RULE, antecedents: ['cup'] }])).toEqual([
      { sums: [0], largest: new Float64Array() },
    ]);
  });

  it('adds up over any cut of the baskets, in one limb or more', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.array(fc.option(fc.integer({ min: -9, max: 2 ** 45 }), { nil: undefined }), { maxLength: 3 }),
        ),
        fc.nat(20),
        fc.boolean(),
        (of, at, inLimbs) => {
          const rules = [RULE, { antecedents: ['jam', 'milk'], consequents: ['tea'], most: 4 }];
          const [all, one, other] = [of, of.slice(0, at), of.slice(at)].map((part) =>
            valueSpreads(basketsOf(part, inLimbs), rules),
          );
          expect(joinSpreads(one ?? [], other ?? [], rules)).toEqual(all);
        },
      ),
    );
  });

  it('tells what few baskets carry', () => {
    // 17 orders; the two largest bring 9,553 of 10,034.
    const values = [5_000, 4_553, 50, 40, 40, ...Array.from({ length: 11 }, () => 30), 21];
    const { impact_analysis } = figuresOf(values, 8.5);
    expect(impact_analysis).toMatchObject({ half_from: 2, robust_value: 0.5 * (10_034 - 9_553 + 2 * 50) });
    expect(isCarriedByFew({ impact_analysis })).toBe(true);
  });

  it('lets values stand that many baskets carry alike', () => {
    const { impact_analysis } = figuresOf(
      Array.from({ length: 40 }, () => 10),
      10,
    );
    expect(impact_analysis).toMatchObject({ half_from: null, robust_value: 300 });
    expect(isCarriedByFew({ impact_analysis })).toBe(false);
  });

  it('counts the largest one in twenty as the next one, and says from how many of them half of the value comes', () => {
    const values = [...Array.from({ length: 7 }, () => 1_000), ...Array.from({ length: 193 }, () => 10)];
    const { impact_analysis } = figuresOf(values, 100);
    expect(impact_analysis).toMatchObject({ half_from: 5, robust_value: 0.5 * 2_000 });
    expect(isCarriedByFew({ impact_analysis })).toBe(true);
    const many = figuresOf([...values, ...values.slice(0, 7)], 103.5).impact_analysis;
    expect(many).toMatchObject({ half_from: 8, robust_value: 0.5 * 15_930 });
    expect(isCarriedByFew({ impact_analysis: many })).toBe(false);
  });
});
