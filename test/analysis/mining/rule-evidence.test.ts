// Evidence of rules, from literal baskets and from any partition of baskets by customer.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BasketColumns } from '../../../src/analysis/baskets/basket-columns.ts';
import { countWeeks, splitPeriods } from '../../../src/analysis/mining/periods.ts';
import {
  gatherRuleEvidence,
  joinRuleEvidence,
  listSides,
} from '../../../src/analysis/mining/rule-evidence.ts';
import { splitLimb } from '../../../src/analysis/money/limbs.ts';

const PRODUCTS = ['tea', 'milk', 'jam'];
const TEA_MILK = { antecedents: ['tea'], consequents: ['milk'], most: 3 };
const RULES = [
  TEA_MILK,
  { antecedents: ['jam', 'milk'], consequents: ['tea'], most: 4 },
  { antecedents: ['tea'], consequents: ['jam', 'milk'], most: 2 },
];

interface Basket {
  /** Value of each product; undefined where the basket lacks it. */
  readonly values: readonly (number | undefined)[];
  readonly customer?: number;
  readonly day?: number;
}

function toColumns(baskets: readonly Basket[], inLimbs = false): BasketColumns {
  const entries = baskets.flatMap(({ values }) =>
    values.flatMap((value, product) => (value === undefined ? [] : [{ value, product }])),
  );
  const start = new Uint32Array(baskets.length + 1);
  for (const [at, { values }] of baskets.entries())
    start[at + 1] = (start[at] ?? 0) + values.filter((value) => value !== undefined).length;
  const values = Float64Array.from(entries, ({ value }) => value);
  return {
    basketCount: baskets.length,
    start,
    product: Uint32Array.from(entries, ({ product }) => product),
    values: inLimbs ? splitLimb(values) : [values],
    scale: 0,
    products: PRODUCTS,
    moments: Float64Array.from(baskets, ({ day = Number.NaN }) => day),
    customers: Int32Array.from(baskets, ({ customer = -1 }) => customer),
  };
}

const ONE_PERIOD = { starts: [0], baskets: [6], undated: 0 };

describe('gatherRuleEvidence', () => {
  it('counts customers once, and baskets without a customer as one each', () => {
    const both = [1, 1];
    const baskets = [
      { values: both, customer: 1 },
      { values: both },
      { values: both, customer: 0 },
      { values: both, customer: 1 },
      { values: [1], customer: 0 },
      { values: both },
    ];
    const { rules, squares } = gatherRuleEvidence(toColumns(baskets), [TEA_MILK], ONE_PERIOD);
    expect(rules).toMatchObject([{ customers: 4, squares: 2 ** 2 + 3, products: 2 * 2 + 2 + 1 + 1 }]);
    expect(squares).toBe(2 ** 2 + 2 ** 2 + 1 + 1);
  });

  it('sums the values of the consequents in baskets with both sides', () => {
    const baskets = [[5, 1], [5, 7, 9], [undefined, 100], [5], [5, 3], [5, 2]].map((values) => ({ values }));
    expect(gatherRuleEvidence(toColumns(baskets), [TEA_MILK], ONE_PERIOD).rules).toMatchObject([
      { sums: [13], largest: Float64Array.of(7, 3, 2) },
    ]);
    const none = { ...TEA_MILK, antecedents: ['cup'] };
    expect(gatherRuleEvidence(toColumns(baskets), [none], ONE_PERIOD).rules).toMatchObject([
      { customers: 0, sums: [0], largest: new Float64Array() },
    ]);
  });

  it('counts each side by period, with undated baskets in a period of their own', () => {
    const baskets = [
      { values: [1, 1], day: 3 },
      { values: [1], day: 4 },
      { values: [undefined, 1], day: 10 },
      { values: [1] },
    ];
    const periods = { starts: [0, 1], baskets: [2, 1, 1], undated: 2 };
    const { sides } = gatherRuleEvidence(toColumns(baskets), [TEA_MILK], periods);
    expect(listSides([TEA_MILK]).sides).toEqual([['tea'], ['milk']]);
    expect(sides).toEqual([Uint32Array.of(2, 0, 1), Uint32Array.of(1, 1, 0)]);
  });

  it('sums the values of several consequents, and keeps the largest sums', () => {
    const baskets = [
      { values: [1, 2, 3], customer: 1 },
      { values: [1, undefined, 30] },
      { values: [5, 20, 5], customer: 0 },
      { values: [undefined, 7, 7] },
      { values: [1, 8, 0], customer: 1 },
    ];
    const { rules } = gatherRuleEvidence(toColumns(baskets), RULES, ONE_PERIOD);
    expect(rules[2]).toEqual({
      customers: 2,
      squares: 2 ** 2 + 1,
      products: 2 * 2 + 1,
      sums: [38],
      largest: Float64Array.of(25, 8),
    });
    expect(rules[1]).toMatchObject({ customers: 2, sums: [7], largest: Float64Array.of(5, 1, 1) });
  });

  it('gathers evidence that adds up over parts of the baskets by customer, in one limb or more', () => {
    const basket = fc.record({
      values: fc.array(fc.option(fc.integer({ min: -9, max: 2 ** 45 }), { nil: undefined }), {
        maxLength: 3,
      }),
      customer: fc.nat(4),
      day: fc.nat(400),
    });
    fc.assert(
      fc.property(fc.array(basket), fc.nat(4), fc.boolean(), (baskets, below, inLimbs) => {
        const periods = splitPeriods(countWeeks(baskets.map(({ day }) => day)));
        const [all, one, other] = [
          baskets,
          baskets.filter(({ customer }) => customer < below),
          baskets.filter(({ customer }) => customer >= below),
        ].map((part) => gatherRuleEvidence(toColumns(part, inLimbs), RULES, periods));
        if (all === undefined || one === undefined || other === undefined) throw new Error('three parts');
        expect(joinRuleEvidence(one, other, RULES)).toEqual(all);
      }),
    );
  });
});
