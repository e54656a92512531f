import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Numbering } from '../../../../src/core/prediction/models/purchase-patterns.ts';

const value = fc.oneof(
  fc.integer({ min: 0, max: 50 }),
  fc.nat().map((n) => n * 2 ** 21 + n),
  fc.double({ noNaN: true }),
  fc.constantFrom(0, -0, 2 ** 53, Number.POSITIVE_INFINITY),
);

it('numbers values as they first appear, and tells them apart as a Map does', () => {
  fc.assert(
    fc.property(fc.array(value, { maxLength: 300 }), (values) => {
      const numbering = new Numbering();
      const known = new Map<number, number>();
      for (const one of values) {
        const expected = known.get(one) ?? known.size;
        known.set(one, expected);
        expect(numbering.of(one)).toBe(expected);
      }
      expect([...numbering.values].map((one) => one + 0)).toEqual([...known.keys()]);
    }),
  );
});

it('finds each of many values again after it has grown', () => {
  const numbering = new Numbering();
  const values = Array.from({ length: 20_000 }, (_, i) => (i * 7_919) % 20_011);
  for (const pass of [1, 2]) {
    for (const [at, one] of values.entries()) expect(numbering.of(one), `pass ${pass}`).toBe(at);
  }
  expect(numbering.count).toBe(values.length);
});
