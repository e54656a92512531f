// How often customers order products again, from orders that can be counted by hand, and from partitions.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeReorderRates, countReorders } from '../../../src/analysis/recommendations/reorders.ts';
import { countCases } from '../../../tools/harness/depth.ts';
import { toBaskets } from '../mining/basket-data.ts';

type Order = readonly [customer: number, day: number, ...products: string[]];

function toColumns(orders: readonly Order[]) {
  return {
    ...toBaskets(orders.map(([, , ...products]) => products)),
    moments: Float64Array.from(orders, ([, day]) => day),
    customers: Int32Array.from(orders, ([customer]) => customer),
  };
}

/** [chances, again] by product. */
function count(orders: readonly Order[]) {
  const columns = toColumns(orders);
  const counts = countReorders(columns);
  return Object.fromEntries(
    columns.products.map((name, item) => [name, [counts?.chances[item], counts?.again[item]]]),
  );
}

const ORDERS: readonly Order[] = [
  [0, 1, 'tea', 'soap'],
  [0, 2, 'milk'],
  [0, 3, 'tea'],
  [0, 3, 'milk', 'tea'],
  [1, 9, 'tea'],
];

describe('countReorders', () => {
  it('counts the days after the first with a product, and those with it again', () => {
    expect(count(ORDERS)).toEqual({ tea: [2, 1], soap: [2, 0], milk: [1, 1] });
  });

  it('leaves out orders without a customer or a date, and counts nothing without both', () => {
    expect(count([...ORDERS, [-1, 1, 'tea'], [-1, 2, 'tea'], [0, Number.NaN, 'milk']])).toEqual(
      count(ORDERS),
    );
    const { moments, customers, ...baskets } = toColumns(ORDERS);
    expect(countReorders({ ...baskets, moments, customers: undefined })).toBeUndefined();
    expect(countReorders({ ...baskets, moments: undefined, customers })).toBeUndefined();
  });

  it('is the same in any sequence of orders, as a count by definition', () => {
    const order = fc.tuple(fc.nat(3), fc.nat(4), fc.constantFrom('tea', 'milk', 'soap'));
    fc.assert(
      fc.property(fc.array(order, { minLength: 1, maxLength: 30 }), (orders) => {
        const own = count(orders);
        for (const [name, counts] of Object.entries(own)) {
          let [chances, again] = [0, 0];
          for (const customer of [0, 1, 2, 3]) {
            const days = new Set(orders.filter(([of]) => of === customer).map(([, day]) => day));
            const having = new Set(
              orders.filter(([of, , product]) => of === customer && product === name).map(([, day]) => day),
            );
            if (having.size === 0) continue;
            chances += [...days].filter((day) => day > Math.min(...having)).length;
            again += having.size - 1;
          }
          expect(counts).toEqual([chances, again]);
        }
        expect(count(orders.toReversed())).toEqual(own);
      }),
      { numRuns: countCases(50) },
    );
  });
});

describe('computeReorderRates', () => {
  it('adds twenty days at the rate of all products', () => {
    const rates = computeReorderRates({
      chances: Uint32Array.of(80, 20, 0),
      again: Uint32Array.of(50, 0, 0),
    });
    expect(Array.from(rates ?? [])).toEqual([0.6, 0.25, 0.5]);
  });

  it('is undefined if no customer ordered again', () => {
    expect(computeReorderRates({ chances: new Uint32Array(2), again: new Uint32Array(2) })).toBeUndefined();
  });
});
