// The strongest partners of a product are the same, whether all are sorted or only those that are used.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PartnerTally } from '../../../src/core/recommendations/partner-tally.ts';

const PRODUCTS = 40;
/** Few different numbers, so that many partners are equally strong. */
const met = fc.array(
  fc.record({ product: fc.nat({ max: PRODUCTS - 1 }), together: fc.integer({ min: 1, max: 4 }) }),
  { maxLength: 80 },
);

function strongest(added: readonly { product: number; together: number }[], most: number) {
  const tally = new PartnerTally(PRODUCTS);
  for (const { product, together } of added) tally.add(product, together, together);
  // Some speak against each other, and are no partners.
  const scoreOf = (_: number, other: number, together: number): number => together * ((other % 3) - 1);
  return tally.strongest(0, { scoreOf, most });
}

it('finds the same partners first, in the same order, as if all were wanted', () => {
  fc.assert(
    fc.property(met, fc.integer({ min: 1, max: 20 }), (added, most) => {
      const all = strongest(added, Number.POSITIVE_INFINITY);
      expect(strongest(added, most).slice(0, most)).toEqual(all.slice(0, most));
    }),
  );
});

it('leaves out partners that are weaker than those that are used', () => {
  const added = Array.from({ length: 20 }, (_, at) => ({ product: at + 1, together: 4 + at }));
  const kept = strongest(added, 5);
  expect(kept).toHaveLength(5);
  expect(kept.every(({ score }) => score > 0)).toBe(true);
});
